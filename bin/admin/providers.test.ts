import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type ProviderStandIns, startProviderStandIns } from '@/e2e/fixtures/provider-stand-ins'
import { answerFault, LIST_TRANSFERS } from '@/lib/providers/testing/airwallex-stand-in'
import { StripeBooks } from '@/lib/providers/testing/stripe-books'

let standIns: ProviderStandIns

beforeAll(async () => {
  standIns = await startProviderStandIns()
})
afterAll(() => standIns?.close())
beforeEach(() => {
  vi.resetModules()
  standIns.stripe.books.webhookEndpoint = new StripeBooks().webhookEndpoint
})

type Settings = Partial<ProviderStandIns['settings'] & { PUBLIC_URL: string }>

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
    { ...stripe, ...well, settings: stripeSettings, real_money: false },
    { ...airwallex, ...well, settings: airwallexSettings, real_money: null },
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
  return new StripeBooks().webhookEndpoint.enabled_events.filter((each) => each !== type)
}
