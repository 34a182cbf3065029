import { z } from 'zod'
import { networks, secret, webUrl, words } from '@/lib/setting-fields'
import { defineProvider, type Environment, type RailTerms } from '../manifest'
import { RAIL_NAMES, type RailName, railTitle } from '../rails'

const API_URLS: Record<Environment, string> = {
  real: 'https://api.airwallex.com',
  rehearsal: 'https://api-demo.airwallex.com',
}

/**
 * States and territories for whose businesses Airwallex sends nothing over FedNow ("United States",
 * airwallex.com/docs/payouts/payout-network/united-states).
 */
const STATES_WITHOUT_FEDNOW = new Set(['NY', 'NV', 'HI', 'IN', 'WI', 'VI'])

type RailSettings = { AIRWALLEX_RAILS: readonly RailName[]; AIRWALLEX_STATE?: string | undefined }

/** The rails that are open to a business that is registered in this state. */
export function usableRails({ AIRWALLEX_RAILS: rails, AIRWALLEX_STATE: state }: RailSettings): RailName[] {
  const isWithout = state !== undefined && STATES_WITHOUT_FEDNOW.has(state)
  return rails.filter((rail) => !(isWithout && rail === 'FEDNOW'))
}

export function airwallexUrl(
  { AIRWALLEX_BASE_URL: url }: { AIRWALLEX_BASE_URL?: string | undefined },
  environment: Environment,
): string {
  return url ?? API_URLS[environment]
}

export const airwallex = defineProvider({
  name: 'airwallex',
  title: 'Airwallex',
  settings: {
    AIRWALLEX_CLIENT_ID: secret.optional().register(words, {
      values: 'from Airwallex',
      text: 'Airwallex’s client id. Needs `AIRWALLEX_API_KEY` and `AIRWALLEX_WEBHOOK_SECRET`.',
    }),
    AIRWALLEX_API_KEY: secret
      .optional()
      .register(words, { values: 'from Airwallex', text: "Airwallex's API key." }),
    AIRWALLEX_WEBHOOK_SECRET: secret.optional().register(words, {
      values: 'from Airwallex',
      text: 'The secret of the Airwallex webhook subscription for `PUBLIC_URL/api/providers/airwallex`. Two, separated by a comma, while a new one replaces another.',
    }),
    AIRWALLEX_BASE_URL: webUrl.optional().register(words, {
      values: '`https://…`',
      text: "Airwallex's address. Its demo environment is for a rehearsal alone; a stand-in on a loopback address is always accepted. Unset: `https://api.airwallex.com`, and for a rehearsal `https://api-demo.airwallex.com`.",
    }),
    AIRWALLEX_LOGIN_AS: z
      .string()
      .regex(/^[\w-]{1,100}$/, 'must be the id of an account, such as acct_…')
      .optional()
      .register(words, {
        values: '`acct_…`',
        text: 'The account that pays out, for an API key that reaches several. Unset: the key’s own account. Payouts stay with the account that they were made in.',
      }),
    AIRWALLEX_STATE: z
      .string()
      .trim()
      .toUpperCase()
      .regex(/^[A-Z]{2}$/, 'must be the two letters of a state, such as CA')
      .optional()
      .register(words, {
        values: 'two letters, such as `CA`',
        text: 'The state in which your business is registered. Airwallex sends nothing over FedNow for businesses in NY, NV, HI, IN, WI and VI: with one of these, `FEDNOW` is left out of `AIRWALLEX_RAILS`. Unset: none of these.',
      }),
    AIRWALLEX_RAILS: networks(RAIL_NAMES).prefault('FEDNOW,ACH').register(words, {
      values: '`FEDNOW`, `ACH`, `FEDWIRE`, separated by commas',
      fallback: 'FEDNOW,ACH',
      text: 'The networks over which a payout is tried, in this order. The next one is tried only when Airwallex refuses for certain because the bank doesn’t take part in the one before. `FEDNOW` takes up to 500,000 USD and arrives in minutes, `FEDWIRE` the same business day, `ACH` within three business days.',
    }),
  },
  needs: ['AIRWALLEX_CLIENT_ID', 'AIRWALLEX_API_KEY', 'AIRWALLEX_WEBHOOK_SECRET'],
  payouts: {
    // As its documentation states them ("United States", airwallex.com/docs/payouts/payout-network/united-states).
    rails: {
      FEDNOW: { businessDays: 1, maxMinor: 50_000_000n },
      ACH: { businessDays: 3, maxMinor: null },
      FEDWIRE: { businessDays: 1, maxMinor: null },
    } satisfies Record<RailName, RailTerms>,
    railChosenBy: 'service',
    limits: 'FedNow up to 500,000 USD, and not for businesses in NY, NV, HI, IN, WI and VI',
  },
  notifications: 'transfers',
  api: (settings, environment) => ({
    setting: 'AIRWALLEX_BASE_URL',
    url: airwallexUrl(settings, environment),
  }),
  problems: (settings, { environment, host }) => {
    const problems: [string, string][] = []
    const isDemo = /(^|[.-])(demo|sandbox)[.-]/.test(host ?? '')
    if (isDemo && environment === 'real') {
      const way = 'test mode needs no provider, and PROVIDERS=rehearsal rehearses live mode'
      problems.push(['AIRWALLEX_BASE_URL', `is not Airwallex's live environment: ${way}`])
    }
    if (host !== null && !isDemo && environment === 'rehearsal') {
      const why = 'real money has no place in a rehearsal'
      problems.push(['AIRWALLEX_BASE_URL', `must be Airwallex's demo environment: ${why}`])
    }
    if (usableRails(settings).length === 0) {
      const message = `FEDNOW alone pays nobody for a business in ${settings.AIRWALLEX_STATE}: add ACH or FEDWIRE`
      problems.push(['AIRWALLEX_RAILS', message])
    }
    return problems
  },
  notes: (settings) => {
    const usable = usableRails(settings)
    return settings.AIRWALLEX_RAILS.filter((rail) => !usable.includes(rail)).map(
      (rail) =>
        `${rail} is left out: Airwallex has no ${railTitle(rail)} for businesses in ${settings.AIRWALLEX_STATE}`,
    )
  },
})
