'use client'

import { useForm } from 'react-hook-form'
import { failureMessage } from '@/components/browser/request'
import { schemaResolver } from '@/components/forms/schema-resolver'
import { useSingleFlight } from '@/components/forms/send-once'
import { Field, Input, Select } from '@/components/ui/field'
import type { MoneyView } from '@/lib/operator/money-dashboard'
import { type FundingFields, fundingFields } from '@/lib/operator/money-fields'
import { SettingsForm } from '../settings/settings-form'
import { useToast } from '../ui/toast'
import { useRecordFunding } from './operator-queries'

/** Records what the operator has moved by itself, so that the books know it. */
export function FundingForm({ places }: { places: MoneyView['fundingPlaces'] }) {
  const record = useRecordFunding()
  const toast = useToast()
  const blank = {
    source: places[0]?.place ?? '',
    destination: places.at(-1)?.place ?? '',
    amount: '',
    currency: 'USD',
    note: '',
  }
  const { register, handleSubmit, reset, formState } = useForm<FundingFields>({
    resolver: schemaResolver(fundingFields),
    defaultValues: blank,
  })
  const { errors } = formState
  const submit = useSingleFlight(async (body: FundingFields) => {
    try {
      await record.mutateAsync(body)
      reset(blank)
      toast('Movement recorded')
    } catch {
      // The form shows the refusal from the mutation's state.
    }
  })
  const options = places.map(({ place, title }) => (
    <option key={place} value={place}>
      {title}
    </option>
  ))
  return (
    <SettingsForm
      title="Record a movement"
      description="You move the money yourself, in the provider’s web app or your bank’s. Payouts from Stripe to your bank are recorded automatically."
      action="Record movement"
      refusal={record.error && failureMessage(record.error)}
      pending={record.isPending}
      onSubmit={handleSubmit(submit)}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="From" error={errors.source?.message}>
          {(control) => (
            <Select {...control} {...register('source')}>
              {options}
            </Select>
          )}
        </Field>
        <Field label="To" error={errors.destination?.message}>
          {(control) => (
            <Select {...control} {...register('destination')}>
              {options}
            </Select>
          )}
        </Field>
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Amount" error={errors.amount?.message}>
          {(control) => <Input {...control} {...register('amount')} inputMode="decimal" maxLength={20} />}
        </Field>
        <Field label="Currency" error={errors.currency?.message}>
          {(control) => (
            <Input {...control} {...register('currency')} maxLength={3} autoCapitalize="characters" />
          )}
        </Field>
      </div>
      <Field label="Note" hint="Such as your bank’s reference" error={errors.note?.message}>
        {(control) => <Input {...control} {...register('note')} maxLength={500} />}
      </Field>
    </SettingsForm>
  )
}
