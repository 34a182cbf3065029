import { randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openWebhookSecret } from '@/lib/crypto/webhook-secret'
import { env } from '@/lib/env'
import { exchange } from '../fixtures/api-client'
import { type CrashScene, startCrashScene } from '../fixtures/crash-scene'
import { BAD_CARD, GOOD_CARD, SandboxBuyer } from '../fixtures/sandbox-buyer'
import { type Delivery, WebhookReceiver } from '../fixtures/webhook-receiver'

const WAIT = { timeout: 30_000, interval: 20 }

let scene: CrashScene
let receiver: WebhookReceiver

beforeAll(async () => {
  // The test reads the account's webhook secret as the service stores it.
  env.SECRET_KEY = randomBytes(32).toString('hex')
  receiver = await WebhookReceiver.start()
  scene = await startCrashScene({ SECRET_KEY: env.SECRET_KEY })
})
afterAll(async () => {
  await scene.stop()
  await receiver.stop()
})
beforeEach(() => receiver.answer(200))

const pay = (payPath: string, number = GOOD_CARD, at = scene) =>
  new SandboxBuyer((request) => exchange(request, at.service.url)).pay(payPath, number)

/** The text of the status answer. */
async function lookUp(invoiceId: string): Promise<string> {
  const path = `/api/v2/invoice/${invoiceId}?api_key=${scene.key}`
  return (await exchange({ method: 'GET', path }, scene.service.url)).text
}

/** Waits for this many deliveries about the invoice, and returns them. */
async function deliveriesOf(invoiceId: string, count: number): Promise<Delivery[]> {
  await expect.poll(() => receiver.about(invoiceId).length, WAIT).toBe(count)
  return receiver.about(invoiceId)
}

/** Makes a waiting attempt due now. */
async function skipTheWait(invoiceId: string): Promise<void> {
  await scene.untilThere(
    `SELECT FROM webhook_deliveries WHERE invoice_id = $1 AND status = 'PENDING' AND lease_until IS NULL
        AND attempt_count > 0`,
    [invoiceId],
  )
  await scene.rows(
    `UPDATE webhook_deliveries SET next_attempt_at = now() WHERE invoice_id = $1 AND status = 'PENDING'`,
    [invoiceId],
  )
  await scene.expireLeases()
}

/** Verifies the signature as a vendor does, with the account's own secret, and returns the signed payload. */
async function verified({ body, headers }: Delivery): Promise<unknown> {
  const [account] = await scene.rows<{ id: string; encrypted: string }>(
    `SELECT a.id, a.webhook_secret_encrypted AS encrypted FROM accounts a JOIN vendors v ON v.id = a.vendor_id
      WHERE a.mode = 'test' AND v.email = $1`,
    [scene.vendor],
  )
  const secret = openWebhookSecret(account?.id ?? '', account?.encrypted ?? '')
  return new Webhook(secret).verify(body, headers as Record<string, string>)
}

describe('a paid invoice is sent to its webhook URL', () => {
  test('once, signed with the account’s secret, exactly as the status look-up says', async () => {
    const { id, payPath } = await scene.invoice({ webhook_url: receiver.url('/hook?for=Zo%C3%AB&x=1') })
    expect(await pay(payPath)).toBe('paid')
    const [delivery] = await deliveriesOf(id, 1)
    if (!delivery) throw new Error('one was delivered')
    expect(delivery).toMatchObject({ method: 'POST', path: '/hook?for=Zo%C3%AB&x=1' })
    expect(delivery.headers['content-type']).toBe('application/json')
    expect(delivery.headers['webhook-sequence']).toBe('1')
    expect(`{"status":"success",${delivery.body.slice(1)}`).toBe(await lookUp(id))
    expect(await verified(delivery)).toEqual({ invoice: expect.objectContaining({ id, status: 'Paid' }) })
    await expect(verified({ ...delivery, body: delivery.body.replace('Paid', 'Unpaid') })).rejects.toThrow()
  })

  test('the same when the operator marks it as paid: a receiver can’t tell it from a real payment', async () => {
    const { id } = await scene.invoice({ webhook_url: receiver.url() })
    await scene.service.admin(['invoice', 'mark-paid', '--invoice', id])
    const [delivery] = await deliveriesOf(id, 1)
    if (!delivery) throw new Error('one was delivered')
    expect(`{"status":"success",${delivery.body.slice(1)}`).toBe(await lookUp(id))
    expect(await verified(delivery)).toMatchObject({ invoice: { status: 'Paid', provider: 'card' } })
  })
})

test('a receiver that fails gets the same id and bytes again, with a new signature', async () => {
  receiver.answer(500, 200)
  const { id, payPath } = await scene.invoice({ webhook_url: receiver.url() })
  await pay(payPath)
  await deliveriesOf(id, 1)
  await skipTheWait(id)
  const [first, second] = await deliveriesOf(id, 2)
  if (!first || !second) throw new Error('two were delivered')
  expect(second.body).toBe(first.body)
  expect(second.headers['webhook-id']).toBe(first.headers['webhook-id'])
  expect(await verified(first)).toEqual(await verified(second))
  await scene.untilThere(`SELECT FROM webhook_deliveries WHERE invoice_id = $1 AND status = 'DELIVERED'`, [
    id,
  ])
  const attempts = await scene.rows(
    `SELECT number, response_status, response_body, error FROM webhook_attempts
      WHERE delivery_id = (SELECT id FROM webhook_deliveries WHERE invoice_id = $1) ORDER BY number`,
    [id],
  )
  expect(attempts).toEqual([
    { number: 1, response_status: 500, response_body: 'noted', error: null },
    { number: 2, response_status: 200, response_body: 'noted', error: null },
  ])
})

test('each change is an event of its own, and a growing number orders them', async () => {
  // So late that the worker's own sweep finds nothing.
  const { id, payPath } = await scene.invoice({ webhook_url: receiver.url(), due_date: '2999-01-01' })
  expect(await pay(payPath, BAD_CARD)).toBe('declined')
  await deliveriesOf(id, 1)
  await scene.service.admin(['invoice', 'sweep-overdue', '--as-of', '2999-01-02'])
  await deliveriesOf(id, 2)
  await pay(payPath)
  const deliveries = await deliveriesOf(id, 3)
  const payloads = await Promise.all(deliveries.map(verified))
  expect(payloads).toMatchObject(['Failed', 'Unpaid', 'Paid'].map((status) => ({ invoice: { status } })))
  expect(deliveries.map(({ headers }) => headers['webhook-sequence'])).toEqual(['1', '2', '3'])
  expect(new Set(deliveries.map(({ headers }) => headers['webhook-id'])).size).toBe(3)
})

test('an invoice without a webhook URL notifies nobody', async () => {
  const before = receiver.deliveries.length
  const { id, payPath } = await scene.invoice()
  await pay(payPath)
  expect(await scene.rows('SELECT FROM webhook_deliveries WHERE invoice_id = $1', [id])).toEqual([])
  expect(receiver.deliveries).toHaveLength(before)
})

test('a worker killed in the middle of a delivery: the same id and bytes come again', async () => {
  receiver.answer('hang', 200)
  const { id, payPath } = await scene.invoice({ webhook_url: receiver.url() })
  await pay(payPath)
  await deliveriesOf(id, 1)
  await scene.crash('worker')
  expect(await scene.rows(`SELECT status FROM webhook_deliveries WHERE invoice_id = $1`, [id])).toEqual([
    { status: 'PENDING' },
  ])
  // The lease ends, as if time had passed; the event is due again at its end.
  await scene.rows(
    `UPDATE webhook_deliveries SET lease_until = now(), next_attempt_at = now() WHERE invoice_id = $1`,
    [id],
  )
  const [first, second] = await deliveriesOf(id, 2)
  if (!first || !second) throw new Error('two were delivered')
  expect(second.body).toBe(first.body)
  expect(second.headers['webhook-id']).toBe(first.headers['webhook-id'])
  await verified(second)
  await scene.untilThere(`SELECT FROM webhook_deliveries WHERE invoice_id = $1 AND status = 'DELIVERED'`, [
    id,
  ])
})

describe.each([
  ['at a public URL', { PUBLIC_URL: 'https://counterfoil.example' }],
  ['where others reach the port', { BIND: '0.0.0.0' }],
])('%s, without WEBHOOKS_ALLOW_PRIVATE', (_, settings) => {
  let guarded: CrashScene

  beforeAll(async () => {
    guarded = await startCrashScene({ WEBHOOKS_ALLOW_PRIVATE: '0', ...settings })
  })
  afterAll(() => guarded.stop())

  test.each([
    ['127.0.0.1', 'an address of this machine'],
    ['localhost', 'a name of this machine'],
    ['2130706433', 'an address in disguise'],
    ['[::ffff:127.0.0.1]', 'an address inside another'],
  ])('nothing is sent to %s, %s: the attempt failed, and says why', async (host) => {
    const { id, payPath } = await guarded.invoice({ webhook_url: `http://${host}:${receiver.port}/hook` })
    expect(await pay(payPath, GOOD_CARD, guarded)).toBe('paid')
    const attempts = `
      SELECT a.number, a.response_status, a.error, d.status FROM webhook_attempts a
        JOIN webhook_deliveries d ON d.account_id = a.account_id AND d.id = a.delivery_id WHERE d.invoice_id = $1`
    await guarded.untilThere(attempts, [id])
    expect(await guarded.rows(attempts, [id])).toEqual([
      {
        number: 1,
        response_status: null,
        error: expect.stringMatching(/^address is not public/),
        status: 'PENDING',
      },
    ])
    expect(receiver.about(id)).toEqual([])
    await guarded.expectSoundLedger()
  })
})
