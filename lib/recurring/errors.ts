import type { Entries } from '@/lib/error-entry'

export const recurringRefusals = {
  invalid_interval: {
    status: 400,
    message: 'interval must be week, month, quarter or year',
    meaning: '`interval` is missing, or another value.',
  },
  invalid_interval_count: {
    status: 400,
    message: 'interval_count must be a whole number from 1 to <most>',
    meaning: 'Any other value. An invoice comes at least every 52 weeks, 36 months, 12 quarters or 10 years.',
  },
  invalid_start_on: {
    status: 400,
    message: 'Invalid start_on. Use YYYY-MM-DD, from today (UTC) on and within 100 years',
    meaning:
      '`start_on` is missing, has another format, or is a day that is over, too far ahead or doesn’t exist.',
  },
  invalid_end_on: {
    status: 400,
    message: 'Invalid end_on. Use YYYY-MM-DD, from start_on on',
    meaning: 'A different format, a day that does not exist, or one before `start_on`.',
  },
  invalid_delivery: {
    status: 400,
    message: 'delivery must be send or draft',
    meaning: '`delivery` is missing, or another value.',
  },
  invalid_due_after_days: {
    status: 400,
    message: 'due_after_days must be a whole number from 0 to 365',
    meaning: 'Any other value.',
  },
  invalid_recurring_status: {
    status: 400,
    message: 'status must be active, paused or ended',
    meaning: '`status` is missing, or another value.',
  },
} as const satisfies Entries

export const recurringErrors = {
  recurring_not_found: {
    status: 404,
    message: 'Recurring invoice not found',
    meaning: 'This account has no recurring invoice with this id.',
  },
  /** Somebody else has changed the series since its page was opened. */
  recurring_changed: {
    status: 409,
    message: 'Somebody else has changed this recurring invoice. Reload the page to see how it is now.',
  },
  recurring_ended: {
    status: 409,
    message: 'This recurring invoice has ended',
    meaning: 'Ending is for good. Create another one.',
  },
  /** Its last day has passed, so nothing is left to resume. */
  recurring_over: {
    status: 409,
    message: 'Its last day has passed. Change its end before you resume it.',
    meaning: 'No invoice is left until its `end_on`. Change that in the dashboard, or create another one.',
  },
  /** Only a series that has issued nothing can be deleted. */
  recurring_has_invoices: { status: 409, message: 'It has issued invoices, so it can only be ended' },
} as const satisfies Entries
