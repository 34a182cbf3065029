import type { UseFormReturn } from 'react-hook-form'
import { asNumber, EndFields, PeriodFields, SchedulePreview } from '@/components/forms/schedule-fields'
import { Card, CardHeader } from '@/components/ui/card'
import { Field, Input, Select } from '@/components/ui/field'
import { useZoneWords } from '@/components/ui/timestamp'
import type { RecurringFields } from '@/lib/recurring/recurring-fields'
import type { ScheduleFields } from '@/lib/time/schedule-fields'

type ScheduleCardProps = {
  form: UseFormReturn<RecurringFields>
  /** The first day that can be chosen, `YYYY-MM-DD`. */
  earliestOn: string
  periodCount: number
  /** Of a series that is changed; else the vendor's. */
  zone?: string
}

/** The fields that set when the invoices of a series are issued. */
export function ScheduleCard({ form, earliestOn, periodCount, zone }: ScheduleCardProps) {
  const { register, formState } = form
  const { errors } = formState
  // The form has all fields of a schedule; its type does not say so, since it also takes others.
  const schedule = form as unknown as UseFormReturn<ScheduleFields>
  const part = { form: schedule, what: 'invoice', pastCount: periodCount, earliestOn } as const
  return (
    <Card aria-labelledby="schedule">
      <CardHeader
        id="schedule"
        title="Schedule"
        description={`Days begin at midnight in ${useZoneWords(zone)}`}
      />
      <div className="grid gap-4 px-4 pb-5 sm:grid-cols-2 sm:px-5">
        <PeriodFields {...part} />
        <Field label="Due after (days)" error={errors.dueAfterDays?.message}>
          {(props) => (
            <Input
              {...props}
              {...register('dueAfterDays', asNumber)}
              inputMode="numeric"
              maxLength={3}
              autoComplete="off"
              className="tabular text-right"
            />
          )}
        </Field>
        <EndFields {...part} past="issued" />
        <Field label="Delivery" hint="A draft waits until somebody sends it" className="sm:col-span-2">
          {(props) => (
            <Select {...props} {...register('isSent', { setValueAs: (value) => String(value) === 'true' })}>
              <option value="true">Send to the customer</option>
              <option value="false">Leave as a draft</option>
            </Select>
          )}
        </Field>
        <SchedulePreview {...part} />
      </div>
    </Card>
  )
}
