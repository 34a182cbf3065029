const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** When a provider that has not said is asked again: soon at first, then every hour until it knows. */
const UNSETTLED_DELAYS_MS = [15 * SECOND, 30 * SECOND, MINUTE, 5 * MINUTE, 15 * MINUTE]

/** When a delivered payout is looked at again, since a bank may still send it back. */
const DELIVERED_DELAYS_MS = [10 * MINUTE, HOUR, 24 * HOUR, 72 * HOUR]

/** Milliseconds until the next look-up of what is not settled, after `checkCount` look-ups. */
export function nextCheckDelayMs(checkCount: number): number {
  return UNSETTLED_DELAYS_MS[checkCount] ?? HOUR
}

/** The same for a delivered payout; null when it has been watched for long enough. */
export function nextReturnCheckDelayMs(checkCount: number): number | null {
  return DELIVERED_DELAYS_MS[checkCount] ?? null
}
