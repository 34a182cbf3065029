'use client'

import { useRouter } from 'next/navigation'
import { useMemo, useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { failureMessage } from '@/components/browser/request'
import { CurrencyField } from '@/components/forms/currency-field'
import { schemaResolver } from '@/components/forms/schema-resolver'
import { useHydrated, useSingleFlight } from '@/components/forms/send-once'
import { useUnsavedGuard } from '@/components/forms/unsaved-guard'
import { Button, buttonStyle } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Field, Input, Select } from '@/components/ui/field'
import { Link } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { useToast } from '@/components/ui/toast'
import type { Mode } from '@/lib/auth/mode'
import {
  type ItemFields,
  itemFields,
  MAX_ITEM_TITLE_CHARACTERS,
  rateLabel,
  type TaxRateView,
} from '@/lib/catalog/catalog-fields'
import type { ItemView } from '@/lib/catalog/item-list'
import { formatDecimal } from '@/lib/money/decimals'
import { useArchiveItem, useSaveItem } from './catalog-queries'

const NO_ITEM: ItemFields = { title: '', price: '', currency: 'USD', taxRateId: '' }

type ItemFormProps = {
  mode: Mode
  /** Null for a new item. */
  item: ItemView | null
  currencies: { code: string; exponent: number }[]
  rates: TaxRateView[]
}

export function ItemForm({ mode, item, currencies, rates }: ItemFormProps) {
  const [refusal, setRefusal] = useState<string | null>(null)
  const router = useRouter()
  const toast = useToast()
  const isHydrated = useHydrated()
  const save = useSaveItem(mode, item?.id ?? null)
  const exponents = useMemo(
    () => new Map(currencies.map(({ code, exponent }) => [code, exponent])),
    [currencies],
  )
  const initial = item?.fields ?? NO_ITEM
  // A rate that was archived since is none.
  const taxRateId = rates.some(({ id }) => id === initial.taxRateId) ? initial.taxRateId : ''
  const { register, control, handleSubmit, watch, formState } = useForm<ItemFields>({
    resolver: schemaResolver(itemFields((currency) => exponents.get(currency) ?? null)),
    defaultValues: { ...initial, taxRateId },
  })
  const { errors, isDirty } = formState
  useUnsavedGuard(isDirty && !save.isSuccess)
  const submit = useSingleFlight(async (fields: ItemFields) => {
    setRefusal(null)
    try {
      await save.mutateAsync(fields)
      toast(item ? 'Item updated' : 'Item created')
      router.push('/invoices/items')
      router.refresh()
    } catch (error) {
      setRefusal(failureMessage(error))
    }
  })
  return (
    <form data-narrow method="post" noValidate onSubmit={handleSubmit(submit)} className="space-y-6">
      <Card aria-label="Item">
        <div className="grid gap-4 p-4 sm:grid-cols-2 sm:p-5">
          <Field label="Description" error={errors.title?.message} className="sm:col-span-2">
            {(props) => (
              <Input
                {...props}
                {...register('title')}
                maxLength={MAX_ITEM_TITLE_CHARACTERS}
                autoComplete="off"
              />
            )}
          </Field>
          <Field label="Unit price" error={errors.price?.message}>
            {(props) => (
              <Input
                {...props}
                {...register('price')}
                inputMode="decimal"
                maxLength={20}
                autoComplete="off"
                placeholder={formatDecimal(0n, exponents.get(watch('currency')) ?? 2)}
                className="tabular text-right"
              />
            )}
          </Field>
          <Field label="Currency" error={errors.currency?.message}>
            {(props) => (
              <Controller
                control={control}
                name="currency"
                render={({ field: { value, onChange } }) => (
                  <CurrencyField
                    value={value}
                    onChange={onChange}
                    currencies={currencies.map(({ code }) => code)}
                    control={props}
                  />
                )}
              />
            )}
          </Field>
          <Field
            label="Tax"
            hint={rates.length === 0 ? 'Add tax rates under Settings → Invoicing' : undefined}
            error={errors.taxRateId?.message}
          >
            {(props) => (
              <Select {...props} {...register('taxRateId')}>
                <option value="">As on any new line</option>
                {rates.map((rate) => (
                  <option key={rate.id} value={rate.id}>
                    {rateLabel(rate)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </div>
      </Card>
      {refusal && (
        <Notice kind="danger" role="alert">
          {refusal}
        </Notice>
      )}
      <div className="flex flex-col gap-2 sm:flex-row">
        <Button type="submit" pending={save.isPending || save.isSuccess} disabled={!isHydrated}>
          {item ? 'Save changes' : 'Create item'}
        </Button>
        <Link href="/invoices/items" className={buttonStyle({ variant: 'secondary' })}>
          Cancel
        </Link>
      </div>
    </form>
  )
}

/** Archives the item, or takes it out of the archive. Either can be undone, so nothing is asked. */
export function ArchiveItemButton({ mode, item }: { mode: Mode; item: Pick<ItemView, 'id' | 'isArchived'> }) {
  const archive = useArchiveItem(mode, item.id, item.isArchived ? 'unarchive' : 'archive')
  const router = useRouter()
  const toast = useToast()
  const submit = useSingleFlight(async () => {
    try {
      await archive.mutateAsync()
      toast(item.isArchived ? 'Item taken out of the archive' : 'Item archived')
      router.push('/invoices/items')
      router.refresh()
    } catch (error) {
      toast(failureMessage(error))
    }
  })
  return (
    <Button variant="secondary" pending={archive.isPending || archive.isSuccess} onClick={submit}>
      {item.isArchived ? 'Unarchive item' : 'Archive item'}
    </Button>
  )
}
