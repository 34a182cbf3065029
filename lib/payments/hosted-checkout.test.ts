import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ProviderStandIns, startProviderStandIns } from '@/e2e/fixtures/provider-stand-ins'
import { expectUnchanged } from '@/e2e/fixtures/unchanged-rows'
import { anOperator } from '@/lib/audit/operator.fixture'
import { database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { env } from '@/lib/env'
import { ask } from '@/lib/http/ask.fixture'
import { paymentToken } from '@/lib/http/links'
import { fromAddress } from '@/lib/http/served-request.fixture'
import { createInvoice } from '@/lib/invoices/api'
import { paymentProviderFor } from '@/lib/providers/registry'
import { findRecords } from '@/lib/search/find-records'
import { markVendorBanned } from '@/lib/vendors/manage-vendor'
import { buildApiKey, buildInvoice, buildLiveApproval, buildVendor } from '@/prisma/seed/builders'
import { returnFromCheckout, startCheckout } from './api'
import { readPaymentPage } from './payment-page'
import { readInvoice } from './queries'

/** Long enough for a request to arrive, even on a busy machine. */
const SHORT_TIMEOUT_MS = 2000

let providers: ProviderStandIns
let live: Awaited<ReturnType<typeof buildVendor>>['live']
let token: string

beforeAll(async () => {
  providers = await startProviderStandIns()
  Object.assign(env, providers.settings, { RATE_LIMIT_ADDRESS: 0, PUBLIC_URL: 'https://pay.example.com' })
})
afterAll(() => providers?.close())
beforeEach(async () => {
  Object.assign(env, { PROVIDER_TIMEOUT_MS: 20_000, RATE_LIMIT_ADDRESS: 0 })
  live = await buildLiveApproval((await buildVendor()).id)
  token = await invoice()
})

/** The payment token of a new live invoice. */
async function invoice(fields: { redirectUrl?: string } = {}): Promise<string> {
  const { payToken } = await buildInvoice(live, { provider: paymentProviderFor('live'), ...fields })
  return paymentToken(live.id, payToken)
}
const latest = () =>
  database().checkoutSession.findFirstOrThrow({ where: { accountId: live.id }, orderBy: { number: 'desc' } })
const pay = async () => providers.stripe.books.pay((await latest()).providerReference)

async function visit(answering: Promise<Response>) {
  const answer = await answering
  const body: unknown = await answer.json()
  return { status: answer.status, location: answer.headers.get('location'), body }
}
const click = (headers: Record<string, string> = {}, path = `${token}/checkout`) =>
  visit(
    ask(startCheckout, new Request(`https://pay.example.com/api/pay/${path}`, { method: 'POST', headers })),
  )
const comeBack = () =>
  visit(ask(returnFromCheckout, new Request(`https://pay.example.com/api/pay/${token}/return`)))
const seeOther = (location: string) => ({ status: 303, location, body: { redirect_url: location } })
const payPage = () => `https://pay.example.com/pay/${token}`

describe('the pay page’s button', () => {
  test('leads to the provider’s page and nowhere else, whatever the request says', async () => {
    const { providerReference } = await latest()
    const page = seeOther(`https://checkout.stripe.com/c/pay/${providerReference}`)
    expect(await click()).toEqual(page)
    const hostile = {
      host: 'evil.example',
      referer: 'https://evil.example/',
      'x-forwarded-host': 'evil.example',
    }
    expect(await click(hostile)).toEqual(page)
    const query = '?next=https://evil.example&redirect_url=https://evil.example&url=//evil.example'
    expect(await click({}, `${token}/checkout${query}`)).toEqual(page)
  })

  test('has the buyer return here afterwards, paid or not', async () => {
    const created = providers.stripe.requests.findLast(({ method }) => method === 'POST')
    const back = `https://pay.example.com/api/pay/${token}/return`
    expect(created?.params.get('success_url')).toBe(back)
    expect(created?.params.get('cancel_url')).toBe(back)
  })

  test('can’t be used by another site', async () => {
    const refused = { status: 403, location: null, body: { error: 'This request came from another site' } }
    await expectUnchanged(async () => {
      expect(await click({ origin: 'https://evil.example' })).toEqual(refused)
      expect(await click({ 'sec-fetch-site': 'cross-site' })).toEqual(refused)
    })
  })

  test.each([
    ['5xx', { when: 'before', how: { status: 503, text: 'down' }, times: 3 }],
    ['a time-out', { when: 'before', how: 'silence' }],
    ['a time-out after all was done', { when: 'after', how: 'silence' }],
    ['a lost connection', { when: 'before', how: 'reset', times: 3 }],
    [
      'our key refused',
      { when: 'before', how: { status: 401, text: '{"error":{"type":"invalid_request_error"}}' } },
    ],
  ] as const)(
    'leads back to the pay page with an explanation while the provider is down: %s',
    async (_how, fault) => {
      env.PROVIDER_TIMEOUT_MS = SHORT_TIMEOUT_MS
      providers.stripe.fail(fault)
      expect(await click()).toEqual(seeOther(`${payPage()}?unavailable`))
      expect((await click()).location).toMatch(/^https:\/\/checkout\.stripe\.com\//)
    },
  )

  test('leads back to the pay page, which explains, if there is nothing to pay', async () => {
    await click()
    await pay()
    expect(await click()).toEqual(seeOther(payPage()))
    token = await invoice()
    await inOrmTransaction((tx) => markVendorBanned(tx, live.vendorId, null, anOperator))
    expect(await click()).toEqual(seeOther(payPage()))
  })

  test('leads to a waiting page while a slow payment is under way, and later to another session', async () => {
    await click()
    const { providerReference } = await latest()
    providers.stripe.books.payLater(providerReference)
    const underWay = seeOther(`${payPage()}?processing`)
    expect([await comeBack(), await click()]).toEqual([underWay, underWay])
    const pending = { providerReportsPending: true }
    expect(await readPaymentPage(token, pending)).toMatchObject({ status: 'processing' })
    providers.stripe.books.settle(providerReference, false)
    expect(await comeBack()).toEqual(seeOther(payPage()))
    // An old address does not matter: the payment is over.
    expect(await readPaymentPage(token, pending)).toMatchObject({ status: 'payable' })
    expect((await click()).location).toMatch(/^https:\/\/checkout\.stripe\.com\//)
  })

  test('leads back to the pay page with an explanation after too many tries', async () => {
    env.RATE_LIMIT_ADDRESS = 1
    const fromHere = <Result>(ask: () => Result) => fromAddress(token, ask)
    expect((await fromHere(click)).location).toMatch(/^https:\/\/checkout\.stripe\.com\//)
    expect(await fromHere(click)).toEqual(seeOther(`${payPage()}?unavailable=too_many`))
    await pay()
    // A buyer returning from a payment must not be shown a JSON error about too many requests.
    expect(await fromHere(comeBack)).toEqual(seeOther(`${payPage()}?processing`))
    env.RATE_LIMIT_ADDRESS = 0
    expect((await fromHere(comeBack)).location).toContain('/thank-you/')
  })

  test('of an unknown invoice leads nowhere', async () => {
    const missing = { status: 404, location: null, body: { error: 'Payment link not found' } }
    for (const other of ['A'.repeat(44), 'x', '..%2f..', `${token}A`]) {
      expect(await click({}, `${other}/checkout`)).toEqual(missing)
    }
  })
})

describe('the buyer’s return', () => {
  test('from a payment books it and leads to the vendor, with the transaction id that finds the invoice', async () => {
    token = await invoice({ redirectUrl: 'https://vendor.example/thanks?order=7' })
    await click()
    await pay()
    const { location } = await comeBack()
    const payment = await database().payment.findFirstOrThrow({ where: { accountId: live.id } })
    expect(payment).toMatchObject({ status: 'SUCCEEDED', amountMinor: 10_320n })
    expect(location).toBe(`https://vendor.example/thanks?order=7&transaction_id=${payment.id}`)
    await expectUnchanged(async () => expect((await comeBack()).location).toBe(location))
    const { vendorId } = await database().account.findUniqueOrThrow({ where: { id: live.id } })
    expect((await readInvoice(vendorId, payment.invoiceId))?.transactionId).toBe(payment.id)
    const records = await findRecords(database(), live.id, payment.id)
    expect(records.invoices.map(({ id }) => id)).toEqual([payment.invoiceId])
  })

  test('leads to our own page if the vendor has set none', async () => {
    await click()
    await pay()
    expect(await comeBack()).toEqual(seeOther(`https://pay.example.com/thank-you/${token}`))
  })

  test('without a payment leads to the pay page, which says that nothing was charged', async () => {
    await click()
    expect(await comeBack()).toEqual(seeOther(`${payPage()}?canceled`))
    expect(await database().payment.count({ where: { accountId: live.id } })).toBe(0)
  })

  test('while the provider is down leads to the pay page with an explanation, and a later one has the outcome', async () => {
    await click()
    await pay()
    providers.stripe.fail({ when: 'before', how: { status: 500, text: 'oops' }, times: 3 })
    expect(await comeBack()).toEqual(seeOther(`${payPage()}?unavailable`))
    expect((await comeBack()).location).toBe(`https://pay.example.com/thank-you/${token}`)
  })

  test('without a checkout makes no call to the provider', async () => {
    const calls = providers.stripe.requests.length
    expect(await expectUnchanged(() => comeBack())).toEqual(seeOther(payPage()))
    expect(providers.stripe.requests).toHaveLength(calls)
  })
})

describe('creating a live invoice', () => {
  const create = async (body: object) => {
    const api_key = await buildApiKey(live)
    const fields = { api_key, email: 'buyer@example.com', ...body }
    const request = { method: 'POST', body: JSON.stringify(fields) }
    return visit(ask(createInvoice, new Request('https://pay.example.com/api/v2/invoice', request)))
  }
  const refusal = (type: string) => JSON.stringify({ error: { type, code: 'nope', message: 'No' } })
  const failed = (status: number) => ({
    status: 502,
    location: null,
    body: { error: `Payment provider error (${status})` },
  })

  test.each([
    ['503', { when: 'before', how: { status: 503, text: 'down' }, times: 3 }, 503],
    ['500, having done it', { when: 'after', how: { status: 500, text: 'oops' }, times: 3 }, 500],
    ['429', { when: 'before', how: { status: 429, text: 'slow down' } }, 429],
    ['nothing', { when: 'before', how: 'silence' }, 504],
    ['nothing, having done it', { when: 'after', how: 'silence' }, 504],
    ['400', { when: 'before', how: { status: 400, text: refusal('invalid_request_error') } }, 400],
    ['402', { when: 'before', how: { status: 402, text: refusal('card_error') } }, 402],
  ] as const)('creates none if the provider answers %s', async (_what, fault, status) => {
    env.PROVIDER_TIMEOUT_MS = SHORT_TIMEOUT_MS
    providers.stripe.fail(fault)
    expect(await expectUnchanged(() => create({ amount: 100 }))).toEqual(failed(status))
    expect((await create({ amount: 100 })).status).toBe(201)
  })

  test.each([
    ['in a currency that Stripe does not take', { amount: 1000, currency: 'IQD' }],
    ['over an amount that it can’t be asked for exactly', { amount: '1.001', currency: 'KWD' }],
  ])('creates none %s', async (_what, body) => {
    await buildFeeless()
    expect(await expectUnchanged(() => create(body))).toEqual(failed(400))
  })

  test('creates none below the least that it takes, without asking it', async () => {
    await buildFeeless()
    expect(await expectUnchanged(() => create({ amount: 0.01 }))).toEqual({
      status: 400,
      location: null,
      body: { error: 'Invoice total must be at least 0.50 USD' },
    })
  })

  /** Without fees, the charged amount equals the base amount. */
  async function buildFeeless(): Promise<void> {
    await database().vendor.update({ where: { id: live.vendorId }, data: { feePpm: 0, feeFixedMinor: 0n } })
  }
})
