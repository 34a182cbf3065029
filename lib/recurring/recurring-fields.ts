import { z } from 'zod'
import { formatIsoDate, parseIsoDate } from '@/lib/time/dates'
import { type End, MAX_INTERVAL, type Schedule, UNITS } from './schedule'

/* When the invoices of a series are issued, as form and service read it. */

const WHOLE = 'Enter a whole number'

const between = (least: number, most: number) =>
  z
    .int(WHOLE)
    .min(least, `Enter a number from ${least} to ${most}`)
    .max(most, `Enter a number from ${least} to ${most}`)

const MAX_INVOICES = 999

export const MAX_DUE_AFTER_DAYS = 365

export const recurringFields = z
  .object({
    every: between(1, MAX_INTERVAL.WEEK),
    unit: z.enum(UNITS),
    dayOfMonth: between(1, 31).describe('31 for the last day of each month. Ignored for weeks.'),
    startsOn: z.iso.date('Enter a date'),
    end: z.enum(['never', 'on', 'after']),
    endsOn: z.iso.date('Enter a date').nullable(),
    endsAfter: between(1, MAX_INVOICES).nullable(),
    dueAfterDays: between(0, MAX_DUE_AFTER_DAYS),
    isSent: z.boolean().describe('True if invoices are sent; otherwise they are left as drafts.'),
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

export type RecurringFields = z.infer<typeof recurringFields>

/** The schedule and the end that valid fields describe. */
export function scheduleOf(fields: RecurringFields): { schedule: Schedule; end: End } {
  const { every, unit, dayOfMonth, startsOn, end, endsOn, endsAfter } = fields
  return {
    schedule: {
      every,
      unit,
      dayOfMonth: unit === 'WEEK' ? null : dayOfMonth,
      startsOn: parseIsoDate(startsOn) ?? new Date(Number.NaN),
    },
    end: {
      endsOn: end === 'on' && endsOn ? parseIsoDate(endsOn) : null,
      endsAfter: end === 'after' ? endsAfter : null,
    },
  }
}

/** A new series: monthly, on the day of the month on which it starts. */
export function newRecurring(today: Date): RecurringFields {
  return {
    every: 1,
    unit: 'MONTH',
    dayOfMonth: today.getUTCDate(),
    startsOn: formatIsoDate(today),
    end: 'never',
    endsOn: null,
    endsAfter: null,
    dueAfterDays: 30,
    isSent: true,
  }
}
