import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { expectRefusal } from '../fixtures/api-client'
import { type LiveScene, startLiveScene } from '../fixtures/live-scene'
import { stripeNotification } from '../fixtures/provider-stand-ins'

const WAIT = { timeout: 60_000, interval: 50 }

let scene: LiveScene
let invoiceId: string
/** Stripe's reference of the payment. */
let payment: string

beforeAll(async () => {
  scene = await startLiveScene()
})
afterAll(() => scene?.stop())

beforeEach(async () => {
  const { id, payPath } = await scene.invoice()
  await scene.click(payPath)
  const session = await scene.sessionOf(id)
  payment = scene.stripe.pay(session)
  invoiceId = id
  await scene.tellStripe('checkout.session.completed', session)
  await scene.untilStatus('invoices', id, 'PAID')
})

const postingsOf = async (reason: string) => {
  const rows = await scene.rows<{ count: number }>(
    `SELECT count(*)::int FROM ledger_transactions t
      WHERE reason = $2 AND reference_id IN (
        SELECT $1::uuid UNION ALL SELECT id FROM disputes WHERE invoice_id = $1)`,
    [invoiceId, reason],
  )
  return rows[0]?.count
}

const holdOf = () =>
  scene.rows<{ left: string; released: boolean }>(
    `SELECT left_minor AS left, released_at IS NOT NULL AS released FROM wallet_holds WHERE invoice_id = $1`,
    [invoiceId],
  )

const endHold = () =>
  scene.rows(`UPDATE wallet_holds SET release_at = now() - interval '1 second' WHERE invoice_id = $1`, [
    invoiceId,
  ])

/** Has the worker release what is due now. */
const sweepHolds = () =>
  scene.rows(
    `UPDATE periodic_work SET next_run_at = now() - interval '1 second' WHERE name = 'release_holds'`,
  )

/** Notifies of the dispute until the worker has asked and booked it; a repeat changes nothing. */
async function untilBooked(type: string, dispute: string, reason: string): Promise<void> {
  await scene.tellStripeOfReversal(type, dispute)
  await expect.poll(() => postingsOf(reason), WAIT).toBe(1)
}

test('a live payment is pending; a dispute takes it, nothing is paid out while it is owed, and a won one gives it back', async () => {
  await endHold()
  await sweepHolds()
  await expect.poll(holdOf, WAIT).toEqual([{ left: '0', released: true }])
  const customerId = await scene.customer()
  const body = { bank_account_id: await scene.bankAccount(customerId), amount: 100 }
  const payOut = () => scene.post(`/customer/${customerId}/payout`, body, { 'idempotency-key': randomUUID() })
  expect((await payOut()).status).toBe(200)

  const dispute = scene.stripe.dispute(payment)
  await untilBooked('charge.dispute.created', dispute, 'dispute.opened')
  const owed = { available: '0.00', held: '0.00', owed: '100.00' }
  expect((await scene.operate('wallet show', { vendor: scene.vendor, mode: 'live' })).USD).toEqual(owed)
  expectRefusal(await payOut(), 400, 'Insufficient available balance')

  scene.stripe.settleDispute(dispute, 'won')
  await untilBooked('charge.dispute.closed', dispute, 'dispute.won')
  await scene.tellStripeOfReversal('charge.dispute.created', dispute)
  await scene.tellStripeOfReversal('charge.dispute.funds_reinstated', dispute)
  expect((await scene.operate('wallet show', { vendor: scene.vendor, mode: 'live' })).USD).toEqual({
    available: '0.00',
    held: '0.00',
  })
})

test('a notification that Stripe has not signed books nothing', async () => {
  const dispute = scene.stripe.dispute(payment)
  const body = JSON.stringify({
    type: 'charge.dispute.created',
    data: { object: scene.stripe.disputeObject(dispute) },
  })
  const answer = await scene.tell('stripe', { body, headers: { 'stripe-signature': 't=1,v1=0' } })
  expect(answer.status).toBe(400)
  expect(await postingsOf('dispute.opened')).toBe(0)
})

test('Stripe’s payout to the operator’s bank is booked after its notification, and taken back once it failed', async () => {
  const payout = scene.stripe.payOut(5000)
  const movements = () =>
    scene.rows<{ reason: string; source: string; destination: string; amount: string }>(
      `SELECT reason, source, destination, amount_minor AS amount FROM operator_movements
        WHERE reference = $1 ORDER BY id`,
      [`stripe ${payout}`],
    )
  const tell = async (type: string) => {
    const answer = await scene.tell('stripe', stripeNotification(type, scene.stripe.payoutObject(payout)))
    expect(answer.status).toBe(200)
  }
  const sent = { reason: 'payout.sent', source: 'stripe', destination: 'on_its_way', amount: '5000' }
  const arrived = { ...sent, reason: 'payout.arrived', source: 'on_its_way', destination: 'bank' }
  scene.stripe.settlePayout(payout, 'paid')
  await tell('payout.paid')
  await expect.poll(movements, WAIT).toEqual([sent, arrived])
  scene.stripe.settlePayout(payout, 'failed')
  for (let count = 0; count < 2; count += 1) await tell('payout.failed')
  const failed = { ...sent, reason: 'payout.failed', source: 'bank', destination: 'stripe' }
  await expect.poll(movements, WAIT).toEqual([sent, arrived, failed])
})

test('what Stripe keeps of a payment is booked by the worker, once', async () => {
  const fee = () =>
    scene.rows<{ fee: string; posted: number }>(
      `SELECT fee_minor AS fee, (SELECT count(*)::int FROM ledger_transactions
                                  WHERE account_id = payments.account_id AND reference_id = payments.id
                                    AND reason = 'payment.fee') AS posted
         FROM payments WHERE provider_reference = $1`,
      [payment],
    )
  await expect.poll(fee, WAIT).toEqual([{ fee: String(scene.stripe.payment(payment).fee), posted: 1 }])
})

test('the operator sees line by line that the books have what the providers hold, records funding, and takes it back', async () => {
  // The fee of the payment is read first.
  await expect
    .poll(
      () => scene.rows(`SELECT FROM payments WHERE fee_minor IS NULL AND provider_reference IS NOT NULL`),
      WAIT,
    )
    .toEqual([])
  type Shown = {
    provider: string
    currency: string
    books: string
    available: string
    pending: string
    difference: string
  }
  const show = async () => {
    const { stdout } = await scene.service.adminRaw(['money', 'show', '--json'])
    const { providers, places } = JSON.parse(stdout) as { providers: Shown[]; places: object[] }
    return { stripe: providers.find(({ provider }) => provider === 'stripe'), places, providers }
  }
  const { available, pending } = scene.stripe.balance()
  const inDollars = (cents: number) => (cents / 100).toFixed(2)
  const first = await show()
  expect(first.stripe).toMatchObject({
    currency: 'USD',
    available: inDollars(available),
    pending: inDollars(pending),
    difference: '0.00',
    books: inDollars(available + pending),
  })
  const flags = { from: 'bank', to: 'airwallex', amount: '2500', currency: 'USD', note: 'wire 7' }
  const money = (verb: string, values: Record<string, string>) => {
    const words = Object.entries(values).flatMap(([name, value]) => [`--${name}`, value])
    return scene.service.adminRaw(['money', verb, ...words, '--json'])
  }
  const books = async () =>
    (await show()).providers.find(({ provider }) => provider === 'airwallex')?.books ?? '0.00'
  const before = Number(await books())
  const { movement_id: id = '' } = JSON.parse((await money('move', flags)).stdout)
  expect(Number(await books())).toBe(before + 2500)
  expect((await money('undo', { id })).code).toBe(0)
  expect(Number(await books())).toBe(before)
  expect((await money('undo', { id })).stderr).toContain('it was taken back')
  for (const wrong of [
    { ...flags, to: 'bank' },
    { ...flags, to: 'paypal' },
    { ...flags, amount: '0' },
  ]) {
    expect((await money('move', wrong)).code).toBe(1)
  }
})
