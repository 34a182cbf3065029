import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { expectRefusal } from '../fixtures/api-client'
import { type LiveScene, startLiveScene } from '../fixtures/live-scene'

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
