'use client'

import { useForm } from 'react-hook-form'
import { failureMessage } from '@/components/browser/request'
import { schemaResolver } from '@/components/forms/schema-resolver'
import { useSingleFlight } from '@/components/forms/send-once'
import { useUnsavedGuard } from '@/components/forms/unsaved-guard'
import { Checkbox, Field, Input, Select } from '@/components/ui/field'
import { useToast } from '@/components/ui/toast'
import { type OwnAccountFields, ownAccountFields } from '@/lib/branding/own-account-fields'
import { SettingsForm } from './settings-form'
import { useSetOwnAccount } from './settings-queries'

type OwnAccountFormProps = { account: OwnAccountFields; isReadOnly: boolean }

/** The vendor's own bank account, for customers who pay by bank transfer. */
export function OwnAccountForm({ account, isReadOnly }: OwnAccountFormProps) {
  const set = useSetOwnAccount()
  const toast = useToast()
  const { register, handleSubmit, watch, reset, formState } = useForm<OwnAccountFields>({
    resolver: schemaResolver(ownAccountFields),
    defaultValues: account,
  })
  useUnsavedGuard(formState.isDirty)
  const { errors } = formState
  const submit = useSingleFlight(async (fields: OwnAccountFields) => {
    try {
      reset(await set.mutateAsync(fields))
      toast('Bank account saved')
    } catch {
      // The form shows the refusal from the mutation's state.
    }
  })
  const text = (name: keyof OwnAccountFields, maxLength: number, isNumber = true) => ({
    ...register(name),
    maxLength,
    spellCheck: false,
    autoComplete: 'off',
    ...(isNumber ? { className: 'tabular' } : {}),
  })
  return (
    <SettingsForm
      title="Bank account"
      description="For customers who pay by bank transfer. On the payment page and PDF of every invoice that isn’t paid, with the invoice’s number as the reference. Record the payment when it has come in."
      action="Save"
      refusal={set.error && failureMessage(set.error)}
      pending={set.isPending}
      disabled={isReadOnly}
      onSubmit={handleSubmit(submit)}
    >
      <label className="flex items-center gap-2">
        <Checkbox {...register('isShown')} />
        Show on invoices
      </label>
      <Field label="Kind of account">
        {(control) => (
          <Select {...control} {...register('kind')}>
            <option value="iban">IBAN</option>
            <option value="us">US account</option>
          </Select>
        )}
      </Field>
      <Field label="Account holder" error={errors.holder?.message}>
        {(control) => <Input {...control} {...text('holder', 70, false)} />}
      </Field>
      <Field label="Bank" hint="Optional" error={errors.bankName?.message}>
        {(control) => <Input {...control} {...text('bankName', 120, false)} />}
      </Field>
      {watch('kind') === 'iban' ? (
        <>
          <Field
            label="IBAN"
            hint="Invoices in euros get a QR code for banking apps"
            error={errors.iban?.message}
          >
            {(control) => <Input {...control} {...text('iban', 60)} />}
          </Field>
          <Field label="BIC" hint="Optional" error={errors.bic?.message}>
            {(control) => <Input {...control} {...text('bic', 20)} />}
          </Field>
        </>
      ) : (
        <>
          <Field label="Routing number" error={errors.routingNumber?.message}>
            {(control) => <Input {...control} {...text('routingNumber', 20)} inputMode="numeric" />}
          </Field>
          <Field label="Account number" error={errors.accountNumber?.message}>
            {(control) => <Input {...control} {...text('accountNumber', 30)} inputMode="numeric" />}
          </Field>
        </>
      )}
    </SettingsForm>
  )
}
