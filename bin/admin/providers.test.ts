import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type ProviderStandIns, startProviderStandIns } from '@/e2e/fixtures/provider-stand-ins'
import {
  answerFault,
  FINANCIAL_TRANSACTIONS,
  LIST_TRANSFERS,
} from '@/lib/providers/testing/airwallex-stand-in'
import { StripeBooks } from '@/lib/providers/testing/stripe-books'
import { FINANCIAL_ACCOUNT } from '@/lib/providers/testing/stripe-payout-books'

let standIns: ProviderStandIns

beforeAll(async () => {
  standIns = await startProviderStandIns()
})
afterAll(() => standIns?.close())
beforeEach(() => {
  vi.resetModules()
  standIns.stripe.books.webhookEndpoint = new StripeBooks('full').webhookEndpoint
})

type Settings = Partial<
  ProviderStandIns['settings'] & {
    PUBLIC_URL: string
    AIRWALLEX_STATE: string
    STRIPE_PAYOUTS_PREVIEW: string
  }
>

/** The command's output in a process with these settings. */
async function checkWith(settings: Settings) {
  const { env } = await import('@/lib/env')
  Object.assign(env, { PUBLIC_URL: 'https://pay.example.com' }, settings)
  const { providerCommands } = await import('./providers')
  const result = await providerCommands['providers check'].run({})
  return { rows: (result?.output ?? []) as Record<string, unknown>[], failure: result?.failure }
}

const sandbox = ['payments', 'payouts'].map((kind) => ({
  provider: 'sandbox',
  kind,
  mode: 'test',
  configured: true,
  settings: [],
  answers: true,
  real_money: false,
  missing: [],
  balance: [],
  notes: [],
  problem: null,
}))
const stripe = { provider: 'stripe', kind: 'payments', mode: 'live' }
const airwallex = { provider: 'airwallex', kind: 'payouts', mode: 'live' }
const absent = {
  configured: false,
  settings: [],
  answers: false,
  real_money: null,
  missing: [],
  balance: [],
  notes: [],
  problem: null,
}

test('every configured provider is asked, and answers', async () => {
  const { rows, failure } = await checkWith(standIns.settings)
  const stripeSettings = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_API_URL']
  const airwallexSettings = [
    'AIRWALLEX_CLIENT_ID',
    'AIRWALLEX_API_KEY',
    'AIRWALLEX_WEBHOOK_SECRET',
    'AIRWALLEX_BASE_URL',
  ]
  const well = { configured: true, answers: true, missing: [], problem: null }
  expect(rows).toEqual([
    ...sandbox,
    {
      ...stripe,
      ...well,
      settings: stripeSettings,
      real_money: false,
      balance: ['0.00 USD available, 0.00 USD pending'],
      notes: [expect.stringMatching(/^Whether a restricted key may write /)],
    },
    {
      ...airwallex,
      ...well,
      settings: airwallexSettings,
      real_money: null,
      balance: ['100000000.00 USD available, 0.00 USD pending'],
      notes: [],
    },
  ])
  expect(failure).toBeUndefined()
})

test('a provider that is not configured is no failure', async () => {
  const { rows, failure } = await checkWith({})
  expect(rows).toEqual([...sandbox, { ...stripe, ...absent }, { ...airwallex, ...absent }])
  expect(failure).toBeUndefined()
})

test('a wrong key is a failure, and no secret is shown', async () => {
  const wrong = { STRIPE_SECRET_KEY: 'sk_live_another', AIRWALLEX_API_KEY: 'another-key' }
  const { rows, failure } = await checkWith({ ...standIns.settings, ...wrong })
  expect(failure).toBe(
    [
      'stripe (payments): invalid_request_error: Stripe does not know the API key',
      'airwallex (payouts): unauthorized: The payout provider does not accept the credentials of this service',
    ].join('\n'),
  )
  expect(rows.slice(2).map(({ configured, answers }) => [configured, answers])).toEqual([
    [true, false],
    [true, false],
  ])
  const secrets = [...Object.values(wrong), standIns.settings.STRIPE_WEBHOOK_SECRET]
  for (const secret of secrets) expect(JSON.stringify({ rows, failure })).not.toContain(secret)
})

test('a failing provider is a failure that shows its answer', async () => {
  standIns.airwallex.failNext(LIST_TRANSFERS, answerFault(503, '', { 'retry-after': '7' }))
  const { rows, failure } = await checkWith(standIns.settings)
  expect(rows.at(-1)).toMatchObject({ answers: false, problem: 'Airwallex answered 503, retry after 7 s' })
  expect(failure).toBe('airwallex (payouts): Airwallex answered 503, retry after 7 s')
})

const url = 'https://pay.example.com/api/providers/stripe'

test.each([
  ['disabled', { status: 'disabled' }, `The webhook endpoint ${url} is disabled`],
  [
    'without an event',
    { enabled_events: without('refund.failed') },
    'The webhook endpoint doesn’t send refund.failed',
  ],
  [
    'of another release',
    { api_version: '2024-06-20' },
    /^The webhook endpoint sends in 2024-06-20: choose 20\d\d-/,
  ],
  [
    'of the account’s version',
    { api_version: null },
    /^The webhook endpoint sends in the account’s API version: /,
  ],
  ['elsewhere', { url: 'https://old.example.com/' }, `No webhook endpoint sends to ${url}`],
])('a webhook endpoint at Stripe that is %s is a failure', async (_, change, missing) => {
  Object.assign(standIns.stripe.books.webhookEndpoint, change)
  const { rows, failure } = await checkWith(standIns.settings)
  const expected = typeof missing === 'string' ? missing : expect.stringMatching(missing)
  expect(rows.find(({ provider }) => provider === 'stripe')).toMatchObject({
    answers: true,
    missing: [expected],
  })
  expect(failure).toMatch(/^stripe \(payments\): /)
})

const subscriptionUrl = 'https://pay.example.com/api/providers/airwallex'

test.each([
  ['elsewhere', { url: 'https://old.example.com/' }, `No webhook subscription sends to ${subscriptionUrl}`],
  [
    'without an event',
    { events: ['payout.transfer.paid', 'payout.transfer.failed'] },
    'The webhook subscription doesn’t send payout.transfer.cancelled',
  ],
  [
    'in another version',
    { version: '2024-08-07' },
    'The webhook subscription sends in version 2024-08-07: choose 2026-08-21',
  ],
])('a webhook subscription at Airwallex that is %s is a failure', async (_, change, missing) => {
  const [before] = standIns.airwallex.subscriptions
  if (before) standIns.airwallex.subscriptions = [{ ...before, ...change }]
  const { failure } = await checkWith(standIns.settings)
  if (before) standIns.airwallex.subscriptions = [before]
  expect(failure).toBe(`airwallex (payouts): ${missing}`)
})

test('webhook subscriptions that Airwallex does not list are a note, to compare by eye', async () => {
  for (const fault of [
    answerFault(403),
    answerFault(404),
    answerFault(200, { webhooks: 'none' }),
    answerFault(200, { items: [{ id: 'wh_1', event_types: [] }] }),
  ]) {
    standIns.airwallex.failNext('/api/v1/webhooks', fault)
    const { rows, failure } = await checkWith(standIns.settings)
    expect(failure).toBeUndefined()
    expect(rows.at(-1)?.notes).toEqual([
      expect.stringMatching(/^Airwallex doesn’t list its webhook subscriptions/),
    ])
    vi.resetModules()
  }
})

test('a rail that the state of the business rules out is named, with the reason', async () => {
  const { rows } = await checkWith({ ...standIns.settings, AIRWALLEX_STATE: 'NY' })
  expect(rows.at(-1)?.notes).toContain('FEDNOW is left out: Airwallex has no FedNow for businesses in NY')
})

test('a key that may not read the balance is a failure', async () => {
  const refusal = { code: 'forbidden', message: 'No permission' }
  standIns.airwallex.failNext('/api/v1/balances/current', answerFault(403, refusal))
  expect((await checkWith(standIns.settings)).failure).toMatch(
    /^airwallex \(payouts\): No balance: forbidden: /,
  )
})

test('a key that may not read financial transactions is a failure: fees would stay unknown', async () => {
  const refusal = { code: 'forbidden', message: 'No permission' }
  standIns.airwallex.failNext(FINANCIAL_TRANSACTIONS, answerFault(403, refusal))
  expect((await checkWith(standIns.settings)).failure).toMatch(/^airwallex \(payouts\): No transfer fees: /)
})

test('the rules say in words which provider is chosen', async () => {
  const { env } = await import('@/lib/env')
  Object.assign(env, standIns.settings, { STRIPE_PAYOUTS_PREVIEW: FINANCIAL_ACCOUNT })
  const { providerCommands } = await import('./providers')
  const choices = async () => (await providerCommands['providers rules'].run({}))?.output
  const all = [
    { kind: 'payments', provider: 'stripe', title: 'Stripe', when: 'for all' },
    { kind: 'payouts', provider: 'stripe_payouts', title: 'Stripe Global Payouts', when: 'for all' },
  ]
  expect(await choices()).toEqual(all)
  const { buildVendor } = await import('@/prisma/seed/builders')
  const { id } = await buildVendor({ name: 'Corner Bakery' })
  const unknown = '0198c3a1-7f7e-7b7a-8c33-5d3e9f1b2a4c'
  Object.assign(env, {
    PAYMENT_RULES: [
      { provider: 'stripe', rails: null, conditions: { currency: ['EUR', 'GBP'], country: ['DE'] } },
      { provider: 'stripe', rails: null, conditions: {} },
    ],
    PAYOUT_RULES: [
      { provider: 'airwallex', rails: ['FEDWIRE', 'ACH'], conditions: { vendor: [id, unknown] } },
      { provider: 'stripe_payouts', rails: null, conditions: {} },
    ],
  })
  expect(await choices()).toEqual([
    { ...all[0], when: 'in EUR or GBP, from customers in DE' },
    { ...all[0], when: 'for all others' },
    {
      kind: 'payouts',
      provider: 'airwallex',
      title: 'Airwallex over Fedwire, then ACH',
      when: `for Corner Bakery or ${unknown} (no vendor)`,
    },
    { ...all[1], when: 'for all others' },
  ])
})

test('an endpoint that sends every event is right', async () => {
  standIns.stripe.books.webhookEndpoint.enabled_events = ['*']
  expect((await checkWith(standIns.settings)).failure).toBeUndefined()
})

test('a permission that a restricted key lacks is named', async () => {
  const text = JSON.stringify({
    error: {
      type: 'invalid_request_error',
      message: 'The provided key does not have the required permissions',
    },
  })
  for (const on of [/disputes/, /webhook_endpoints/]) {
    standIns.stripe.fail({ when: 'before', on, how: { status: 403, text } })
  }
  expect((await checkWith(standIns.settings)).failure?.split('\n')).toEqual([
    'stripe (payments): The key has no permission to read Disputes',
    'stripe (payments): The key has no permission to read Webhook Endpoints',
  ])
})

function without(type: string): string[] {
  return new StripeBooks('full').webhookEndpoint.enabled_events.filter((each) => each !== type)
}

test('payouts over Stripe are asked about where they were chosen, beside those that were made through Airwallex', async () => {
  const { rows, failure } = await checkWith({
    ...standIns.settings,
    STRIPE_PAYOUTS_PREVIEW: FINANCIAL_ACCOUNT,
  })
  expect(failure).toBeUndefined()
  expect(rows.find(({ provider }) => provider === 'stripe_payouts')).toMatchObject({
    settings: ['STRIPE_SECRET_KEY', 'STRIPE_API_URL', 'STRIPE_PAYOUTS_PREVIEW'],
    answers: true,
    missing: [],
    balance: ['10000000.00 USD available, 0.00 USD pending'],
  })
  expect(rows.find(({ provider }) => provider === 'airwallex')).toMatchObject({ answers: true })
})
