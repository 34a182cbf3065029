import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { ACCOUNTS } from '@/lib/providers/testing/airwallex-books'
import { LIST_TRANSFERS } from '@/lib/providers/testing/airwallex-stand-in'
import { DAY_MS } from '@/lib/time/units'
import { apiService, expectRefusal, send } from '../fixtures/api-client'
import { type LiveScene, startLiveScene } from '../fixtures/live-scene'
import { airwallexNotification, stripeNotification } from '../fixtures/provider-stand-ins'
import { recurringBody } from '../fixtures/request-bodies'
import { cleanEnvironment, freePort, runScript } from '../fixtures/service'

let scene: LiveScene

beforeAll(async () => {
  scene = await startLiveScene()
  await scene.credit('1000')
})
afterAll(() => scene?.stop())
afterEach(() => scene.expectProviderAgrees())

/** The invoice's status, and how often it was booked. */
async function booksOf(invoiceId: string): Promise<{ status: string; booked: number }[]> {
  return scene.rows(
    `SELECT status, (SELECT count(*)::int FROM ledger_transactions
                      WHERE account_id = i.account_id AND reference_id = i.id) AS booked
       FROM invoices i WHERE id = $1`,
    [invoiceId],
  )
}
const PAID_ONCE = [{ status: 'PAID', booked: 1 }]

/** Only these calls fail: the worker asks Stripe of other things meanwhile. */
const CREATE_SESSION = /^POST \/v1\/checkout\/sessions$/
const LOOK_AT_SESSION = /^GET \/v1\/checkout\/sessions\/./

/** A buyer on Stripe's page. */
async function buyer(fields: Record<string, string> = {}) {
  const { id, payPath } = await scene.invoice(fields)
  const page = await scene.click(payPath)
  const session = await scene.sessionOf(id)
  expect(page).toBe(`https://checkout.stripe.com/c/pay/${session}`)
  return { id, payPath, session }
}

async function payOut(accountNumber: string = ACCOUNTS.delivered) {
  const customerId = await scene.customer()
  const bankAccountId = await scene.bankAccount(customerId, accountNumber)
  const body = { bank_account_id: bankAccountId, amount: 4 }
  return scene.post(`/customer/${customerId}/payout`, body, { 'idempotency-key': randomUUID() })
}

describe('a live payment', () => {
  test('is learned from Stripe’s notification', async () => {
    const { id, session, payPath } = await buyer()
    scene.stripe.pay(session)
    for (let count = 0; count < 3; count += 1) {
      expect((await scene.tellStripe('checkout.session.completed', session)).status).toBe(200)
    }
    await scene.untilStatus('invoices', id, 'PAID')
    expect(await scene.click(payPath)).toBe(`${scene.service.url}${payPath.slice('/api'.length)}`)
    expect(await booksOf(id)).toEqual(PAID_ONCE)
  })

  test('is learned from the buyer’s return, which leads to the vendor with the transaction id', async () => {
    const { id, session, payPath } = await buyer({ redirect_url: 'https://vendor.example/thanks' })
    scene.stripe.pay(session)
    const [first, second] = await Promise.all([scene.comeBack(payPath), scene.comeBack(payPath)])
    expect(first).toMatch(/^https:\/\/vendor\.example\/thanks\?transaction_id=[0-9a-f-]{36}$/)
    expect(second).toBe(first)
    expect(await booksOf(id)).toEqual(PAID_ONCE)
    await scene.tellStripe('checkout.session.completed', session)
    expect(await booksOf(id)).toEqual(PAID_ONCE)
  })

  test('is found by the worker if nothing reports it', async () => {
    const { id, session } = await buyer()
    scene.stripe.pay(session)
    await scene.untilStatus('invoices', id, 'PAID')
    expect(await booksOf(id)).toEqual(PAID_ONCE)
  })

  test('that is the invoice’s second is refunded by the worker', async () => {
    const { id, session } = await buyer()
    const other = await scene.anotherSession(id)
    const payments = [session, other].map((each) => scene.stripe.pay(each))
    await Promise.all([session, other].map((each) => scene.tellStripe('checkout.session.completed', each)))
    const refunds = () => payments.map((payment) => scene.stripe.refundTotal(payment)).toSorted()
    await expect.poll(refunds, { timeout: 30_000 }).toEqual([0, 10_320])
    await scene.untilThere(`SELECT FROM payments WHERE invoice_id = $1 AND status = 'REFUNDED'`, [id])
    expect(await booksOf(id)).toEqual(PAID_ONCE)
  })

  test('can’t be forged by a notification that Stripe has not signed', async () => {
    const { id, session } = await buyer()
    const object = { ...scene.stripe.sessionObject(session), status: 'complete', payment_status: 'paid' }
    const forged = stripeNotification('checkout.session.completed', object, { secret: 'whsec_guessed' })
    const answer = await scene.tell('stripe', forged)
    expect({ status: answer.status, text: answer.text }).toEqual({
      status: 400,
      text: '{"error":"The signature is not valid"}',
    })
    expect(await booksOf(id)).toEqual([{ status: 'CREATED', booked: 0 }])
  })

  test('is never asked for below Stripe’s minimum: the invoice is refused, with the amount', async () => {
    const small = { email: `${randomUUID()}@example.com`, amount: 0.1 }
    const calls = scene.providers.stripe.count('POST /v1/checkout/sessions')
    const message = 'Invoice total must be at least 0.50 USD'
    const refused = await scene.post('/invoice', small)
    expectRefusal(refused, 400, message)
    expect(refused.headers.get('counterfoil-error')).toBe('invoice_amount_below_minimum')
    expect(scene.providers.stripe.count('POST /v1/checkout/sessions')).toBe(calls)
    expect((await scene.post('/invoice', { ...small, amount: 0.2 })).status).toBe(201)
    const series = await scene.post('/recurring-invoices', { ...recurringBody(), amount: 0.1 })
    expectRefusal(series, 400, message)
  })

  test('can’t be made on Stripe’s page once the invoice is voided', async () => {
    const { id, session } = await buyer()
    expect((await scene.post(`/invoice/${id}/void`, {})).status).toBe(200)
    await expect.poll(() => scene.stripe.session(session).status, { timeout: 30_000 }).toBe('expired')
  })

  test('waits for Stripe: while it is down the buyer is led back with an explanation', async () => {
    const { payPath } = await scene.invoice()
    scene.providers.stripe.fail({
      when: 'before',
      how: { status: 503, text: 'down' },
      on: LOOK_AT_SESSION,
      times: Number.POSITIVE_INFINITY,
    })
    const payPage = `${scene.service.url}${payPath.slice('/api'.length)}`
    expect(await scene.click(payPath)).toBe(`${payPage}?unavailable`)
    scene.providers.stripe.forgetFaults()
  })
})

describe('a live payout', () => {
  test('waits while Airwallex doesn’t hold enough, says so, and is sent by itself once it does', async () => {
    const before = scene.airwallex.balanceMinor()
    scene.airwallex.fund(399n)
    const { status, body } = await payOut()
    expect({ status, payout: body.payout }).toMatchObject({ status: 200, payout: { status: 'PROCESSING' } })
    const { id } = body.payout
    const look = async () => {
      const path = `/api/v2/payout/${id}?api_key=${scene.key}`
      return (await send({ method: 'GET', path }, scene.service.url)).body.payout
    }
    expect(await look()).toMatchObject({ status: 'PROCESSING', waiting_for: 'provider_balance' })
    scene.airwallex.fund(before)
    await scene.rows(`UPDATE payouts SET next_attempt_at = now() WHERE id = $1`, [id])
    await scene.untilStatus('payouts', id, 'PAID')
    expect(await look()).not.toHaveProperty('waiting_for')
    expect(scene.airwallex.countTransfers(id)).toBe(1)
  })

  test('costs what Airwallex keeps of its transfer, which the worker books once', async () => {
    const { body } = await payOut()
    const { id } = body.payout
    const fee = () =>
      scene.rows<{ amount: string; posted: number }>(
        `SELECT amount_minor AS amount, (SELECT count(*)::int FROM ledger_transactions
                                          WHERE account_id = transfer_fees.account_id
                                            AND reference_id = transfer_fees.id AND reason = 'transfer.fee') AS posted
           FROM transfer_fees WHERE payout_id = $1`,
        [id],
      )
    await expect
      .poll(fee, { timeout: 30_000 })
      .toEqual([{ amount: String(scene.airwallex.feeMinor), posted: 1 }])
  })

  test('is paid over Airwallex', async () => {
    const { status, body } = await payOut()
    expect({ status, payout: body.payout }).toMatchObject({
      status: 200,
      payout: { status: 'PAID', provider_transfer_status: 'PAID' },
    })
    expect(body.payout.provider_transfer_id).toBe(scene.airwallex.show(body.payout.id).id)
  })

  test('that is in progress says so, and is settled by Airwallex’s notification', async () => {
    const { status, body } = await payOut(ACCOUNTS.slow)
    expect({ status, payout: body.payout }).toMatchObject({ status: 200, payout: { status: 'PROCESSING' } })
    const { id } = body.payout
    scene.airwallex.setStatus(id, 'PAID')
    expect((await scene.tellAirwallex('payout.transfer.paid', id)).status).toBe(200)
    await scene.untilStatus('payouts', id, 'PAID')
    scene.airwallex.setStatus(id, 'FAILED', { code: '90802', message: 'Beneficiary bank returned' })
    await scene.tellAirwallex('payout.transfer.failed', id)
    await scene.untilStatus('payouts', id, 'RETURNED')
  })

  test('that is refused is 502 with Airwallex’s code, and the funds are back', async () => {
    const funds = () =>
      scene.service.admin<object>(['wallet', 'show', '--vendor', scene.vendor, '--mode', 'live'])
    const before = await funds()
    const answer = await payOut(ACCOUNTS.refused)
    expect(answer.status).toBe(502)
    expect(answer.body.error).toMatch(/^airwallex error: validation_failed: ./)
    expect(answer.text).not.toContain(ACCOUNTS.refused)
    expect(await funds()).toEqual(before)
  })

  test('can’t be settled by a notification that Airwallex has not signed', async () => {
    const { body } = await payOut(ACCOUNTS.slow)
    const lookUps = () =>
      scene.providers.airwallex.requests.filter((call) => call.startsWith(`GET ${LIST_TRANSFERS}`))
    const calls = lookUps().length
    const data = { ...scene.airwallex.show(body.payout.id), status: 'PAID' }
    for (const forged of [
      airwallexNotification('payout.transfer.paid', data, { secret: 'guessed' }),
      airwallexNotification('payout.transfer.paid', data, { at: new Date(Date.now() - 8 * DAY_MS) }),
    ]) {
      expect((await scene.tell('airwallex', forged)).status).toBe(400)
    }
    expect(lookUps()).toHaveLength(calls)
  })
})

describe('live mode', () => {
  test('is closed to test keys: their payments go to the sandbox', async () => {
    const { key = '' } = await scene.service.admin([
      'key',
      'create',
      '--vendor',
      scene.vendor,
      '--mode',
      'test',
    ])
    // The worker asks about other sessions meanwhile.
    const sessions = () => scene.providers.stripe.count('POST /v1/checkout/sessions')
    const before = sessions()
    const { status } = await scene.post('/invoice', { api_key: key, email: 'buyer@example.com', amount: 5 })
    expect(status).toBe(201)
    expect(sessions()).toBe(before)
  })

  test('lets the operator check the providers, with a matching exit code', async () => {
    const check = () => scene.service.adminRaw(['providers', 'check', '--json'])
    const [endpoint, url] = [scene.stripe.webhookEndpoint, `${scene.service.url}/api/providers/stripe`]
    const [subscription] = scene.providers.airwallex.subscriptions
    const subscribed = `${scene.service.url}/api/providers/airwallex`
    const unreachable = [
      `stripe (payments): No webhook endpoint sends to ${url}`,
      `airwallex (payouts): No webhook subscription sends to ${subscribed}`,
    ]
    expect(await check()).toMatchObject({ code: 1, stderr: `${unreachable.join('\n')}\n` })
    endpoint.url = url
    if (subscription) subscription.url = subscribed
    const well = await check()
    expect({ code: well.code, stderr: well.stderr }).toEqual({ code: 0, stderr: '' })
    const answering = (JSON.parse(well.stdout) as { answers: boolean }[]).map(({ answers }) => answers)
    expect(answering).toEqual([true, true, true, true])

    scene.providers.airwallex.failNext(LIST_TRANSFERS, { how: 'answer', status: 503 })
    const { code, stdout, stderr } = await check()
    expect({ code, stderr }).toEqual({ code: 1, stderr: 'airwallex (payouts): Airwallex answered 503\n' })
    for (const secret of Object.values(scene.providers.settings)) {
      if (!secret.startsWith('http')) expect(stdout).not.toContain(secret)
    }
  })

  test('without providers has no keys, and the operator is told why', async () => {
    const { settings } = apiService
    const admin = (...args: string[]) => runScript('bin/admin.mjs', args, cleanEnvironment(settings))
    const email = `vendor-${randomUUID()}@example.com`
    const vendor = ['--email', email, '--password', randomUUID(), '--name', 'A vendor']
    expect((await admin('vendor', 'create', ...vendor)).code).toBe(0)
    const { code, stdout, stderr } = await admin('key', 'create', '--vendor', email, '--mode', 'live')
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/Live mode is not available/)
  })

  test.each([
    ['STRIPE_WEBHOOK_SECRET', { STRIPE_SECRET_KEY: 'sk_live_secret' }],
    ['AIRWALLEX_API_KEY', { AIRWALLEX_CLIENT_ID: 'client', AIRWALLEX_WEBHOOK_SECRET: 'secret' }],
  ])('that is half configured stops the start, which names %s', async (missing, settings) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'counterfoil-live-'))
    const port = String(await freePort())
    const environment = cleanEnvironment({ ...settings, DATA_DIR: dataDir, PORT: port })
    const { code, stderr } = await runScript('bin/start.mjs', [], environment)
    await rm(dataDir, { recursive: true, force: true })
    expect(code).toBe(1)
    expect(stderr).toContain(`${missing}: goes with `)
    expect(stderr).not.toMatch(/sk_live_secret|\n\s+at /)
  })

  test('lets a vendor create no invoice that nobody could pay', async () => {
    const text = JSON.stringify({ error: { type: 'invalid_request_error', message: 'No' } })
    scene.providers.stripe.fail({ when: 'before', how: { status: 400, text }, on: CREATE_SESSION })
    const answer = await scene.post('/invoice', { email: 'buyer@example.com', amount: 5 })
    expectRefusal(answer, 502, 'Payment provider error (400)')
  })
})
