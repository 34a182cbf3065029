import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { connectionPool, database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { newId } from '@/lib/ids'
import { claim } from '@/lib/jobs/queue'
import { GOOD_CARD, LONG_TIMEOUT_MS, payableInvoice, payByCard } from '@/lib/payments/payable-invoice.fixture'
import { reconcilePayment } from '@/lib/payments/reconcile-payment'
import { paymentQueue } from '@/lib/payments/refund-payment'
import { recordTestPayment } from '@/lib/payments/settle-payment'
import { reconcilePayout } from '@/lib/payouts/reconcile-payout'
import { paymentProviderFor, payoutProviderFor, providersOf } from '@/lib/providers/registry'
import { providerAt, startStandIn } from '@/lib/providers/testing/airwallex-stand-in'
import { setClock } from '@/lib/time/clock'
import { dayAfter } from '@/lib/time/dates'
import { buildBankAccount, buildCustomer, buildPayout, buildVendor, fundWallet } from '@/prisma/seed/builders'
import { reconcileDay } from './reconcile-day'
import type { ReconciliationReport } from './report'

const DELIVERED = '123456789012'
const NO_ACCOUNT = '000111111116'
const RETURNED = '000666666661'
const SLOW = '000777777771'

/** Each test uses a day of its own, at noon. */
let noon = new Date('2026-01-01T12:00:00Z')
beforeEach(() => {
  noon = new Date(noon.getTime() + 3 * 86_400_000)
  setClock(() => noon)
})
afterEach(() => setClock(null))

const providers = () => providersOf('test')
const payments = () => paymentProviderFor('test')
const payouts = () => payoutProviderFor('test')

/** The report of the day, run the day after. */
async function report(day = noon, all = providers()): Promise<ReconciliationReport> {
  setClock(() => new Date(dayAfter(day, 2).getTime()))
  const drawnUp = await reconcileDay(
    { mode: 'test', day: dayAfter(day, 0) },
    { providers: all, timeoutMs: LONG_TIMEOUT_MS },
  )
  setClock(() => noon)
  return drawnUp
}

/** The differences without their location. */
const differencesOf = ({ differences }: ReconciliationReport) =>
  differences.map(({ difference, kind, ours, theirs }) => [
    difference,
    kind,
    ours?.status ?? null,
    theirs?.providerStatus ?? null,
  ])

/** A payout of 25.00 USD to a new vendor's new customer. */
async function payout(accountNumber = DELIVERED) {
  const { test: account } = await buildVendor()
  await fundWallet(account, 2500n)
  const { id: customerId } = await buildCustomer(account)
  const { id: bankAccountId } = await buildBankAccount(account, customerId, { accountNumber })
  return buildPayout(account, { customerId, bankAccountId, amountMinor: 2500n })
}

async function paidInvoice(cardNumber = GOOD_CARD): Promise<string> {
  const invoice = await payableInvoice(payments())
  await payByCard(invoice, cardNumber)
  return invoice.invoiceId
}

/** Direct database access, with triggers disabled. */
async function tamper(statement: string, ...values: unknown[]): Promise<void> {
  const client = await connectionPool().connect()
  try {
    await client.query('SET session_replication_role = replica')
    expect((await client.query(statement, values)).rowCount).toBeGreaterThan(0)
  } finally {
    await client.query('RESET session_replication_role')
    client.release()
  }
}

test('a day without incidents has no difference and equal totals', async () => {
  await paidInvoice()
  await paidInvoice('4000000000000002')
  await payout()
  await payout(NO_ACCOUNT)
  const { accountId, id: payoutId } = await payout(RETURNED)
  setClock(() => new Date(noon.getTime() + 3_600_000))
  await reconcilePayout({ accountId, payoutId }, { providers: [payouts()], timeoutMs: LONG_TIMEOUT_MS })
  const slow = await payout(SLOW)

  const drawnUp = await report()
  expect(drawnUp).toMatchObject({ differences: [], unanswered: [], matched: 3, isDayOver: true })
  expect(drawnUp.inFlight.map(({ ours, theirs }) => [ours?.id, theirs?.status])).toEqual([
    [slow.id, 'processing'],
  ])
  const both = (count: number, amountMinor: bigint) => ({
    ours: { count, amountMinor },
    theirs: { count, amountMinor },
  })
  expect(drawnUp.totals).toEqual([
    { kind: 'payment', currency: 'USD', ...both(1, 10_320n) },
    { kind: 'payout', currency: 'USD', ...both(1, 2500n) },
  ])
})

test('a day of more transfers than Airwallex lists at once matches to the last page', async () => {
  const standIn = await startStandIn()
  onTestFinished(() => standIn.close())
  const airwallex = providerAt(standIn.baseUrl)
  const { test: account } = await buildVendor()
  // Three pages.
  const count = 210
  await fundWallet(account, BigInt(count) * 2n)
  const { id: customerId } = await buildCustomer(account)
  const { id: bankAccountId } = await buildBankAccount(account, customerId, { accountNumber: DELIVERED })
  const request = { customerId, bankAccountId, amountMinor: 2n }
  for (let index = 0; index < count; index += 21) {
    await Promise.all(Array.from({ length: 21 }, () => buildPayout(account, request, airwallex)))
  }
  const all = { ...providers(), payouts: [airwallex] }
  const both = { count, amountMinor: BigInt(count) * 2n }
  expect(await report(noon, all)).toMatchObject({
    matched: count,
    differences: [],
    inFlight: [],
    totals: [{ kind: 'payout', currency: 'USD', ours: both, theirs: both }],
  })
  // Airwallex lists the latest first, so the oldest is on the last page.
  const oldest = await database().payout.findFirstOrThrow({ orderBy: { id: 'asc' }, where: { customerId } })
  standIn.books.setStatus(oldest.id, 'CANCELLED', { code: '90802', message: 'Beneficiary bank returned' })
  expect(differencesOf(await report(noon, all))).toEqual([['status_differs', 'payout', 'PAID', 'CANCELLED']])
})

test('an invoice marked as paid by hand is counted, not searched for at the provider', async () => {
  const { accountId, invoiceId } = await payableInvoice(payments())
  await inOrmTransaction((tx) => recordTestPayment(tx, { accountId, invoiceId }, payments()))
  expect(await report()).toMatchObject({ markedByHand: 1, differences: [], matched: 0 })
})

test('an unfinished day is marked as such, and its latest items are no difference', async () => {
  await payout()
  const drawnUp = await reconcileDay(
    { mode: 'test', day: dayAfter(noon, 0) },
    { providers: providers(), timeoutMs: LONG_TIMEOUT_MS },
  )
  expect(drawnUp).toMatchObject({ isDayOver: false, differences: [] })
})

test('each mode has its own report', async () => {
  await payout()
  const drawnUp = await reconcileDay(
    { mode: 'live', day: dayAfter(noon, 0) },
    {
      providers: {
        payments: [{ ...payments(), name: 'live' }],
        payouts: [{ ...payouts(), name: 'live', listTransfers: none }],
      },
      timeoutMs: LONG_TIMEOUT_MS,
    },
  )
  expect(drawnUp).toMatchObject({ matched: 0, differences: [], inFlight: [] })
})

const none = async () => ({ kind: 'accepted' as const, value: { items: [], nextCursor: null } })

describe('a difference is reported:', () => {
  test('a payout that the provider does not list', async () => {
    const { id } = await payout()
    await tamper('DELETE FROM sandbox_transfers WHERE idempotency_key = $1', id)
    const drawnUp = await report()
    expect(differencesOf(drawnUp)).toEqual([['missing_at_provider', 'payout', 'PAID', null]])
    expect(drawnUp.differences[0]?.ours).toMatchObject({ id, amountMinor: 2500n, currency: 'USD' })
  })

  test('a payment that the provider does not list', async () => {
    const invoiceId = await paidInvoice()
    await tamper(
      'DELETE FROM sandbox_charges c USING payments p WHERE p.invoice_id = $1 AND c.reference = p.provider_reference',
      invoiceId,
    )
    expect(differencesOf(await report())).toEqual([['missing_at_provider', 'payment', 'SUCCEEDED', null]])
  })

  test('a transfer without a payout in our records', async () => {
    await tamper(
      `INSERT INTO sandbox_transfers
         (idempotency_key, reference, amount_minor, currency, scenario, status, later_statuses, created_at)
       VALUES ($1, $2, 777, 'USD', 'delivered', 'DELIVERED', '{}', $3)`,
      newId(),
      `sbx_tr_${newId()}`,
      noon,
    )
    const drawnUp = await report()
    expect(differencesOf(drawnUp)).toEqual([['missing_in_ledger', 'payout', null, 'DELIVERED']])
    expect(drawnUp.totals).toEqual([
      {
        kind: 'payout',
        currency: 'USD',
        ours: { count: 0, amountMinor: 0n },
        theirs: { count: 1, amountMinor: 777n },
      },
    ])
  })

  test('a payment and a refund without a record of ours', async () => {
    const invoiceId = await paidInvoice()
    await tamper('DELETE FROM payments WHERE invoice_id = $1', invoiceId)
    await tamper(
      `INSERT INTO sandbox_refunds
         (idempotency_key, reference, payment_reference, amount_minor, currency, status, created_at)
       VALUES ($1, $2, 'some payment', 100, 'USD', 'REFUNDED', $3)`,
      newId(),
      `sbx_re_${newId()}`,
      noon,
    )
    expect(differencesOf(await report()).toSorted()).toEqual([
      ['missing_in_ledger', 'payment', null, 'paid'],
      ['missing_in_ledger', 'refund', null, 'refunded'],
    ])
  })

  test('a dispute that the provider does not list, and one of another amount', async () => {
    const dispute = async () => {
      const invoiceId = await paidInvoice()
      const payment = await database().payment.findFirstOrThrow({ where: { invoiceId } })
      const { accountId, id, providerReference } = payment
      const opened = await payments().rehearsal?.dispute(
        providerReference ?? '',
        'opened',
        AbortSignal.timeout(LONG_TIMEOUT_MS),
      )
      expect(opened).toMatchObject({ kind: 'accepted' })
      await database().payment.update({
        where: { accountId_id: { accountId, id } },
        data: { nextAttemptAt: noon },
      })
      const key = { tenantId: accountId, id }
      const lease = await claim(database(), paymentQueue, key, { leaseMs: LONG_TIMEOUT_MS })
      if (!lease) return expect.fail('it is due')
      await reconcilePayment(lease, { providers: [payments()], timeoutMs: LONG_TIMEOUT_MS })
      return database().dispute.findFirstOrThrow({ where: { accountId, paymentId: id } })
    }
    const [missing, changed] = [await dispute(), await dispute()]
    expect(await report()).toMatchObject({ differences: [], matched: 4 })
    await tamper('DELETE FROM sandbox_disputes WHERE reference = $1', missing.providerReference)
    await tamper(
      'UPDATE sandbox_disputes SET amount_minor = 1 WHERE reference = $1',
      changed.providerReference,
    )
    expect(differencesOf(await report()).toSorted()).toEqual([
      ['amount_differs', 'dispute', 'OPEN', 'open'],
      ['missing_at_provider', 'dispute', 'OPEN', null],
    ])
  })

  test.each([
    ['amount', 'amount_minor = 2501'],
    ['currency', `currency = 'EUR'`],
  ])('a different %s', async (_what, change) => {
    const { id } = await payout()
    await tamper(`UPDATE sandbox_transfers SET ${change} WHERE idempotency_key = $1`, id)
    expect(differencesOf(await report())).toEqual([['amount_differs', 'payout', 'PAID', 'DELIVERED']])
  })

  test.each([
    ['PROCESSING where ours is paid', DELIVERED, 'PROCESSING', 'PAID'],
    ['RETURNED where ours is paid', DELIVERED, 'RETURNED', 'PAID'],
    ['DELIVERED where ours has failed', NO_ACCOUNT, 'DELIVERED', 'FAILED'],
    ['PROCESSING where ours has failed', NO_ACCOUNT, 'PROCESSING', 'FAILED'],
  ])('a status: %s', async (_what, accountNumber, theirs, ours) => {
    const { id } = await payout(accountNumber)
    await tamper('UPDATE sandbox_transfers SET status = $2 WHERE idempotency_key = $1', id, theirs)
    expect(differencesOf(await report())).toEqual([['status_differs', 'payout', ours, theirs]])
  })

  test('a second transfer under the key of a payout', async () => {
    const { id } = await payout()
    const { listTransfers } = payouts()
    const twice: typeof listTransfers = async (...asked) => {
      const page = await listTransfers(...asked)
      if (page.kind !== 'accepted') return page
      const again = page.value.items.map((item) => ({ ...item, reference: `${item.reference} again` }))
      return { ...page, value: { ...page.value, items: [...again, ...page.value.items] } }
    }
    const drawnUp = await report(noon, {
      ...providers(),
      payouts: [{ ...payouts(), listTransfers: twice }],
    })
    expect(differencesOf(drawnUp)).toEqual([['missing_in_ledger', 'payout', null, 'DELIVERED']])
    expect(drawnUp.differences[0]?.theirs).toMatchObject({
      key: id,
      reference: expect.stringContaining('again'),
    })
    expect(drawnUp.matched).toBe(1)
  })

  test('a payment that was taken although its checkout had ended unpaid', async () => {
    const invoiceId = await paidInvoice('4000000000000002')
    await tamper(`UPDATE checkout_sessions SET status = 'EXPIRED' WHERE invoice_id = $1`, invoiceId)
    await tamper(`UPDATE sandbox_charges SET status = 'PAID' WHERE created_at = $1`, noon)
    expect(differencesOf(await report())).toEqual([['missing_in_ledger', 'payment', null, 'paid']])
  })

  test('ledger entries that do not match the amounts paid', async () => {
    const { id } = await payout()
    const invoiceId = await paidInvoice()
    const change = (amount: string) =>
      tamper(
        `UPDATE ledger_entries e SET amount_minor = amount_minor ${amount} FROM ledger_transactions t
          WHERE t.account_id = e.account_id AND t.id = e.transaction_id AND e.position = 1
            AND t.reference_id IN ($1, $2) AND t.reason IN ('payout.delivered', 'invoice.paid')`,
        id,
        invoiceId,
      )
    await change('+ 1')
    expect(differencesOf(await report()).toSorted()).toEqual([
      ['ledger_differs', 'payment', 'SUCCEEDED', 'paid'],
      ['ledger_differs', 'payout', 'PAID', 'DELIVERED'],
    ])
    await change('- 1')
    expect(differencesOf(await report())).toEqual([])
  })
})

describe('around midnight', () => {
  test('an item of 23:59:59 whose other side is after midnight is matched, in both days', async () => {
    const midnight = dayAfter(noon, 1)
    setClock(() => new Date(midnight.getTime() - 1000))
    const [late, early] = [await payout(), await payout()]
    const moved = 'UPDATE sandbox_transfers SET created_at = $2 WHERE idempotency_key = $1'
    await tamper(moved, late.id, new Date(midnight.getTime() + 1000))
    await tamper(
      'UPDATE payouts SET created_at = $2, settled_at = $2 WHERE id = $1',
      early.id,
      new Date(midnight.getTime() + 1000),
    )
    expect(await report(noon)).toMatchObject({ differences: [], matched: 2 })
    expect(await report(midnight)).toMatchObject({ differences: [], matched: 2 })
    expect(await report(dayAfter(noon, -1))).toMatchObject({ matched: 0 })
  })

  test('a transfer that reached the provider days later is found where our records expect it', async () => {
    const { id } = await payout()
    const later = dayAfter(noon, 5)
    await tamper('UPDATE sandbox_transfers SET created_at = $2 WHERE idempotency_key = $1', id, later)
    expect(differencesOf(await report())).toEqual([['missing_at_provider', 'payout', 'PAID', null]])
    await tamper('UPDATE payouts SET settled_at = $2 WHERE id = $1', id, later)
    expect(await report()).toMatchObject({ differences: [], matched: 1 })
  })
})

test('a provider with an incomplete list is not compared, and the others are', async () => {
  await paidInvoice()
  const { id } = await payout()
  await tamper('DELETE FROM sandbox_transfers WHERE idempotency_key = $1', id)
  const silent = {
    ...payouts(),
    listTransfers: async () => ({ kind: 'unknown' as const, reason: 'no answer in time' }),
  }
  const drawnUp = await report(noon, { ...providers(), payouts: [silent] })
  expect(drawnUp).toMatchObject({ differences: [], inFlight: [], matched: 1 })
  expect(drawnUp.unanswered).toEqual([{ provider: 'sandbox', kind: 'payout', reason: 'no answer in time' }])
})

test('a payout made from another account of the provider is not compared, and not reported missing', async () => {
  await payout()
  const elsewhere = { ...payouts(), account: 'another', listTransfers: none }
  const drawnUp = await report(noon, { ...providers(), payouts: [elsewhere] })
  expect(drawnUp).toMatchObject({ differences: [], inFlight: [], matched: 0 })
  expect(drawnUp.unanswered).toEqual([
    { provider: 'sandbox', kind: 'payout', reason: 'the keys are those of another account' },
  ])
})
