import { z } from 'zod'
import { formatIsoDate, parseIsoDate } from './dates'
import { type End, MAX_INTERVAL, type Schedule, UNITS } from './schedule'

/* The schedule of a series, as form and service read it. */

const WHOLE = 'Enter a whole number'

export const between = (least: number, most: number) =>
  z
    .int(WHOLE)
    .min(least, `Enter a number from ${least} to ${most}`)
    .max(most, `Enter a number from ${least} to ${most}`)

const MAX_PERIODS = 999

export const scheduleFields = z
  .object({
    every: between(1, MAX_INTERVAL.week),
    unit: z.enum(UNITS),
    dayOfMonth: between(1, 31).describe('31 for the last day of each month. Ignored for weeks.'),
    startsOn: z.iso.date('Enter a date'),
    end: z.enum(['never', 'on', 'after']),
    endsOn: z.iso.date('Enter a date').nullable(),
    endsAfter: between(1, MAX_PERIODS).nullable(),
  })
  .superRefine((fields, context) => {
    const refuse = (path: keyof typeof fields, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    const most = MAX_INTERVAL[fields.unit]
    if (fields.every > most) refuse('every', `Enter a number from 1 to ${most}`)
    if (fields.end === 'on' && fields.endsOn === null) refuse('endsOn', 'Enter a date')
    if (fields.end === 'after' && fields.endsAfter === null) refuse('endsAfter', WHOLE)
    if (fields.end === 'on' && fields.endsOn && fields.endsOn < fields.startsOn) {
      refuse('endsOn', 'Enter a day after the first one')
    }
  })

export type ScheduleFields = z.infer<typeof scheduleFields>

/** The schedule and the end that valid fields describe. */
export function scheduleOf(fields: ScheduleFields): { schedule: Schedule; end: End } {
  const { every, unit, dayOfMonth, startsOn, end, endsOn, endsAfter } = fields
  return {
    schedule: {
      every,
      unit,
      dayOfMonth: unit === 'week' ? null : dayOfMonth,
      startsOn: parseIsoDate(startsOn) ?? new Date(Number.NaN),
    },
    end: {
      endsOn: end === 'on' && endsOn ? parseIsoDate(endsOn) : null,
      endsAfter: end === 'after' ? endsAfter : null,
    },
  }
}

/** The fields of a stored series that goes on from this day, `YYYY-MM-DD`. */
export function fieldsOfSchedule(
  { every, unit, dayOfMonth }: Pick<ScheduleFields, 'every' | 'unit'> & Pick<Schedule, 'dayOfMonth'>,
  { endsOn, endsAfter }: { endsOn: string | null; endsAfter: number | null },
  startsOn: string,
): ScheduleFields {
  return {
    every,
    unit,
    dayOfMonth: dayOfMonth ?? Number(startsOn.slice(8)),
    startsOn,
    end: endsOn ? 'on' : endsAfter ? 'after' : 'never',
    endsOn,
    endsAfter,
  }
}

/** A new series: monthly, on the day of the month on which it starts. */
export function newSchedule(today: Date): ScheduleFields {
  const monthly = { every: 1, unit: 'month', dayOfMonth: null } as const
  return fieldsOfSchedule(monthly, { endsOn: null, endsAfter: null }, formatIsoDate(today))
}
