import { z } from 'zod'
import { centsOf } from '@/lib/money/decimals'
import type { Schedule } from '@/lib/time/schedule'
import { between } from '@/lib/time/schedule-fields'

/* Automatic withdrawals, as form and service read them. */

const MAX_AMOUNT_CHARACTERS = 20

const amount = (least: bigint, tooLittle: string) =>
  z
    .string()
    .max(MAX_AMOUNT_CHARACTERS, 'Enter a smaller amount')
    .superRefine((text, context) => {
      const cents = centsOf(text)
      if (cents === null) context.addIssue('Enter an amount such as 25 or 1,250.00')
      else if (cents < least) context.addIssue(tooLittle)
    })

export const sweepFields = z.object({
  bankAccountId: z.string('Choose a bank account').min(1, 'Choose a bank account'),
  unit: z.enum(['day', 'week', 'month']),
  weekday: between(1, 7).describe('From Monday. Ignored but for weeks.'),
  dayOfMonth: between(1, 31).describe('31 for the last day of each month. Ignored but for months.'),
  keep: amount(0n, 'Enter 0 or more').describe('In dollars, left in the wallet.'),
  least: amount(1n, 'Enter an amount above zero').describe('In dollars. Less than this is not sent.'),
})

export type SweepFields = z.infer<typeof sweepFields>

/** The schedule of valid fields, whose first day is this one or the next that fits. */
export function sweepSchedule({ unit, weekday, dayOfMonth }: SweepFields, from: Date): Schedule {
  const daysAhead = unit === 'week' ? (weekday - from.getUTCDay() + 7) % 7 : 0
  const startsOn = new Date(from)
  startsOn.setUTCDate(startsOn.getUTCDate() + daysAhead)
  return { unit, every: 1, startsOn, dayOfMonth: unit === 'month' ? dayOfMonth : null }
}

/** Monday to Sunday, as the field counts. */
export function weekdayOf(day: Date): number {
  return day.getUTCDay() || 7
}
