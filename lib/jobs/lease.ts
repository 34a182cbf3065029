/** What the transactions before and after a provider's call may take. */
const MARGIN_MS = 5000

/**
 * How long a request that calls a provider holds what it works on. While the lease lasts nobody else
 * asks about the same payment or payout; once it is over the holder counts as dead.
 */
export function leaseMs(providerTimeoutMs: number): number {
  return providerTimeoutMs + MARGIN_MS
}

/** The same for the claim on an idempotency key: it outlives the lease of what its request has made. */
export function claimLeaseMs(providerTimeoutMs: number): number {
  return leaseMs(providerTimeoutMs) + 500
}
