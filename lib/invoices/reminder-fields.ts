import { z } from 'zod'
import { MESSAGE_LENGTH } from './invoice-fields'

/** The reminders that a buyer may get, in the order in which they come. */
export const REMINDER_KINDS = ['reminder_due_soon', 'reminder_overdue', 'reminder_long_overdue'] as const

export type ReminderKind = (typeof REMINDER_KINDS)[number]

type ReminderSetting = {
  isOn: boolean
  /** Before the due date, or after it. */
  days: number
  /** The vendor's own words at the top of the mail, in lines; empty for none. */
  message: string
}

export type ReminderSettings = Record<ReminderKind, ReminderSetting>

/** The reminders of a vendor who has set none. */
export const DEFAULT_REMINDERS: ReminderSettings = {
  reminder_due_soon: { isOn: true, days: 3, message: '' },
  reminder_overdue: { isOn: true, days: 1, message: '' },
  reminder_long_overdue: { isOn: true, days: 7, message: '' },
}

const MAX_DAYS_BEFORE = 30
const MAX_DAYS_AFTER = 90
/** So that a sweep that makes up for an outage doesn't send both. */
const DAYS_BETWEEN = 3

const reminder = (maxDays: number) => {
  const fault = `Enter a number of days from 1 to ${maxDays}`
  return z.object({
    isOn: z.boolean(),
    days: z.int(fault).min(1, fault).max(maxDays, fault),
    message: z
      .string()
      .refine(
        (text) => text.length <= MESSAGE_LENGTH || [...text].length <= MESSAGE_LENGTH,
        `At most ${MESSAGE_LENGTH} characters`,
      ),
  })
}

export const reminderSettings = z
  .object({
    reminder_due_soon: reminder(MAX_DAYS_BEFORE),
    reminder_overdue: reminder(MAX_DAYS_AFTER),
    reminder_long_overdue: reminder(MAX_DAYS_AFTER),
  })
  .refine(
    ({ reminder_overdue: first, reminder_long_overdue: second }) => second.days >= first.days + DAYS_BETWEEN,
    {
      path: ['reminder_long_overdue', 'days'],
      message: `The second reminder must come at least ${DAYS_BETWEEN} days after the first`,
    },
  ) satisfies z.ZodType<ReminderSettings>
