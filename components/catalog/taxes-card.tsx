'use client'

import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { failureMessage } from '@/components/browser/request'
import { schemaResolver } from '@/components/forms/schema-resolver'
import { useDialogAction, useHydrated, useSingleFlight } from '@/components/forms/send-once'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { Checkbox, Field, Input, Select } from '@/components/ui/field'
import { LateConfirmDialog } from '@/components/ui/late-dialog'
import { Notice } from '@/components/ui/notice'
import { useToast } from '@/components/ui/toast'
import type { Mode } from '@/lib/auth/mode'
import {
  rateLabel,
  type TaxRateFields,
  type TaxRateView,
  type TaxSettingsPage,
  taxRateFields,
} from '@/lib/catalog/catalog-fields'
import { MAX_TAX_NAME_CHARACTERS } from '@/lib/money/taxes'
import { BESIDE_TITLE } from '../settings/settings-form'
import {
  taxSettingsQuery,
  useAddTaxRate,
  useArchiveTaxRate,
  useSetDefaultTaxRate,
  useSetTaxPrices,
  useUnarchiveTaxRate,
} from './catalog-queries'

type TaxesCardProps = { mode: Mode; initial: TaxSettingsPage; isReadOnly: boolean }

/** The saved tax rates, and whether prices include their taxes. */
export function TaxesCard({ mode, initial, isReadOnly }: TaxesCardProps) {
  const { data } = useQuery({ ...taxSettingsQuery(mode), initialData: initial })
  const id = useId()
  const [refusal, setRefusal] = useState<string | null>(null)
  const toast = useToast()
  const setPrices = useSetTaxPrices(mode)
  const choosePrices = useSingleFlight(async (pricesIncludeTax: boolean) => {
    setRefusal(null)
    try {
      await setPrices.mutateAsync({ pricesIncludeTax })
      toast('Prices on new invoices changed')
    } catch (error) {
      setRefusal(failureMessage(error))
    }
  })
  return (
    <Card aria-labelledby={id} className="@container">
      <div className={BESIDE_TITLE}>
        <CardHeader
          id={id}
          title="Taxes"
          description={`Rates to choose from on the lines of an invoice, in ${mode} mode. Existing invoices keep theirs.`}
        />
        <div className="max-w-md space-y-4 px-4 pb-4 sm:px-5 sm:pb-5 @3xl:max-w-none @3xl:pt-4">
          {refusal && (
            <Notice kind="danger" role="alert">
              {refusal}
            </Notice>
          )}
          {data.rates.length > 0 && (
            <ul aria-label="Tax rates" className="divide-y rounded-lg border">
              {data.rates.map((rate) => (
                <TaxRate
                  key={rate.id}
                  mode={mode}
                  rate={rate}
                  isReadOnly={isReadOnly}
                  onRefusal={setRefusal}
                />
              ))}
            </ul>
          )}
          {!isReadOnly && <NewTaxRate mode={mode} isFirst={data.rates.length === 0} />}
          {!isReadOnly && data.archived.length > 0 && (
            <ArchivedTaxRates mode={mode} rates={data.archived} onRefusal={setRefusal} />
          )}
          <Field label="Prices on new invoices" hint="Can be changed on each invoice">
            {(control) => (
              <Select
                {...control}
                value={String(data.pricesIncludeTax)}
                disabled={isReadOnly || setPrices.isPending}
                onChange={({ target }) => void choosePrices(target.value === 'true')}
              >
                <option value="false">Tax is added to prices</option>
                <option value="true">Prices include tax</option>
              </Select>
            )}
          </Field>
        </div>
      </div>
    </Card>
  )
}

type TaxRateProps = {
  mode: Mode
  rate: TaxRateView
  isReadOnly: boolean
  onRefusal: (message: string | null) => void
}

function TaxRate({ mode, rate, isReadOnly, onRefusal }: TaxRateProps) {
  const [isAsking, setAsking] = useState(false)
  const toast = useToast()
  const setDefault = useSetDefaultTaxRate(mode)
  const archive = useArchiveTaxRate(mode)
  const label = rateLabel(rate)
  const change = useSingleFlight(async () => {
    onRefusal(null)
    try {
      await setDefault.mutateAsync({ id: rate.id, isDefault: !rate.isDefault })
      toast('Default tax rate changed')
    } catch (error) {
      onRefusal(failureMessage(error))
    }
  })
  const confirm = useDialogAction(async () => {
    await archive.mutateAsync(rate.id)
    toast('Tax rate archived')
  })
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-3 py-2">
      <span className="tabular flex min-w-0 flex-1 flex-wrap items-center gap-2">
        <span className="wrap-anywhere">{label}</span>
        {rate.isDefault && <Badge tone="neutral">Default</Badge>}
      </span>
      {!isReadOnly && (
        <span className="flex gap-1.5">
          <Button
            variant="secondary"
            size="small"
            pending={setDefault.isPending}
            aria-label={`${rate.isDefault ? 'No longer default' : 'Set as default'}: ${label}`}
            onClick={change}
          >
            {rate.isDefault ? 'No longer default' : 'Set as default'}
          </Button>
          <Button
            variant="secondary"
            size="small"
            aria-label={`Archive ${label}`}
            onClick={() => setAsking(true)}
          >
            Archive
          </Button>
        </span>
      )}
      {isAsking && (
        <LateConfirmDialog
          open
          onOpenChange={() => setAsking(false)}
          title={`Archive ${label}?`}
          action="Archive tax rate"
          pending={archive.isPending || archive.isSuccess}
          error={archive.error && failureMessage(archive.error)}
          onConfirm={confirm}
        >
          New lines can’t have it. Invoices, drafts and recurring invoices keep the rates they have.
        </LateConfirmDialog>
      )}
    </li>
  )
}

type ArchivedTaxRatesProps = Pick<TaxRateProps, 'mode' | 'onRefusal'> & { rates: TaxRateView[] }

function ArchivedTaxRates({ mode, rates, onRefusal }: ArchivedTaxRatesProps) {
  return (
    <details className="text-[0.8125rem]">
      <summary className="cursor-pointer text-muted-foreground hover:text-foreground">
        Archived tax rates ({rates.length})
      </summary>
      <ul aria-label="Archived tax rates" className="mt-2 divide-y rounded-lg border">
        {rates.map((rate) => (
          <ArchivedTaxRate key={rate.id} mode={mode} rate={rate} onRefusal={onRefusal} />
        ))}
      </ul>
    </details>
  )
}

function ArchivedTaxRate({ mode, rate, onRefusal }: Omit<TaxRateProps, 'isReadOnly'>) {
  const toast = useToast()
  const unarchive = useUnarchiveTaxRate(mode)
  const label = rateLabel(rate)
  const restore = useSingleFlight(async () => {
    onRefusal(null)
    try {
      await unarchive.mutateAsync(rate.id)
      toast('Tax rate unarchived')
    } catch (error) {
      onRefusal(failureMessage(error))
    }
  })
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 px-3 py-2">
      <span className="tabular wrap-anywhere min-w-0 text-muted-foreground">{label}</span>
      <Button
        variant="secondary"
        size="small"
        pending={unarchive.isPending}
        aria-label={`Unarchive ${label}`}
        onClick={restore}
      >
        Unarchive
      </Button>
    </li>
  )
}

const NO_RATE: TaxRateFields = { name: '', percent: '', isDefault: false }

function NewTaxRate({ mode, isFirst }: { mode: Mode; isFirst: boolean }) {
  const add = useAddTaxRate(mode)
  const toast = useToast()
  const isHydrated = useHydrated()
  const { register, handleSubmit, reset, setFocus, formState } = useForm<TaxRateFields>({
    resolver: schemaResolver(taxRateFields),
    defaultValues: { ...NO_RATE, isDefault: isFirst },
  })
  const { errors } = formState
  const submit = useSingleFlight(async (fields: TaxRateFields) => {
    try {
      await add.mutateAsync(fields)
      toast('Tax rate created')
      reset(NO_RATE)
      setFocus('name')
    } catch {
      // The form shows the refusal from the mutation's state.
    }
  })
  return (
    <form method="post" noValidate onSubmit={handleSubmit(submit)} className="space-y-3">
      {add.error && (
        <Notice kind="danger" role="alert">
          {failureMessage(add.error)}
        </Notice>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)_8rem] gap-3">
        <Field label="Tax name" error={errors.name?.message}>
          {(control) => (
            <Input
              {...control}
              {...register('name')}
              maxLength={MAX_TAX_NAME_CHARACTERS}
              autoComplete="off"
              placeholder="VAT"
            />
          )}
        </Field>
        <Field label="Rate (%)" error={errors.percent?.message}>
          {(control) => (
            <Input
              {...control}
              {...register('percent')}
              inputMode="decimal"
              maxLength={20}
              autoComplete="off"
              placeholder="19"
              className="tabular text-right"
            />
          )}
        </Field>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <label className="flex items-center gap-2 text-[0.8125rem]">
          <Checkbox {...register('isDefault')} />
          Default on new lines
        </label>
        <Button type="submit" variant="secondary" size="small" pending={add.isPending} disabled={!isHydrated}>
          <Plus aria-hidden className="size-4" />
          Add tax rate
        </Button>
      </div>
    </form>
  )
}
