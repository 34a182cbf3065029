import type { Entries } from '@/lib/error-entry'

export const testModeRefusals = {
  invalid_outcome: {
    status: 400,
    message: 'outcome must be one of <values>',
    meaning: '`outcome` has another value, or is missing where it has no default.',
  },
  invalid_days: {
    status: 400,
    message: 'days must be a whole number from 1 to <most>',
    meaning: '`days` is missing, or another value.',
  },
} as const satisfies Entries

export const testModeErrors = {
  /** The provider knows no payment of the invoice: it was marked as paid. */
  payment_not_made: {
    status: 409,
    message: 'Invoice was marked as paid without a payment',
    meaning:
      'Only a payment can be disputed or suspected: pay the invoice with a sandbox card or `POST /api/v2/test/invoice/{id}/pay`.',
  },
  /** Refunds and disputes have left nothing. */
  nothing_to_dispute: {
    status: 409,
    message: 'Nothing of the payment is left to dispute',
    meaning: 'Refunds and disputes have taken all of it.',
  },
  no_open_dispute: {
    status: 409,
    message: 'Invoice has no open dispute',
    meaning: 'Only an open dispute can be won or lost.',
  },
  refund_in_progress: {
    status: 409,
    message: 'A refund of the invoice is in progress',
    meaning:
      'The dispute is open, and is recorded if the refund fails. The event `dispute.opened` reports it.',
  },
  /** A payout that has failed or come back, or one that was delivered and can't fail any more. */
  payout_settled_already: {
    status: 409,
    message: 'Payout is already settled',
    meaning: 'A `FAILED` or `RETURNED` payout stays what it is, and a `PAID` one can only be returned.',
  },
  test_clock_advancing: {
    status: 409,
    message: 'The test clock is being advanced',
    meaning: 'By another request. Nothing was done. `Retry-After` says how many seconds to wait.',
    retry: 'after-delay',
    retryAfterSeconds: 1,
  },
} as const satisfies Entries
