import type { UseFormReturn } from 'react-hook-form'
import { DayList } from '@/components/ui/day-list'
import { Field, Input, Select } from '@/components/ui/field'
import { formatIsoDate } from '@/lib/time/dates'
import { nextPeriods } from '@/lib/time/schedule'
import { type ScheduleFields, scheduleFields, scheduleOf } from '@/lib/time/schedule-fields'

const DAYS_SHOWN = 5

/** The options of a select for the day of the month. */
export const DAY_OF_MONTH_OPTIONS = Array.from({ length: 31 }, (_, index) => index + 1).map((day) => (
  <option key={day} value={day}>
    {day === 31 ? 'Last day' : day}
  </option>
))

/** An empty field is null; the schema refuses text that is no number. */
export const asNumber = {
  setValueAs: (text: unknown) => (text === '' || text === null ? null : Number(text)),
}
const asDay = { setValueAs: (text: string | null) => text || null }

type SchedulePartProps = {
  form: UseFormReturn<ScheduleFields>
  /** The thing that each day creates: `invoice`. */
  what: 'invoice' | 'payout'
  /** Periods that were before. */
  pastCount: number
  /** The first day that can be chosen, `YYYY-MM-DD`. */
  earliestOn: string
}

/** The fields for how often, and from which day on. */
export function PeriodFields({ form, what, pastCount, earliestOn }: SchedulePartProps) {
  const { register, watch, formState } = form
  const { errors } = formState
  return (
    <>
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
              <option value="week">Weeks</option>
              <option value="month">Months</option>
              <option value="year">Years</option>
            </Select>
          )}
        </Field>
      </div>
      <Field label={`${pastCount > 0 ? 'Next' : 'First'} ${what}`} error={errors.startsOn?.message}>
        {(props) => (
          <Input {...props} {...register('startsOn')} type="date" min={earliestOn} max="2999-12-31" />
        )}
      </Field>
      {watch('unit') !== 'week' && (
        <Field label="Day of month" hint="In shorter months, the last day" error={errors.dayOfMonth?.message}>
          {(props) => (
            <Select {...props} {...register('dayOfMonth', asNumber)}>
              {DAY_OF_MONTH_OPTIONS}
            </Select>
          )}
        </Field>
      )}
    </>
  )
}

type EndFieldsProps = SchedulePartProps & {
  /** How the page says that earlier ones exist: `issued`. */
  past: string
}

/** The fields for the end, if there is one. */
export function EndFields({ form, what, past, pastCount, earliestOn }: EndFieldsProps) {
  const { register, watch, formState } = form
  const { errors } = formState
  const end = watch('end')
  return (
    <>
      <Field label="Ends">
        {(props) => (
          <Select {...props} {...register('end')}>
            <option value="never">Never</option>
            <option value="on">On a date</option>
            <option value="after">After a number of {what}s</option>
          </Select>
        )}
      </Field>
      {end === 'on' && (
        <Field label="Last day" error={errors.endsOn?.message}>
          {(props) => (
            <Input {...props} {...register('endsOn', asDay)} type="date" min={earliestOn} max="2999-12-31" />
          )}
        </Field>
      )}
      {end === 'after' && (
        <Field
          label={`Number of ${what}s`}
          hint={pastCount > 0 ? `In all, with the ${pastCount} ${past} so far` : undefined}
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
    </>
  )
}

/** The next days of the schedule as it is typed, by the service's own calendar. */
export function SchedulePreview({ form, what, pastCount }: Omit<SchedulePartProps, 'earliestOn'>) {
  const valid = scheduleFields.safeParse(form.watch())
  const days = valid.success ? daysOf(valid.data, pastCount) : []
  return (
    <div className="sm:col-span-2" aria-live="polite">
      <p className="font-medium text-[0.8125rem]">Next {what}s</p>
      <DayList days={days} />
    </div>
  )
}

function daysOf(fields: ScheduleFields, pastCount: number): string[] {
  const { schedule, end } = scheduleOf(fields)
  return nextPeriods(schedule, end, { index: 0, pastCount }, DAYS_SHOWN).map(formatIsoDate)
}
