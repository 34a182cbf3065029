import { beforeEach, expect, test } from 'vitest'
import { connectionPool, database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { moneyOf } from '@/lib/ledger/live-money.fixture'
import { paymentProviderFor, paymentProviders } from '@/lib/providers/registry'
import { killAt } from './killed-process.fixture'
import { LONG_TIMEOUT_MS, type PayableInvoice, payableInvoice, payByCard } from './payable-invoice.fixture'
import { reconcileRefund, requestRefund } from './refund-invoice'

const sandbox = paymentProviderFor('test')
let invoice: PayableInvoice

beforeEach(async () => {
  invoice = await payableInvoice(sandbox)
  await payByCard(invoice)
})

const REFUND = () => `
  const { makeRefund } = await import('./lib/payments/refund-invoice.ts')
  const request = { invoiceId: '${invoice.invoiceId}', amountMinor: 4000n }
  await makeRefund('${invoice.accountId}', request, { claim: null, requestId: '${crypto.randomUUID()}' })`

const ASK_AGAIN = (refundId: string) => `
  const { reconcileRefund } = await import('./lib/payments/refund-invoice.ts')
  const { paymentProviders } = await import('./lib/providers/registry.ts')
  const options = { providers: paymentProviders(), timeoutMs: 20000, isEarly: true }
  await reconcileRefund({ accountId: '${invoice.accountId}', refundId: '${refundId}' }, options)`

const refunds = () => database().refund.findMany({ where: { accountId: invoice.accountId } })
const providerRefundCount = async () =>
  (
    await connectionPool().query('SELECT FROM sandbox_refunds WHERE idempotency_key = ANY ($1)', [
      (await refunds()).map(({ id }) => id),
    ])
  ).rowCount

/** Asks for the refund as a worker does once the lease of the dead process is over. */
async function recover(refundId: string): Promise<void> {
  await database().refund.update({
    where: { accountId_id: { accountId: invoice.accountId, id: refundId } },
    data: { leaseUntil: new Date(0), nextAttemptAt: new Date(0) },
  })
  const options = { providers: paymentProviders(), timeoutMs: LONG_TIMEOUT_MS }
  for (let times = 0; times < 2; times += 1) {
    await reconcileRefund({ accountId: invoice.accountId, refundId }, options)
  }
}

async function expectMadeOnce(): Promise<void> {
  expect(await refunds()).toMatchObject([{ status: 'SUCCEEDED', amountMinor: 4000n }])
  expect(await providerRefundCount()).toBe(1)
  expect(await moneyOf(invoice.account)).toEqual({ available: 6000n, pending: 0n, owed: 0n })
}

test('killed while it reserves the money: nothing is taken, and nothing was asked for', async () => {
  await killAt('LOCK TABLE wallet_movements IN SHARE MODE', REFUND())
  expect(await refunds()).toEqual([])
  expect(await moneyOf(invoice.account)).toEqual({ available: 10_000n, pending: 0n, owed: 0n })
})

test('killed before the provider has heard of it: the worker makes it, once', async () => {
  await killAt('LOCK TABLE sandbox_refunds IN EXCLUSIVE MODE', REFUND())
  const [pending] = await refunds()
  expect([pending?.status, await providerRefundCount()]).toEqual(['PENDING', 0])
  expect(await moneyOf(invoice.account)).toEqual({ available: 6000n, pending: 0n, owed: 0n })
  await recover(pending?.id ?? '')
  await expectMadeOnce()
})

test('killed after the provider has made it: the worker books it, once', async () => {
  const request = { invoiceId: invoice.invoiceId, amountMinor: 4000n }
  const { id } = await inOrmTransaction((tx) => requestRefund(tx, invoice.accountId, request, { leaseMs: 1 }))
  await killAt('SELECT FROM payments FOR UPDATE', ASK_AGAIN(id))
  expect([(await refunds())[0]?.status, await providerRefundCount()]).toEqual(['PENDING', 1])
  await recover(id)
  await expectMadeOnce()
})
