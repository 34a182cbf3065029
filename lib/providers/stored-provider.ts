import type { Outcome } from './shared/outcome'

/** The provider stored with a payout or payment. */
type Stored = {
  provider: string
  /** The provider's account that our keys belonged to. Missing or empty if unknown. */
  providerAccount?: string
}

/**
 * Finds the provider stored with a payout or payment. Null if it is not configured, or if our keys now belong
 * to another of its accounts. No other provider or account knows the outcome, and its "not seen" would be
 * mistaken for "never made".
 */
export function storedProvider<P extends { name: string; account?: string }>(
  configured: readonly P[],
  { provider: name, providerAccount = '' }: Stored,
): P | null {
  const isStored = (provider: P) =>
    provider.name === name && (providerAccount === '' || provider.account === providerAccount)
  return configured.find(isStored) ?? null
}

/** The outcome if `storedProvider` found none. */
export function unreachable({ provider }: Stored): Extract<Outcome<never>, { kind: 'unknown' }> {
  return { kind: 'unknown', reason: `${provider} is not configured, or with the keys of another account` }
}
