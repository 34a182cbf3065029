import type { UseFormReturn } from 'react-hook-form'
import { Card, CardHeader } from '@/components/ui/card'
import { Field, Input, Select } from '@/components/ui/field'
import { type RecurringFields, recurringFields, scheduleOf } from '@/lib/recurring/recurring-fields'
import { nextPeriods } from '@/lib/recurring/schedule'
import { formatIsoDate } from '@/lib/time/dates'
import { UpcomingDays } from './recurring-status'

const DAYS_SHOWN = 5

const DAYS_OF_MONTH = Array.from({ length: 31 }, (_, index) => index + 1)

/** An empty field is null; the schema refuses text that is no number. */
const asNumber = { setValueAs: (text: unknown) => (text === '' || text === null ? null : Number(text)) }
const asDay = { setValueAs: (text: string | null) => text || null }

type ScheduleCardProps = {
  form: UseFormReturn<RecurringFields>
  /** The first day that can be chosen, `YYYY-MM-DD`. */
  earliestOn: string
  issuedCount: number
}

/** The fields that set when the invoices of a series are issued. */
export function ScheduleCard({ form, earliestOn, issuedCount }: ScheduleCardProps) {
  const { register, watch, formState } = form
  const { errors } = formState
  const [unit, end] = watch(['unit', 'end'])
  return (
    <Card aria-labelledby="schedule">
      <CardHeader id="schedule" title="Schedule" description="Days begin at midnight UTC" />
      <div className="grid gap-4 px-4 pb-5 sm:grid-cols-2 sm:px-5">
        <div className="grid grid-cols-[5.5rem_minmax(0,1fr)] gap-3">
          <Field label="Every" error={errors.every?.message}>
            {(props) => (
              <Input
                {...props}
                {...register('every', asNumber)}
                inputMode="numeric"
                maxLength={2}
                autoComplete="off"
                className="tabular text-right"
              />
            )}
          </Field>
          <Field label="Period">
            {(props) => (
              <Select {...props} {...register('unit')}>
                <option value="WEEK">Weeks</option>
                <option value="MONTH">Months</option>
                <option value="YEAR">Years</option>
              </Select>
            )}
          </Field>
        </div>
        <Field label={issuedCount > 0 ? 'Next invoice' : 'First invoice'} error={errors.startsOn?.message}>
          {(props) => (
            <Input {...props} {...register('startsOn')} type="date" min={earliestOn} max="2999-12-31" />
          )}
        </Field>
        {unit !== 'WEEK' && (
          <Field
            label="Day of month"
            hint="In shorter months, the last day"
            error={errors.dayOfMonth?.message}
          >
            {(props) => (
              <Select {...props} {...register('dayOfMonth', asNumber)}>
                {DAYS_OF_MONTH.map((day) => (
                  <option key={day} value={day}>
                    {day === 31 ? 'Last day' : day}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        )}
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
        <Field label="Ends">
          {(props) => (
            <Select {...props} {...register('end')}>
              <option value="never">Never</option>
              <option value="on">On a date</option>
              <option value="after">After a number of invoices</option>
            </Select>
          )}
        </Field>
        {end === 'on' && (
          <Field label="Last day" error={errors.endsOn?.message}>
            {(props) => (
              <Input
                {...props}
                {...register('endsOn', asDay)}
                type="date"
                min={earliestOn}
                max="2999-12-31"
              />
            )}
          </Field>
        )}
        {end === 'after' && (
          <Field
            label="Number of invoices"
            hint={issuedCount > 0 ? `In all, with the ${issuedCount} issued so far` : undefined}
            error={errors.endsAfter?.message}
          >
            {(props) => (
              <Input
                {...props}
                {...register('endsAfter', asNumber)}
                inputMode="numeric"
                maxLength={3}
                autoComplete="off"
                className="tabular text-right"
              />
            )}
          </Field>
        )}
        <Field label="Delivery" hint="A draft waits until somebody sends it" className="sm:col-span-2">
          {(props) => (
            <Select {...props} {...register('isSent', { setValueAs: (value) => String(value) === 'true' })}>
              <option value="true">Send to the customer</option>
              <option value="false">Leave as a draft</option>
            </Select>
          )}
        </Field>
        <Preview fields={watch()} issuedCount={issuedCount} />
      </div>
    </Card>
  )
}

/** The next days of the schedule as it is typed, by the service's own calendar. */
function Preview({ fields, issuedCount }: { fields: RecurringFields; issuedCount: number }) {
  const valid = recurringFields.safeParse(fields)
  const days = valid.success ? daysOf(valid.data, issuedCount) : []
  return (
    <div className="sm:col-span-2" aria-live="polite">
      <p className="font-medium text-[0.8125rem]">Next invoices</p>
      <UpcomingDays days={days} />
    </div>
  )
}

function daysOf(fields: RecurringFields, issuedCount: number): string[] {
  const { schedule, end } = scheduleOf(fields)
  return nextPeriods(schedule, end, { index: 0, issuedCount }, DAYS_SHOWN).map(formatIsoDate)
}
