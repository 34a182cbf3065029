'use client'

import { useForm } from 'react-hook-form'
import { failureMessage } from '@/components/browser/request'
import { schemaResolver } from '@/components/forms/schema-resolver'
import { useSingleFlight } from '@/components/forms/send-once'
import { Input, Select } from '@/components/ui/field'
import type { OperatorVendorView } from '@/lib/operator/vendor-view'
import { type VendorTermsFields, vendorTermsFields } from '@/lib/vendors/vendor-terms-fields'
import { SettingsForm } from '../settings/settings-form'
import { Field } from '../ui/field'
import { useToast } from '../ui/toast'
import { useChangeVendor } from './operator-queries'

type VendorTermsFormProps = { vendor: OperatorVendorView; disabled: boolean }

/** The payout limits, the fee on invoices created from now on, and the hold on those paid from now on. */
export function VendorTermsForm({ vendor, disabled }: VendorTermsFormProps) {
  const change = useChangeVendor(vendor.id)
  const toast = useToast()
  const { payoutLimit, feePercent, feeFixed, feePayer, feeOnRefund } = vendor
  const dailyLimit = vendor.dailyLimit ?? ''
  const holdDays = String(vendor.holdDays)
  const { register, handleSubmit, reset, formState } = useForm<VendorTermsFields>({
    resolver: schemaResolver(vendorTermsFields),
    defaultValues: { payoutLimit, dailyLimit, feePercent, feeFixed, feeOnRefund, holdDays },
  })
  const { errors } = formState
  const submit = useSingleFlight(async (body: VendorTermsFields) => {
    try {
      const saved = await change.mutateAsync({ what: 'terms', body })
      reset({ ...saved, dailyLimit: saved.dailyLimit ?? '', holdDays: String(saved.holdDays) })
      toast('Terms updated')
    } catch {
      // The form shows the refusal from the mutation's state.
    }
  })
  return (
    <SettingsForm
      title="Terms"
      description="Existing invoices keep their fee and what a refund does with it, and money on hold keeps its date."
      action="Save"
      refusal={change.error && failureMessage(change.error)}
      pending={change.isPending}
      disabled={disabled}
      onSubmit={handleSubmit(submit)}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Limit per payout (USD)" error={errors.payoutLimit?.message}>
          {(control) => (
            <Input {...control} {...register('payoutLimit')} inputMode="decimal" maxLength={20} />
          )}
        </Field>
        <Field
          label="Limit per day (USD)"
          hint="Defaults to five times the limit per payout"
          error={errors.dailyLimit?.message}
        >
          {(control) => <Input {...control} {...register('dailyLimit')} inputMode="decimal" maxLength={20} />}
        </Field>
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Fee (%)" hint="Of the base amount" error={errors.feePercent?.message}>
          {(control) => <Input {...control} {...register('feePercent')} inputMode="decimal" maxLength={20} />}
        </Field>
        <Field label="Fixed fee (USD)" hint="USD invoices only" error={errors.feeFixed?.message}>
          {(control) => <Input {...control} {...register('feeFixed')} inputMode="decimal" maxLength={20} />}
        </Field>
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Fee on refund"
          hint={`Paid by the ${feePayer === 'vendor' ? 'vendor' : 'vendor’s customers'}`}
          error={errors.feeOnRefund?.message}
        >
          {(control) => (
            <Select {...control} {...register('feeOnRefund')}>
              <option value="keep">Keep it</option>
              <option value="return">Give it back</option>
            </Select>
          )}
        </Field>
        <Field label="Hold (days)" hint="Before a live payment is available" error={errors.holdDays?.message}>
          {(control) => <Input {...control} {...register('holdDays')} inputMode="numeric" maxLength={3} />}
        </Field>
      </div>
    </SettingsForm>
  )
}
