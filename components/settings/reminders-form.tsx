'use client'

import { useForm } from 'react-hook-form'
import { failureMessage } from '@/components/browser/request'
import { schemaResolver } from '@/components/forms/schema-resolver'
import { useSingleFlight } from '@/components/forms/send-once'
import { useUnsavedGuard } from '@/components/forms/unsaved-guard'
import { Checkbox, Field, Input, TextArea } from '@/components/ui/field'
import { useToast } from '@/components/ui/toast'
import { MESSAGE_LENGTH } from '@/lib/invoices/invoice-fields'
import { REMINDER_KINDS, type ReminderSettings, reminderSettings } from '@/lib/invoices/reminder-fields'
import { SettingsForm } from './settings-form'
import { useSetReminders } from './settings-queries'

const WORDS = {
  reminder_due_soon: { title: 'Before the due date', days: 'Days before' },
  reminder_overdue: { title: 'First reminder when overdue', days: 'Days after the due date' },
  reminder_long_overdue: { title: 'Second reminder when overdue', days: 'Days after the due date' },
}

type RemindersFormProps = { reminders: ReminderSettings; isReadOnly: boolean }

/** When customers are reminded of invoices that they haven't paid, and in which words. */
export function RemindersForm({ reminders, isReadOnly }: RemindersFormProps) {
  const set = useSetReminders()
  const toast = useToast()
  const { register, handleSubmit, watch, reset, formState } = useForm<ReminderSettings>({
    resolver: schemaResolver(reminderSettings),
    defaultValues: reminders,
  })
  useUnsavedGuard(formState.isDirty)
  const submit = useSingleFlight(async (fields: ReminderSettings) => {
    try {
      reset(await set.mutateAsync(fields))
      toast('Reminders saved')
    } catch {
      // The form shows the refusal from the mutation's state.
    }
  })
  return (
    <SettingsForm
      title="Reminders"
      description="Emails to customers who haven’t paid yet. They say what is due, to whom and when, in your customer’s language. You can turn them off for a single invoice on its page."
      action="Save"
      refusal={set.error && failureMessage(set.error)}
      pending={set.isPending}
      disabled={isReadOnly}
      onSubmit={handleSubmit(submit)}
    >
      {REMINDER_KINDS.map((kind) => (
        <fieldset key={kind} className="space-y-3 border-b pb-4 last-of-type:border-b-0">
          <legend className="sr-only">{WORDS[kind].title}</legend>
          <label className="flex items-center gap-2 font-medium">
            <Checkbox {...register(`${kind}.isOn`)} />
            {WORDS[kind].title}
          </label>
          {watch(`${kind}.isOn`) && (
            <>
              <Field label={WORDS[kind].days} error={formState.errors[kind]?.days?.message}>
                {(control) => (
                  <Input
                    {...control}
                    {...register(`${kind}.days`, { valueAsNumber: true })}
                    inputMode="numeric"
                    maxLength={2}
                    autoComplete="off"
                    className="tabular max-w-24"
                  />
                )}
              </Field>
              <Field
                label="Your own words"
                hint="At the top of the email"
                error={formState.errors[kind]?.message?.message}
              >
                {(control) => (
                  <TextArea
                    {...control}
                    {...register(`${kind}.message`)}
                    rows={2}
                    maxLength={MESSAGE_LENGTH}
                  />
                )}
              </Field>
            </>
          )}
        </fieldset>
      ))}
    </SettingsForm>
  )
}
