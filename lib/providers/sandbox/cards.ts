import type { RefundScenario } from './refund-scenarios'

const DECLINES = {
  card_declined: 'The bank declined the card.',
  insufficient_funds: 'The card has insufficient funds.',
  expired_card: 'The card has expired.',
  incorrect_cvc: 'The security code (CVC) is incorrect.',
  processing_error: 'The card could not be processed. Try again in a moment.',
  card_not_supported: 'The sandbox takes test cards only, such as 4242 4242 4242 4242.',
}

type DeclineCode = keyof typeof DECLINES

/** The sandbox's cards and the code each is declined with; null pays. */
export const SANDBOX_CARDS = [
  { number: '4242424242424242', decline: null },
  { number: '4000000000000002', decline: 'card_declined' },
  { number: '4000000000009995', decline: 'insufficient_funds' },
  { number: '4000000000000069', decline: 'expired_card' },
  { number: '4000000000000127', decline: 'incorrect_cvc' },
  { number: '4000000000000119', decline: 'processing_error' },
] as const satisfies readonly { number: string; decline: DeclineCode | null }[]

/** The outcome of refunds by the card that paid: any other card's are made at once. */
export const REFUND_CARDS = [
  { number: '4000000000007726', refund: 'pending' },
  { number: '4000000000005126', refund: 'fails' },
  { number: '4000000000003337', refund: 'refused' },
  { number: '4000000000004442', refund: 'lost_answer' },
] as const satisfies readonly { number: string; refund: RefundScenario }[]

/**
 * The code that the card is declined with, or null if it pays. Only the listed cards pay: a real card entered
 * by mistake must not look as if it had been charged.
 */
export function cardDecline(number: string): DeclineCode | null {
  if (refundScenario(number)) return null
  const card = SANDBOX_CARDS.find((each) => each.number === digitsOf(number))
  return card ? card.decline : 'card_not_supported'
}

export function refundScenario(number: string): RefundScenario | null {
  return REFUND_CARDS.find((each) => each.number === digitsOf(number))?.refund ?? null
}

/** The last four digits, as receipts name the card. */
export function lastFour(number: string): string {
  return digitsOf(number).slice(-4)
}

function digitsOf(number: string): string {
  return number.replace(/[\s-]/g, '')
}

/** A decline in words for the buyer. */
export function declineWords(code: string): string {
  return Object.hasOwn(DECLINES, code) ? DECLINES[code as DeclineCode] : DECLINES.card_declined
}
