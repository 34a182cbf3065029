/** Outcomes of a sandbox payout, by account number. */
export const PAYOUT_OUTCOMES = [
  { number: '000111111116', code: 'no_account', text: 'Refused: 502, and the money is back.' },
  { number: '000111111113', code: 'account_closed', text: 'Refused: 502, and the money is back.' },
  {
    number: '000222222227',
    code: 'insufficient_funds',
    text: "Refused: 502. It is the provider's own balance that is too low, not yours.",
  },
  {
    number: '000444444440',
    code: 'lost_answer',
    text: 'It is accepted, but the answer gets lost: 200 with `PROCESSING` after the time-out. When the service asks again, it finds `DELIVERED`, and the payout becomes `PAID`.',
  },
  {
    number: '000555555559',
    code: 'lost_request',
    text: 'The request gets lost: 200 with `PROCESSING` after the time-out. When the service asks again, it learns that there was none, and the payout becomes `FAILED`, the money back.',
  },
  {
    number: '000666666661',
    code: 'returned',
    text: '`PAID` at once. When the provider is looked at again, the bank has sent it back: `RETURNED`.',
  },
  {
    number: '000777777771',
    code: 'slow',
    text: '`PROCESSING`, and still so at the first look-up; the second finds it delivered: `PAID`.',
  },
] as const

/** Outcomes of a sandbox card: `null` pays, otherwise the decline code. */
export const CARD_OUTCOMES = [
  { number: '4242 4242 4242 4242', code: null, text: 'Pays.' },
  { number: '4000 0000 0000 0002', code: 'card_declined', text: 'Declined.' },
  { number: '4000 0000 0000 9995', code: 'insufficient_funds', text: 'Declined: insufficient funds.' },
  { number: '4000 0000 0000 0069', code: 'expired_card', text: 'Declined: the card has expired.' },
  { number: '4000 0000 0000 0127', code: 'incorrect_cvc', text: 'Declined: wrong security code.' },
  { number: '4000 0000 0000 0119', code: 'processing_error', text: 'Declined: an error while processing.' },
] as const
