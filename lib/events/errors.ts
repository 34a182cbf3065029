import type { Entries } from '@/lib/error-entry'

export const eventRefusals = {
  invalid_wait: {
    status: 400,
    message: 'wait must be a whole number from 0 to 30',
    meaning: 'Any other number of seconds.',
  },
  unknown_event_type: {
    status: 400,
    message: 'Unknown event type <type>',
    meaning: 'There is no such event type. They are written in full, such as `invoice.paid`.',
  },
  event_not_found: {
    status: 404,
    message: 'Event not found',
    meaning: 'This account has no event with this id.',
  },
  trace_not_found: {
    status: 404,
    message: 'Trace not found',
    meaning:
      'This account has no request, invoice, payment, payout, event or delivery with this id, and has not used it as an `Idempotency-Key`.',
  },
} as const satisfies Entries
