import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FINANCIAL_ACCOUNT, STRIPE_ACCOUNTS } from '@/lib/providers/testing/stripe-payout-books'
import type { Answer } from '../fixtures/api-client'
import { type LiveScene, startLiveScene } from '../fixtures/live-scene'

/* Live mode whose payouts go over Stripe Global Payouts, a preview. */

const PAYMENTS = '/v2/money_management/outbound_payments'

let scene: LiveScene
let customerId: string

beforeAll(async () => {
  scene = await startLiveScene({ STRIPE_PAYOUTS_PREVIEW: FINANCIAL_ACCOUNT })
  await scene.credit('1000.00')
  customerId = await scene.customer()
})
afterAll(() => scene?.stop())

const books = () => scene.providers.stripe.payoutBooks

async function payOut(bankAccountId: string): Promise<Answer> {
  const body = { bank_account_id: bankAccountId, amount: 25 }
  return scene.post(`/customer/${customerId}/payout`, body, { 'idempotency-key': randomUUID() })
}

const payouts = () =>
  scene.rows<{ id: string; status: string }>(
    `SELECT id, status FROM payouts WHERE provider = 'stripe_payouts' ORDER BY id`,
  )

test('a payout is made once, from the financial account, and none goes to Airwallex', async () => {
  const before = books().balanceMinor()
  const answer = await payOut(await scene.bankAccount(customerId, STRIPE_ACCOUNTS.delivered))
  expect(answer.status, answer.text).toBe(200)
  expect(await payouts()).toMatchObject([{ status: 'PAID' }])
  expect(before - books().balanceMinor()).toBe(2500)
  expect(scene.airwallex.transferKeys()).toEqual([])
})

test('a payout that Stripe refuses gives the money back', async () => {
  const wallet = () => scene.operate('wallet show', { vendor: scene.vendor, mode: 'live' })
  const before = await wallet()
  const answer = await payOut(await scene.bankAccount(customerId, STRIPE_ACCOUNTS.refused))
  expect(answer.status).toBeGreaterThanOrEqual(400)
  expect(await wallet()).toEqual(before)
})

test('a payout whose process dies before the answer is made once', async () => {
  const bankAccountId = await scene.bankAccount(customerId, STRIPE_ACCOUNTS.delivered)
  const count = books().payments.length
  scene.providers.stripe.fail({ when: 'after', how: 'silence', on: new RegExp(`^POST ${PAYMENTS}$`) })
  const { result } = await scene.untilCalled(`POST ${PAYMENTS}`, () =>
    payOut(bankAccountId).catch(() => null),
  )
  await scene.crash('web')
  await result
  scene.providers.stripe.forgetFaults()
  await scene.reconcileAll()
  expect((await payouts()).at(-1)).toMatchObject({ status: 'PAID' })
  expect(books().payments).toHaveLength(count + 1)
})

test('a payment that the bank returns is learnt by reconciling, and gives the money back', async () => {
  const answer = await payOut(await scene.bankAccount(customerId, STRIPE_ACCOUNTS.returned))
  expect(answer.status, answer.text).toBe(200)
  const [id = ''] = (await payouts()).map((payout) => payout.id).slice(-1)
  for (let count = 0; count < 2; count += 1) await scene.operate('payout reconcile', {})
  await scene.untilStatus('payouts', id, 'RETURNED')
})

test('a day’s payouts agree with Stripe’s list', async () => {
  const date = new Date().toISOString().slice(0, 10)
  const report = await scene.operate<{ differences: object[] }>('ledger reconcile', { date })
  expect(report.differences).toEqual([])
})
