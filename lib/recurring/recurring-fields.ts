import { z } from 'zod'
import { between, newSchedule, scheduleFields } from '@/lib/time/schedule-fields'

/* When the invoices of a series are issued, as form and service read it. */

export const MAX_DUE_AFTER_DAYS = 365

export const recurringFields = scheduleFields.safeExtend({
  dueAfterDays: between(0, MAX_DUE_AFTER_DAYS),
  isSent: z.boolean().describe('True if invoices are sent; otherwise they are left as drafts.'),
})

export type RecurringFields = z.infer<typeof recurringFields>

/** A new series: monthly, on the day of the month on which it starts. */
export function newRecurring(today: Date): RecurringFields {
  return { ...newSchedule(today), dueAfterDays: 30, isSent: true }
}
