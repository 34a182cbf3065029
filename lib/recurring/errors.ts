import type { Entries } from '@/lib/error-entry'

export const recurringErrors = {
  recurring_not_found: { status: 404, message: 'Recurring invoice not found' },
  /** Somebody else has changed the series since its page was opened. */
  recurring_changed: {
    status: 409,
    message: 'Somebody else has changed this recurring invoice. Reload the page to see how it is now.',
  },
  recurring_ended: { status: 409, message: 'This recurring invoice has ended' },
  /** Its last day has passed, so nothing is left to resume. */
  recurring_over: { status: 409, message: 'Its last day has passed. Change its end before you resume it.' },
  /** Only a series that has issued nothing can be deleted. */
  recurring_has_invoices: { status: 409, message: 'It has issued invoices, so it can only be ended' },
} as const satisfies Entries
