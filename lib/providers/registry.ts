import assert from 'node:assert/strict'
import { connectionPool } from '@/lib/db/client'
import type { Mode } from '@/lib/db/generated/enums'
import { DomainError } from '@/lib/errors'
import type { PaymentProvider } from './payment-provider'
import type { PayoutProvider } from './payout-provider'
import { createSandboxPaymentProvider } from './sandbox/payment-provider'
import { createSandboxPayoutProvider } from './sandbox/payout-provider'

/*
 * Which provider serves which mode. Test mode is served by the sandbox, always. Live mode has no
 * provider yet, so live keys can't be made.
 */

let sandbox: { payments: PaymentProvider; payouts: PayoutProvider } | undefined

function sandboxProviders() {
  sandbox ??= {
    payments: createSandboxPaymentProvider(connectionPool()),
    payouts: createSandboxPayoutProvider(connectionPool()),
  }
  return sandbox
}

/** `live_mode_unavailable` where no provider is configured for the mode. */
export function paymentProviderFor(mode: Mode): PaymentProvider {
  if (mode === 'live') throw new DomainError('live_mode_unavailable')
  return sandboxProviders().payments
}

/** `live_mode_unavailable` where no provider is configured for the mode. */
export function payoutProviderFor(mode: Mode): PayoutProvider {
  if (mode === 'live') throw new DomainError('live_mode_unavailable')
  return sandboxProviders().payouts
}

/** The provider that a payout was sent through. */
export function payoutProviderNamed(name: string): PayoutProvider {
  const provider = sandboxProviders().payouts
  assert(provider.name === name, `no payout provider is called ${name}`)
  return provider
}

/** Whether live mode has both of its providers. */
export function isLiveModeAvailable(): boolean {
  return false
}
