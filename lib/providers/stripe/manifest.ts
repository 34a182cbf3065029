import { secret, webUrl, words } from '@/lib/setting-fields'
import { defineProvider } from '../manifest'

/** Shared by both of Stripe's providers. */
export const stripeKey = {
  STRIPE_SECRET_KEY: secret.optional().register(words, {
    values: '`sk_live_…` or `rk_live_…`',
    text: "Stripe's secret key, of its live mode; for a rehearsal of its test mode. Needs `STRIPE_WEBHOOK_SECRET`.",
  }),
  STRIPE_API_URL: webUrl.optional().register(words, {
    values: '`https://…`',
    text: "Replaces Stripe's address, for tests against a stand-in. On a loopback address any key is accepted.",
  }),
}

export function stripeApi({
  STRIPE_API_URL: url = 'https://api.stripe.com',
}: {
  STRIPE_API_URL?: string | undefined
}) {
  return { setting: 'STRIPE_API_URL' as const, url }
}

export const stripe = defineProvider({
  name: 'stripe',
  title: 'Stripe',
  settings: {
    STRIPE_SECRET_KEY: stripeKey.STRIPE_SECRET_KEY,
    STRIPE_WEBHOOK_SECRET: secret.optional().register(words, {
      values: '`whsec_…`',
      text: 'The signing secret of the Stripe webhook endpoint `PUBLIC_URL/api/providers/stripe`. While you rotate it: the old and the new one, separated by a comma.',
    }),
    STRIPE_API_URL: stripeKey.STRIPE_API_URL,
  },
  needs: ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
  payments: {
    currencies: 'all',
    countries: 'all',
    refunds: 'in full and in part, and disputes',
    limits: 'Stripe’s minimum for the currency, such as 0.50 USD',
  },
  notifications: 'checkout sessions, refunds, disputes and payouts to the operator’s bank',
  api: stripeApi,
  problems: ({ STRIPE_SECRET_KEY: key = '' }, { environment, host }) => {
    if (environment === 'real' && host !== null && !/^[sr]k_live_/.test(key)) {
      const way = 'test mode needs no provider, and PROVIDERS=rehearsal rehearses live mode'
      return [['STRIPE_SECRET_KEY', `must be a live key (sk_live_… or rk_live_…): ${way}`]]
    }
    // On this machine too: what listens there may be a proxy.
    if (environment === 'rehearsal' && key !== '' && !/^[sr]k_test_/.test(key)) {
      const why = 'real money has no place in a rehearsal'
      return [['STRIPE_SECRET_KEY', `must be a test key (sk_test_… or rk_test_…): ${why}`]]
    }
    return []
  },
  notes: () => ['Whether a restricted key may write Checkout Sessions and Refunds shows only when it does'],
})
