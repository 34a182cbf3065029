import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { atOnce } from '@/e2e/fixtures/api-client'
import { type Answer, send } from '../fixtures/api-client'
import { database, freshVendor, operate, type Vendor } from '../fixtures/vendor'

let vendor: Vendor

beforeEach(async () => {
  vendor = await freshVendor()
})
afterEach(() => vendor.expectSoundLedger())

const card = {
  number: '4242 4242 4242 4242',
  expiry_month: 12,
  expiry_year: 2035,
  security_code: '123',
  holder: 'Ada',
}

async function newInvoice(given = {}): Promise<{ id: string; pay: () => Promise<Answer> }> {
  const { body } = await vendor.post('/invoice', { email: 'buyer@example.com', amount: 100, ...given })
  const path = `/api${new URL(body.invoice.payment_link).pathname}`
  return { id: body.invoice.id, pay: () => send({ method: 'POST', path, body: card }) }
}

async function books(invoiceId: string) {
  const { rows } = await database.query<Record<string, string | number>>(
    `SELECT i.status,
            (SELECT count(*)::int FROM ledger_transactions WHERE reference_id = i.id) AS booked,
            (SELECT count(*)::int FROM payments WHERE invoice_id = i.id AND status = 'SUCCEEDED') AS payments,
            (SELECT count(*)::int FROM sandbox_charges c JOIN sandbox_checkout_sessions s
                ON s.reference = c.session_reference
              WHERE s.idempotency_key = i.id::text AND c.status = 'PAID') AS charges,
            (SELECT count(*)::int FROM invoice_status_changes WHERE invoice_id = i.id AND to_status = 'PAID') AS changes
       FROM invoices i WHERE id = $1`,
    [invoiceId],
  )
  return rows[0]
}

describe('an invoice', () => {
  test('paid by twenty tabs at once is charged once and booked once', async () => {
    const { id, pay } = await newInvoice()
    const answers = await atOnce(20, pay)
    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses).toEqual([200, ...Array.from({ length: 19 }, () => 409)])
    expect(await books(id)).toEqual({ status: 'PAID', booked: 1, payments: 1, charges: 1, changes: 1 })
    await vendor.expectWallet('100.00')
  })

  test('marked as paid while its buyer pays is paid once, by one of the two', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id, pay } = await newInvoice()
      const [answer, marked] = await Promise.all([
        pay(),
        operate('invoice mark-paid', { invoice: id }).catch(() => null),
      ])
      const byCard = answer.status === 200
      expect(marked === null).toBe(byCard)
      const charges = byCard ? 1 : 0
      expect(await books(id)).toEqual({ status: 'PAID', booked: 1, payments: 1, charges, changes: 1 })
    }
    await vendor.expectWallet('500.00')
  })

  test('that becomes overdue while its buyer pays ends up paid', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id, pay } = await newInvoice({ due_date: '2020-01-01' })
      const sweep = () => operate('invoice sweep-overdue', { 'as-of': '2020-01-02' })
      const [, answer] = await Promise.all([sweep(), pay(), sweep()])
      expect(answer.status).toBe(200)
      expect(await books(id)).toEqual({ status: 'PAID', booked: 1, payments: 1, charges: 1, changes: 1 })
    }
  })
})
