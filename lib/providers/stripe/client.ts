import Stripe from 'stripe'
import { SignalledHttpClient } from './http-client'

export type StripeOptions = {
  secretKey: string
  /** Where the API is; Stripe's own where it is left out. */
  apiBase?: { protocol: 'http' | 'https'; host: string; port: number }
}

/**
 * Tries after the first. The package takes half a second before one and doubles that, so all of them fit
 * into a few seconds. It tries again on a lost connection, 409, 5xx and what `Stripe-Should-Retry` asks
 * for, always with the same idempotency key; a 429 it leaves to us, and our callers ask again later.
 */
const maxNetworkRetries = 2

/** One try. The caller's signal is mostly shorter; with a long one, a try that hangs is not the last. */
const tryTimeoutMs = 10_000

/**
 * A client for one call, whose requests end with the signal. The version of the API is the package's own:
 * its types hold for that version only, and a new one comes with a new package.
 */
export function stripeClient({ secretKey, apiBase }: StripeOptions, signal: AbortSignal): Stripe {
  return new Stripe(secretKey, {
    ...apiBase,
    httpClient: new SignalledHttpClient(signal),
    maxNetworkRetries,
    timeout: tryTimeoutMs,
    // It would also keep an id of this machine in the home directory.
    telemetry: false,
  })
}
