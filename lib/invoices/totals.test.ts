import { expect, test } from 'vitest'
import { database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { recordTestPayment } from '@/lib/payments/settle-payment'
import { paymentProviderFor } from '@/lib/providers/registry'
import { buildInvoice, buildVendor } from '@/prisma/seed/builders'
import { sweepOverdue } from './change-invoice-status'
import { type Outstanding, outstandingInvoices } from './totals'

const provider = paymentProviderFor('test')

/** The sums of the invoices, without the help of the kept sums. */
async function addedUp(accountId: string): Promise<Outstanding[]> {
  return database().$queryRaw<Outstanding[]>`
    SELECT currency,
           coalesce(sum(total_minor) FILTER (WHERE status <> 'UNPAID'), 0)::bigint AS "openMinor",
           (count(*) FILTER (WHERE status <> 'UNPAID'))::int AS "openCount",
           coalesce(sum(total_minor) FILTER (WHERE status = 'UNPAID'), 0)::bigint AS "overdueMinor",
           (count(*) FILTER (WHERE status = 'UNPAID'))::int AS "overdueCount"
      FROM invoices WHERE account_id = ${accountId}::uuid AND status <> 'PAID'
     GROUP BY currency ORDER BY currency`
}

test('the kept sums of overdue invoices stay exact while invoices fall due and are paid at the same time', async () => {
  const { test, live } = await buildVendor()
  const today = new Date('2026-03-09T00:00:00Z')
  const dueDate = new Date('2026-03-02T00:00:00Z')
  const build = (amountMinor: bigint, currency: string, due = dueDate) =>
    buildInvoice(test, { amountMinor, currency, dueDate: due })
  await buildInvoice(live, { amountMinor: 5000n, currency: 'USD', dueDate })
  const overdue = await Promise.all([1n, 20n, 300n, 4000n].map((amount) => build(amount, 'USD')))
  await build(50_000n, 'EUR')
  await build(600_000n, 'GBP', new Date('2026-04-01T00:00:00Z'))
  await sweepOverdue(today)
  expect(await outstandingInvoices(database(), test.id)).toEqual(await addedUp(test.id))

  const late = await Promise.all([7n, 80n].map((amount) => build(amount, 'USD')))
  const pay = ({ id: invoiceId }: { id: string }) =>
    inOrmTransaction((tx) => recordTestPayment(tx, { accountId: test.id, invoiceId }, provider))
  await Promise.all([
    sweepOverdue(today),
    sweepOverdue(today),
    ...overdue.slice(1).map(pay),
    ...late.map(pay),
  ])
  const outstanding = await outstandingInvoices(database(), test.id)
  expect(outstanding).toEqual(await addedUp(test.id))
  expect(outstanding).toMatchObject([
    { currency: 'EUR', overdueCount: 1 },
    { currency: 'GBP', openCount: 1, overdueCount: 0 },
    { currency: 'USD', openCount: 0, overdueCount: 1 },
  ])
})
