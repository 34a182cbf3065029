import type { Outcome } from './shared/outcome'

/** Who made a payout or payment, as it is stored with it. */
type Stored = {
  provider: string
  /** Which of the provider's accounts; left out, or empty, where that is not known. */
  providerAccount?: string
}

/**
 * The provider that is stored with a payout or payment, of those that are configured. Null where it is not
 * among them, or where our keys lead to another account of it: nobody else can say what became of the
 * payout or payment, and a "not seen" of anybody else would be taken for "never made".
 */
export function storedProvider<P extends { name: string; account?: string }>(
  configured: readonly P[],
  { provider: name, providerAccount = '' }: Stored,
): P | null {
  const isStored = (provider: P) =>
    provider.name === name && (providerAccount === '' || provider.account === providerAccount)
  return configured.find(isStored) ?? null
}

/** What is known where there is nobody to ask. */
export function unreachable({ provider }: Stored): Extract<Outcome<never>, { kind: 'unknown' }> {
  return { kind: 'unknown', reason: `${provider} is not configured, or with the keys of another account` }
}
