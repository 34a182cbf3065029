/**
 * English texts for decline codes, for the API and the vendor. The buyer's pages have their own in each
 * language.
 */
export const DECLINES = {
  card_declined: 'The bank declined the card.',
  insufficient_funds: 'The card has insufficient funds.',
  expired_card: 'The card has expired.',
  incorrect_cvc: 'The security code (CVC) is incorrect.',
  processing_error: 'The card could not be processed. Try again in a moment.',
  card_not_supported: 'The card is not supported.',
}

export type DeclineCode = keyof typeof DECLINES

export function isDeclineCode(code: string): code is DeclineCode {
  return Object.hasOwn(DECLINES, code)
}
