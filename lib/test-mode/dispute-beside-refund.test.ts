import { afterEach, beforeEach, expect, test } from 'vitest'
import { connectionPool, database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { newId } from '@/lib/ids'
import type { LeasedWork } from '@/lib/jobs/queue'
import { due, workOn } from '@/lib/jobs/queue.fixture'
import { moneyOf } from '@/lib/ledger/live-money.fixture'
import { paymentWork, refundWork } from '@/lib/payments/jobs'
import { killAt } from '@/lib/payments/killed-process.fixture'
import {
  LONG_TIMEOUT_MS,
  type PayableInvoice,
  payableInvoice,
  payByCard,
} from '@/lib/payments/payable-invoice.fixture'
import { makeRefund, requestRefund, sendRefund } from '@/lib/payments/refund-invoice'
import { wakeReversals } from '@/lib/payments/wake-reversals'
import { paymentProviderFor, paymentProviders } from '@/lib/providers/registry'
import { setClock } from '@/lib/time/clock'
import { disputeAsBuyer } from './dispute-test-invoice'

const sandbox = paymentProviderFor('test')
const ROUNDS = 20
const LEASE_OVER_MS = 60_000

let time: Date
let invoice: PayableInvoice

beforeEach(async () => {
  time = new Date()
  setClock(() => time)
  invoice = await paidInvoice()
})
afterEach(() => setClock(null))

/** Of 100.00 and a fee of 3.20. */
async function paidInvoice(): Promise<PayableInvoice> {
  const payable = await payableInvoice(sandbox)
  await payByCard(payable)
  return payable
}

const options = () => ({ providers: paymentProviders(), timeoutMs: LONG_TIMEOUT_MS })
const refund = ({ accountId, invoiceId }: PayableInvoice) =>
  makeRefund(accountId, { invoiceId, amountMinor: null }, { claim: null, requestId: newId() })
const intend = ({ accountId, invoiceId }: PayableInvoice, leaseMs = 1000) =>
  inOrmTransaction((tx) => requestRefund(tx, accountId, { invoiceId, amountMinor: null }, { leaseMs }))
const dispute = ({ accountId, invoiceId }: PayableInvoice) => disputeAsBuyer(accountId, invoiceId, 'opened')
const codeOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'none',
    (error: { code?: string }) => error.code,
  )

/** Works on what is due now in the invoice's account. Returns how much that was. */
async function work({ queue, leaseMs, work }: LeasedWork, { accountId } = invoice): Promise<number> {
  const rows = (await due(queue)).filter(({ tenantId }) => tenantId === accountId)
  for (const row of rows) await workOn({ queue, leaseMs, work }, row)
  return rows.length
}

const booked = async ({ accountId } = invoice) => {
  const where = { accountId }
  const refunds = await database().refund.findMany({ where })
  const disputes = await database().dispute.findMany({ where })
  return [
    ...disputes.map(({ status, amountMinor }) => `dispute ${status} ${amountMinor}`),
    ...refunds.map(({ status, amountMinor }) => `refund ${status} ${amountMinor}`),
  ]
}

/** What stands in the sandbox's books, which say who has the money. */
async function disputedMinor({ invoiceId }: PayableInvoice): Promise<bigint> {
  const { rows } = await connectionPool().query<{ sum: string }>(
    `SELECT coalesce(sum(d.amount_minor), 0)::text AS sum
       FROM sandbox_disputes d JOIN sandbox_charges c ON c.reference = d.payment_reference
       JOIN sandbox_checkout_sessions s ON s.reference = c.session_reference WHERE s.idempotency_key = $1`,
    [invoiceId],
  )
  return BigInt(rows[0]?.sum ?? 0)
}

const unposted = () => database().unpostedAmount.findMany({ where: { accountId: invoice.accountId } })

test('of a refund and a dispute at once, whatever the bank took is booked, in every order', async () => {
  const refusals = new Set<unknown>()
  for (let round = 0; round < ROUNDS; round += 1) {
    const paid = await paidInvoice()
    const [refunded, refusal] = await Promise.all([
      // Where the dispute is booked first, nothing is left to refund.
      refund(paid).catch((error: { code?: string }) => {
        if (error.code !== 'refund_too_large') throw error
        return null
      }),
      codeOf(dispute(paid)),
    ])
    refusals.add(refusal)
    await work(paymentWork, paid)
    const disputed = await disputedMinor(paid)
    const expected = [
      ...(refunded ? [`refund ${refunded.status} 10000`] : []),
      ...(disputed > 0n ? [`dispute OPEN ${disputed}`] : []),
    ]
    expect((await booked(paid)).toSorted()).toEqual(expected.toSorted())
    expect(disputed).toBe(refunded === null || refunded.status === 'FAILED' ? 10_320n : 320n)
    expect(await moneyOf(paid.account)).toEqual({ available: 0n, pending: 0n, owed: 0n })
  }
  for (const refusal of refusals) expect(['none', 'refund_in_progress']).toContain(refusal)
}, 60_000)

test('a dispute that meets a pending refund waits for it, and is booked as soon as the refund fails', async () => {
  const pending = await intend(invoice)
  expect(await codeOf(dispute(invoice))).toBe('refund_in_progress')
  expect([await booked(), await unposted()]).toEqual([['refund PENDING 10000'], []])
  expect(await sendRefund(pending, options())).toMatchObject({ status: 'FAILED' })
  // The money is back in the wallet, and the look that takes it is due.
  expect(await work(paymentWork)).toBe(1)
  expect((await booked()).toSorted()).toEqual(['dispute OPEN 10320', 'refund FAILED 10000'])
  expect([(await moneyOf(invoice.account)).available, await unposted()]).toEqual([0n, []])
  expect(await work(paymentWork)).toBe(0)
})

test('a dispute whose request dies before it is booked is found by a worker', async () => {
  const pending = await intend(invoice)
  await codeOf(dispute(invoice))
  expect(await work(paymentWork)).toBe(0)
  time = new Date(time.getTime() + LEASE_OVER_MS)
  expect(await work(paymentWork)).toBe(1)
  expect(await booked()).toEqual(['refund PENDING 10000'])
  await sendRefund(pending, options())
  expect(await work(paymentWork)).toBe(1)
  expect(await booked()).toContain('dispute OPEN 10320')
})

/** The bank opens a dispute and a worker looks at it, as after a notification: the next look is a day away. */
async function hearOfDispute(): Promise<void> {
  const { accountId, invoiceId } = invoice
  const { providerReference } = await database().payment.findFirstOrThrow({ where: { accountId, invoiceId } })
  const reference = providerReference ?? ''
  await sandbox.rehearsal?.dispute(reference, 'opened', AbortSignal.timeout(LONG_TIMEOUT_MS))
  await inOrmTransaction((tx) => wakeReversals(tx, sandbox.name, reference))
  expect(await work(paymentWork)).toBe(1)
}

/** Asks again for the refund in a process of its own, which then waits to be killed. */
const ASK_AGAIN = (refundId: string) => `
  const { reconcileRefund } = await import('./lib/payments/refund-invoice.ts')
  const { paymentProviders } = await import('./lib/providers/registry.ts')
  const { connectionPool } = await import('./lib/db/client.ts')
  const options = { providers: paymentProviders(), timeoutMs: 20000, isEarly: true }
  await reconcileRefund({ accountId: '${invoice.accountId}', refundId: '${refundId}' }, options)
  await connectionPool().query('SELECT pg_advisory_xact_lock(1)')`

test.each([
  ['while it records that the refund failed', 'LOCK TABLE wallet_movements IN SHARE MODE', 'PENDING'],
  ['between the refund’s failure and the look', 'SELECT pg_advisory_xact_lock(1)', 'FAILED'],
])('killed %s: the dispute is booked, once', async (_when, lock, status) => {
  // The process goes by the clock on the wall, and starts within less than a second.
  const { id } = await intend(invoice, 1)
  await hearOfDispute()
  expect(await booked()).toEqual(['refund PENDING 10000'])
  await killAt(lock, ASK_AGAIN(id))
  expect(await booked()).toEqual([`refund ${status} 10000`])
  time = new Date(time.getTime() + LEASE_OVER_MS)
  await work(refundWork)
  await work(paymentWork)
  expect((await booked()).toSorted()).toEqual(['dispute OPEN 10320', 'refund FAILED 10000'])
  expect((await moneyOf(invoice.account)).available).toBe(0n)
  expect(await work(paymentWork)).toBe(0)
})
