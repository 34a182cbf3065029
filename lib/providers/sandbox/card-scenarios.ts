/** What each sandbox card does: `null` pays, a code declines. */
const cards: ReadonlyMap<string, string | null> = new Map([
  ['4242424242424242', null],
  ['4000000000000002', 'card_declined'],
  ['4000000000009995', 'insufficient_funds'],
  ['4000000000000069', 'expired_card'],
  ['4000000000000127', 'incorrect_cvc'],
  ['4000000000000119', 'processing_error'],
])

/**
 * The code that a charge to the card is declined with, or `null` where it pays. Only the listed cards
 * work: a real card, entered into a sandbox by mistake, must not look as if it had paid.
 */
export function cardDecline(number: string): string | null {
  const decline = cards.get(number.replace(/[\s-]/g, ''))
  return decline === undefined ? 'card_not_supported' : decline
}

const declines: ReadonlyMap<string, string> = new Map([
  ['card_declined', 'Your card was declined.'],
  ['insufficient_funds', 'Your card has insufficient funds.'],
  ['expired_card', 'Your card has expired.'],
  ['incorrect_cvc', "Your card's security code is incorrect."],
  ['processing_error', 'An error occurred while processing your card. Try again in a little while.'],
  ['card_not_supported', 'Use a sandbox card such as 4242 4242 4242 4242.'],
  ['already_paid', 'This payment has already been made.'],
  ['no_such_session', 'There is no such checkout session.'],
  ['never_accepted', 'No charge was made under this key, and none can be made any more.'],
  ['idempotency_mismatch', 'The key belongs to a charge of another checkout session.'],
])

/** Words for the buyer. */
export function declineDetail(code: string): string {
  return declines.get(code) ?? 'Your card was declined.'
}
