import { z } from 'zod'
import { networks, words } from '@/lib/setting-fields'
import { defineProvider } from '../manifest'
import { stripeApi, stripeKey } from '../stripe/manifest'

const NETWORKS = ['RTP', 'ACH', 'FEDWIRE'] as const

export type StripeNetwork = (typeof NETWORKS)[number]

export const stripePayouts = defineProvider({
  name: 'stripe_payouts',
  title: 'Stripe Global Payouts',
  isPreview: true,
  settings: {
    ...stripeKey,
    STRIPE_PAYOUTS_PREVIEW: z
      .string()
      .regex(/^fa_\w{1,100}$/, 'must be the id of a financial account, fa_…')
      .optional()
      .register(words, {
        values: '`fa_…`',
        text: '**Preview, tried against no account of ours**: payouts are made over Stripe Global Payouts from this financial account of `STRIPE_SECRET_KEY`, unless `PAYOUT_RULES` says otherwise. Payouts that were made through Airwallex stay there.',
      }),
    STRIPE_PAYOUTS_NETWORKS: networks(NETWORKS).prefault('RTP,ACH').register(words, {
      values: '`RTP`, `ACH`, `FEDWIRE`, separated by commas',
      fallback: 'RTP,ACH',
      text: 'The networks that Stripe may choose from for a payout, the preferred one first.',
    }),
  },
  needs: ['STRIPE_PAYOUTS_PREVIEW'],
  needsOf: ['STRIPE_SECRET_KEY'],
  payouts: {
    rails: Object.fromEntries(NETWORKS.map((name) => [name, { businessDays: null, maxMinor: null }])),
    railChosenBy: 'provider',
    limits: 'those of the financial account',
  },
  notifications: null,
  api: stripeApi,
  problems: () => [],
  notes: () => ['Whether the key may create recipients and outbound payments shows only when it does'],
})
