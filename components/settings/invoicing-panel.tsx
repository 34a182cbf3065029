'use client'

import { useForm } from 'react-hook-form'
import { failureMessage } from '@/components/browser/request'
import { schemaResolver } from '@/components/forms/schema-resolver'
import { useSingleFlight } from '@/components/forms/send-once'
import { useUnsavedGuard } from '@/components/forms/unsaved-guard'
import { Field, Input } from '@/components/ui/field'
import { PageHeader } from '@/components/ui/page-header'
import { useToast } from '@/components/ui/toast'
import type { Mode } from '@/lib/auth/mode'
import { invoiceNumber, type NumberingFields, numberingFields } from '@/lib/invoices/numbering-fields'
import { SettingsForm } from './settings-form'
import { useSetNumbering } from './settings-queries'

type InvoicingPanelProps = { mode: Mode; numbering: NumberingFields; isReadOnly: boolean }

export function InvoicingPanel({ mode, numbering, isReadOnly }: InvoicingPanelProps) {
  return (
    <div className="space-y-6">
      <PageHeader title="Invoicing" description="How your invoices are numbered." />
      <NumberingForm mode={mode} numbering={numbering} isReadOnly={isReadOnly} />
    </div>
  )
}

function NumberingForm({ mode, numbering, isReadOnly }: InvoicingPanelProps) {
  const set = useSetNumbering(mode)
  const toast = useToast()
  const { register, handleSubmit, watch, reset, formState } = useForm<NumberingFields>({
    resolver: schemaResolver(numberingFields),
    defaultValues: numbering,
  })
  useUnsavedGuard(formState.isDirty)
  const typed = numberingFields.safeParse(watch())
  const submit = useSingleFlight(async (fields: NumberingFields) => {
    try {
      await set.mutateAsync(fields)
      reset(fields)
      toast('Invoice numbers saved')
    } catch {
      // The form shows the refusal from the mutation's state.
    }
  })
  return (
    <SettingsForm
      title="Invoice numbers"
      description={`For invoices of ${mode} mode. Invoices that exist keep their numbers.`}
      action="Save"
      refusal={set.error && failureMessage(set.error)}
      pending={set.isPending}
      disabled={isReadOnly}
      onSubmit={handleSubmit(submit)}
    >
      <Field label="Prefix" error={formState.errors.prefix?.message}>
        {(control) => (
          <Input
            {...control}
            {...register('prefix')}
            maxLength={16}
            spellCheck={false}
            autoComplete="off"
            placeholder="INV-"
          />
        )}
      </Field>
      <Field
        label="Next number"
        hint={
          typed.success
            ? `The next invoice is ${invoiceNumber(typed.data)}`
            : 'Can be raised, never lowered: no number is used twice'
        }
        error={formState.errors.next?.message}
      >
        {(control) => (
          <Input
            {...control}
            {...register('next', { valueAsNumber: true })}
            inputMode="numeric"
            autoComplete="off"
            maxLength={9}
            className="tabular"
          />
        )}
      </Field>
    </SettingsForm>
  )
}
