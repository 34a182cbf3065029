import { z } from 'zod'
import { hasControlCharacters } from '@/lib/control-characters'
import { centsOf } from '@/lib/money/decimals'
import { newSchedule, type ScheduleFields, scheduleFields } from '@/lib/time/schedule-fields'

/* A recurring payout, as form and service read it. */

const MAX_REFERENCE_CHARACTERS = 500

const amount = z.string().superRefine((text, context) => {
  const cents = centsOf(text)
  const problem = text.trim() === '' ? 'Enter an amount' : 'Enter an amount such as 25 or 1,250.00'
  if (cents === null) context.addIssue(problem)
  else if (cents <= 0n) context.addIssue('Enter an amount above zero')
})

export const recurringPayoutFields = scheduleFields.safeExtend({
  bankAccountId: z.string('Choose a bank account'),
  amount: amount.describe('In dollars, of each payout.'),
  reference: z
    .string()
    .trim()
    .max(MAX_REFERENCE_CHARACTERS, `At most ${MAX_REFERENCE_CHARACTERS} characters`)
    .refine((text) => !hasControlCharacters(text), 'Leave out control characters')
    .describe('Each payout’s `metadata` has it as `reference`. Empty for none.'),
})

export type RecurringPayoutFields = z.infer<typeof recurringPayoutFields>

/** A new series: monthly, on the day of the month on which it starts. */
export function newRecurringPayout(today: Date, bankAccountId: string): RecurringPayoutFields {
  const schedule: ScheduleFields = newSchedule(today)
  return { ...schedule, bankAccountId, amount: '', reference: '' }
}
