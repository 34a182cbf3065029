import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { anOperator } from '@/lib/audit/operator.fixture'
import { connectionPool, database } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import { newId } from '@/lib/ids'
import { changeInvoiceStatus, sweepOverdue } from '@/lib/invoices/change-invoice-status'
import { expectSoundLedger } from '@/lib/ledger/sound-ledger.fixture'
import type { PaymentProvider } from '@/lib/providers/payment-provider'
import { paymentProviderFor } from '@/lib/providers/registry'
import { banVendor } from '@/lib/vendors/manage-vendor'
import { payWithCard } from './pay-with-card'
import {
  booksOf,
  CARD,
  chargingBy,
  PAID_ONCE,
  type PayableInvoice,
  payableInvoice,
  TIMEOUT_MS,
  UNPAID,
} from './payable-invoice.fixture'
import { markInvoicePaid } from './settle-payment'

const sandbox = paymentProviderFor('test')
let invoice: PayableInvoice

beforeEach(async () => {
  invoice = await payableInvoice(sandbox)
})
afterEach(expectSoundLedger)

const pay = (number = CARD.number, provider: PaymentProvider = sandbox, { token } = invoice) =>
  payWithCard(token, { ...CARD, number }, { provider, timeoutMs: TIMEOUT_MS })

const markPaid = () => inTransaction((tx) => markInvoicePaid(tx, invoice, sandbox))

const chargesPaid = async ({ invoiceId } = invoice) =>
  (
    await connectionPool().query(
      `SELECT FROM sandbox_charges c JOIN sandbox_checkout_sessions s ON s.reference = c.session_reference
        WHERE s.idempotency_key = $1 AND c.status = 'PAID'`,
      [invoiceId],
    )
  ).rowCount

describe('a card that pays', () => {
  test('marks the invoice paid: the base for the vendor, the fee for the platform, one event', async () => {
    const { transactionId } = await pay()
    expect(await booksOf(invoice)).toEqual({ ...PAID_ONCE, payments: ['SUCCEEDED'] })
    const payment = await database().payment.findFirstOrThrow({ where: { id: transactionId } })
    expect(payment).toMatchObject({ amountMinor: 10_320n, currency: 'USD', provider: 'sandbox' })
    expect(await chargesPaid()).toBe(1)
  })

  test('is charged the whole amount with the intent committed and no transaction open', async () => {
    const watched = chargingBy(sandbox, async (request, signal) => {
      const { rows } = await connectionPool().query<{ status: string }>(
        'SELECT status FROM payments WHERE id = $1',
        [request.key],
      )
      expect(rows).toEqual([{ status: 'PROCESSING' }])
      const idle = await connectionPool().query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'`,
      )
      expect(idle.rowCount).toBe(0)
      return sandbox.cards?.charge(request, signal) ?? { kind: 'unknown', reason: 'no cards' }
    })
    await pay(CARD.number, watched)
    expect(await booksOf(invoice)).toEqual({ ...PAID_ONCE, payments: ['SUCCEEDED'] })
  })

  test('is stored nowhere', async () => {
    await pay()
    for (const table of ['payments', 'sandbox_charges', 'webhook_events', 'invoices']) {
      const { rows } = await connectionPool().query<{ text: string }>(
        `SELECT t::text AS text FROM ${table} t`,
      )
      expect(rows.map(({ text }) => text).join()).not.toContain(CARD.number)
    }
  })
})

describe('a card that is declined', () => {
  test('marks the invoice failed, through further declines, and it can still be paid', async () => {
    await expect(pay('4000000000000002')).rejects.toMatchObject({
      code: 'payment_declined',
      details: { code: 'card_declined' },
    })
    await expect(pay('4000000000009995')).rejects.toMatchObject({ details: { code: 'insufficient_funds' } })
    expect(await booksOf(invoice)).toMatchObject({ status: 'FAILED', transactions: 0, availableMinor: 0n })
    await pay()
    expect(await booksOf(invoice)).toEqual({
      ...PAID_ONCE,
      history: ['CREATED>FAILED', 'FAILED>PAID'],
      events: ['Failed', 'Paid'],
      payments: ['DECLINED', 'DECLINED', 'SUCCEEDED'],
    })
  })

  test('leaves an overdue invoice unpaid, and it can still be paid', async () => {
    await inTransaction((tx) => changeInvoiceStatus(tx, invoice, { to: 'UNPAID' }))
    await expect(pay('4000000000000002')).rejects.toMatchObject({ code: 'payment_declined' })
    expect(await booksOf(invoice)).toMatchObject({ status: 'UNPAID', history: ['CREATED>UNPAID'] })
    await pay()
    expect(await booksOf(invoice)).toMatchObject({
      status: 'PAID',
      history: ['CREATED>UNPAID', 'UNPAID>PAID'],
    })
  })
})

describe('a provider that doesn’t answer', () => {
  test('leaves the payment in progress: the invoice is unchanged and can’t be paid twice meanwhile', async () => {
    const silent = chargingBy(sandbox, async () => ({ kind: 'unknown', reason: 'no answer in time' }))
    await expect(pay(CARD.number, silent)).rejects.toMatchObject({ code: 'payment_unknown' })
    await expect(pay()).rejects.toMatchObject({ code: 'payment_in_progress' })
    await expect(markPaid()).rejects.toMatchObject({ code: 'payment_in_progress' })
    expect(await booksOf(invoice)).toEqual({ ...UNPAID, payments: ['PROCESSING'] })
  })
})

describe('concurrent payments', () => {
  test('by twenty tabs make one charge and one payment', async () => {
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => pay()))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const result of results) {
      if (result.status === 'rejected') {
        expect(['payment_in_progress', 'invoice_already_paid']).toContain(result.reason.code)
      }
    }
    expect(await booksOf(invoice)).toEqual({ ...PAID_ONCE, payments: ['SUCCEEDED'] })
    expect(await chargesPaid()).toBe(1)
  })

  test('with one good card and nineteen bad ones leave the invoice paid once, or failed and payable', async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) => pay(index === 10 ? CARD.number : '4000000000000002')),
    )
    const isPaid = results[10]?.status === 'fulfilled'
    const books = await booksOf(invoice)
    expect(books.status).toBe(isPaid ? 'PAID' : 'FAILED')
    expect(books.transactions).toBe(isPaid ? 1 : 0)
    expect(await chargesPaid()).toBe(isPaid ? 1 : 0)
  })

  test('by hand and by card pay once: either way, never both', async () => {
    for (let round = 0; round < 8; round += 1) {
      invoice = await payableInvoice(sandbox)
      const [byCard, byHand] = await Promise.allSettled([pay(), markPaid()])
      expect([byCard.status, byHand.status].sort()).toEqual(['fulfilled', 'rejected'])
      expect(await booksOf(invoice)).toEqual({ ...PAID_ONCE, payments: ['SUCCEEDED'] })
      expect(await chargesPaid()).toBe(byCard.status === 'fulfilled' ? 1 : 0)
    }
  })

  test('by hand, ten at once, pay once', async () => {
    const results = await Promise.allSettled(Array.from({ length: 10 }, markPaid))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await booksOf(invoice)).toEqual({ ...PAID_ONCE, payments: ['SUCCEEDED'] })
  })

  test('and a sweep of overdue invoices end in a paid invoice', async () => {
    for (let round = 0; round < 8; round += 1) {
      invoice = await payableInvoice(sandbox, new Date('2026-01-01'))
      const sweep = () => sweepOverdue(new Date('2026-01-02'))
      await Promise.all([sweep(), pay(), sweep()])
      const books = await booksOf(invoice)
      expect(books).toMatchObject({ status: 'PAID', transactions: 1, availableMinor: 10_000n })
      expect([['CREATED>PAID'], ['CREATED>UNPAID', 'UNPAID>PAID']]).toContainEqual(books.history)
      expect(books.events).toHaveLength(books.history.length)
    }
  })
})

describe('refused before the provider is called', () => {
  const never = chargingBy(sandbox, async () => {
    throw new Error('the provider was asked')
  })

  test('a second payment of a paid invoice', async () => {
    await pay()
    await expect(pay(CARD.number, never)).rejects.toMatchObject({ code: 'invoice_already_paid' })
    await expect(markPaid()).rejects.toMatchObject({ code: 'invoice_already_paid' })
    expect(await booksOf(invoice)).toEqual({ ...PAID_ONCE, payments: ['SUCCEEDED'] })
  })

  test('an unknown link', async () => {
    for (const token of ['', 'x', '0'.repeat(44), `${invoice.token.slice(0, -1)}-`, invoice.token.slice(1)]) {
      await expect(pay(CARD.number, never, { ...invoice, token })).rejects.toMatchObject({
        code: 'payment_link_not_found',
      })
    }
    const other = await payableInvoice(sandbox)
    const mixed = other.token.slice(0, 22) + invoice.token.slice(22)
    await expect(pay(CARD.number, never, { ...invoice, token: mixed })).rejects.toMatchObject({
      code: 'payment_link_not_found',
    })
  })

  test('a payment to a banned vendor', async () => {
    await inTransaction((tx) => banVendor(tx, invoice.account.vendorId, null, anOperator))
    await expect(pay(CARD.number, never)).rejects.toMatchObject({ code: 'vendor_banned' })
    expect(await booksOf(invoice)).toEqual({ ...UNPAID, payments: [] })
  })

  test('marking an unknown invoice, another account’s, or a live one as paid', async () => {
    const mark = (key: { accountId: string; invoiceId: string }) =>
      inTransaction((tx) => markInvoicePaid(tx, key, sandbox))
    const stranger = await payableInvoice(sandbox)
    const refused = { code: 'invoice_not_found' }
    await expect(mark({ ...invoice, invoiceId: newId() })).rejects.toMatchObject(refused)
    await expect(mark({ ...invoice, accountId: stranger.accountId })).rejects.toMatchObject(refused)
    await connectionPool().query(`DELETE FROM accounts WHERE vendor_id = $1 AND mode = 'live'`, [
      invoice.account.vendorId,
    ])
    await connectionPool().query(`UPDATE accounts SET mode = 'live' WHERE id = $1`, [invoice.accountId])
    await expect(mark(invoice)).rejects.toMatchObject({ code: 'invoice_not_in_test_mode' })
    expect(await booksOf(invoice)).toEqual({ ...UNPAID, payments: [] })
  })
})
