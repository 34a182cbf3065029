/** Outcomes of a sandbox payout, by account number. */
export const PAYOUT_OUTCOMES = [
  { number: '000111111116', code: 'no_account', text: 'Refused with 502. The money is back in your wallet.' },
  {
    number: '000111111113',
    code: 'account_closed',
    text: 'Refused with 502. The money is back in your wallet.',
  },
  {
    number: '000222222227',
    code: 'insufficient_funds',
    text: "Refused with 502: the provider's own balance is too low, not yours.",
  },
  {
    number: '000444444440',
    code: 'lost_answer',
    text: 'Accepted, but the provider’s response is lost: 200 with `PROCESSING` after the timeout. When the service checks again, the payout becomes `PAID`.',
  },
  {
    number: '000555555559',
    code: 'lost_request',
    text: 'The request is lost: 200 with `PROCESSING` after the timeout. When the service checks again, the provider knows nothing of it: the payout becomes `FAILED`, and the money is back in your wallet.',
  },
  {
    number: '000666666661',
    code: 'returned',
    text: '`PAID` at once. At the next check the bank has sent it back: `RETURNED`.',
  },
  {
    number: '000777777771',
    code: 'slow',
    text: '`PROCESSING`, also at the first check. At the second it is `PAID`.',
  },
] as const

/** The outcome of a refund, by the card that paid. */
export const REFUND_OUTCOMES = [
  { number: '4000 0000 0000 7726', code: 'pending', text: '`PENDING`. At the next check it is `SUCCEEDED`.' },
  {
    number: '4000 0000 0000 5126',
    code: 'fails',
    text: '`PENDING`. At the next check it is `FAILED`, and the money is back in your wallet.',
  },
  { number: '4000 0000 0000 3337', code: 'refused', text: '`FAILED` at once. Your wallet keeps the money.' },
  {
    number: '4000 0000 0000 4442',
    code: 'lost_answer',
    text: 'Refunded, but the provider’s response is lost: `PENDING` after the timeout. When the service checks again, it is `SUCCEEDED`.',
  },
] as const

/** Outcomes of a sandbox card: `null` pays, otherwise the decline code. */
export const CARD_OUTCOMES = [
  { number: '4242 4242 4242 4242', code: null, text: 'Paid.' },
  { number: '4000 0000 0000 0002', code: 'card_declined', text: 'Declined.' },
  { number: '4000 0000 0000 9995', code: 'insufficient_funds', text: 'Declined: insufficient funds.' },
  { number: '4000 0000 0000 0069', code: 'expired_card', text: 'Declined: the card has expired.' },
  { number: '4000 0000 0000 0127', code: 'incorrect_cvc', text: 'Declined: wrong security code.' },
  { number: '4000 0000 0000 0119', code: 'processing_error', text: 'Declined: processing error.' },
] as const
