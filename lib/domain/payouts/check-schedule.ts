const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** When a provider that has not said is asked again: soon at first, then every hour until it knows. */
const UNSETTLED_DELAYS_MS = [15 * SECOND, 30 * SECOND, MINUTE, 5 * MINUTE, 15 * MINUTE]

/** How long after its delivery a payout is looked at again, since a bank may still send it back. */
const DELIVERED_CHECKS_MS = [10 * MINUTE, HOUR, 25 * HOUR, 97 * HOUR]

/** Milliseconds until the next look-up of what is not settled, after `checkCount` look-ups. */
export function nextCheckDelayMs(checkCount: number): number {
  return UNSETTLED_DELAYS_MS[checkCount] ?? HOUR
}

/**
 * The same for a payout that was delivered so many milliseconds ago; null when it has been watched for
 * long enough. By time and not by count: notifications, of which there may be many, lead to look-ups too.
 */
export function nextReturnCheckDelayMs(deliveredForMs: number): number | null {
  const next = DELIVERED_CHECKS_MS.find((checkMs) => checkMs > deliveredForMs)
  return next === undefined ? null : next - deliveredForMs
}
