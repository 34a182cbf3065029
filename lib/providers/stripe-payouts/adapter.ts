import assert from 'node:assert/strict'
import type { Adapter, SettingsOf } from '../manifest'
import { connectionOf } from '../stripe/adapter'
import type { stripePayouts } from './manifest'
import { createStripePayoutProvider } from './payout-provider'

export const adapter: Adapter<SettingsOf<typeof stripePayouts>> = {
  payouts: (settings, { beneficiaries }) => {
    const { STRIPE_PAYOUTS_PREVIEW: financialAccount, STRIPE_PAYOUTS_NETWORKS: preferred } = settings
    assert(financialAccount, 'Stripe Global Payouts is configured')
    return createStripePayoutProvider({
      ...connectionOf(settings),
      financialAccount,
      networks: preferred,
      recipients: beneficiaries,
    })
  },
}
