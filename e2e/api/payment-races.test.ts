import { beforeEach, describe, expect, test } from 'vitest'
import { atOnce, exchange } from '@/e2e/fixtures/api-client'
import { type BuyerEnd, SandboxBuyer, sessionIn } from '../fixtures/sandbox-buyer'
import { database, freshVendor, operate, type Vendor } from '../fixtures/vendor'

const buyer = new SandboxBuyer(exchange)
let vendor: Vendor

beforeEach(async () => {
  vendor = await freshVendor()
})

async function newInvoice(fields = {}): Promise<{ id: string; path: string; pay: () => Promise<BuyerEnd> }> {
  const { body } = await vendor.post('/invoice', { email: 'buyer@example.com', amount: 100, ...fields })
  const path = `/api${new URL(body.invoice.payment_link).pathname}`
  return { id: body.invoice.id, path, pay: () => buyer.pay(path) }
}

async function books(invoiceId: string) {
  const { rows } = await database.query<Record<string, string | number>>(
    `SELECT i.status,
            (SELECT count(*)::int FROM ledger_transactions
              WHERE account_id = i.account_id AND reference_id = i.id) AS booked,
            (SELECT count(*)::int FROM payments
              WHERE account_id = i.account_id AND invoice_id = i.id AND status = 'SUCCEEDED') AS payments,
            (SELECT count(*)::int FROM invoice_status_changes
              WHERE account_id = i.account_id AND invoice_id = i.id AND to_status = 'PAID') AS changes
       FROM invoices i WHERE id = $1`,
    [invoiceId],
  )
  const charged = await database.query<{ charges: number }>(
    `SELECT count(*)::int AS charges FROM sandbox_charges c JOIN sandbox_checkout_sessions s
         ON s.reference = c.session_reference
      WHERE s.idempotency_key = $1 AND c.status = 'PAID'`,
    [invoiceId],
  )
  return rows[0] && { ...rows[0], ...charged.rows[0] }
}

/** The sandbox's charges for the invoice that were not refunded. */
async function chargeCount(invoiceId: string): Promise<number> {
  const { rowCount } = await database.query(
    `SELECT FROM sandbox_charges c JOIN sandbox_checkout_sessions s ON s.reference = c.session_reference
      WHERE s.idempotency_key = $1 AND c.status = 'PAID'
        AND NOT EXISTS (SELECT FROM sandbox_refunds r WHERE r.payment_reference = c.reference AND r.status = 'REFUNDED')`,
    [invoiceId],
  )
  return rowCount ?? 0
}

const PAID = { status: 'PAID', booked: 1, payments: 1, charges: 1, changes: 1 }

describe('an invoice', () => {
  test('paid by twenty tabs at once is charged once and booked once', async () => {
    const { id, pay } = await newInvoice()
    const ends = new Set(await atOnce(20, pay))
    expect(ends).toContain('paid')
    // A tab that comes late finds the invoice paid.
    expect([...ends].filter((end) => end !== 'paid' && end !== 'closed')).toEqual([])
    expect(await books(id)).toEqual(PAID)
    await vendor.expectWallet('100.00')
  })

  test('paid in twenty tabs that were all open already is charged once and booked once', async () => {
    const { id, path } = await newInvoice()
    const session = sessionIn(await buyer.click(path)) ?? ''
    const next = await atOnce(20, () => buyer.submit(session))
    expect(new Set(next.map((address) => new URL(address ?? '').pathname))).toEqual(
      new Set([`${path}/return`]),
    )
    await atOnce(20, () => buyer.comeBack(path))
    expect(await books(id)).toEqual(PAID)
    await vendor.expectWallet('100.00')
  })

  test('marked as paid while its buyer pays is paid once, and the buyer’s payment is kept or given back', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id, pay } = await newInvoice()
      const [, marked] = await Promise.all([
        pay(),
        operate('invoice mark-paid', { invoice: id }).catch(() => null),
      ])
      await expect.poll(() => chargeCount(id), { timeout: 20_000 }).toBe(marked === null ? 1 : 0)
      const { charges: _, ...booked } = (await books(id)) ?? {}
      expect(booked).toEqual({ status: 'PAID', booked: 1, payments: 1, changes: 1 })
    }
    await vendor.expectWallet('500.00')
  })

  test('that becomes overdue while its buyer pays ends up paid', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id, pay } = await newInvoice({ due_date: '2020-01-01' })
      const sweep = () => operate('invoice sweep-overdue', { 'as-of': '2020-01-02' })
      const [, end] = await Promise.all([sweep(), pay(), sweep()])
      expect(end).toBe('paid')
      expect(await books(id)).toEqual(PAID)
    }
  })
})
