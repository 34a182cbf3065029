/** The cards of test mode; `decline` is the code that each is declined with. */
export const SANDBOX_CARDS = [
  { number: '4242424242424242', decline: null },
  { number: '4000000000000002', decline: 'card_declined' },
  { number: '4000000000009995', decline: 'insufficient_funds' },
  { number: '4000000000000069', decline: 'expired_card' },
  { number: '4000000000000127', decline: 'incorrect_cvc' },
  { number: '4000000000000119', decline: 'processing_error' },
] as const
