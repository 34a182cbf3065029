import { afterEach, expect, test } from 'vitest'
import { inOrmTransaction } from '@/lib/db/transaction'
import { issueCredit } from '@/lib/payments/credit-invoice'
import { recordTestPayment } from '@/lib/payments/settle-payment'
import { paymentProviderFor } from '@/lib/providers/registry'
import { setClock } from '@/lib/time/clock'
import { buildInvoice, buildVendor } from '@/prisma/seed/builders'
import { monthOf } from './month'
import { type CurrencyReport, readMonthReport } from './month-report'

afterEach(() => setClock(null))

/** Two invoices of August, of 119.00 and 53.50 with a fee: one is credited in part in September and paid in October, the other in full. */
async function twoCredited() {
  const { test: account } = await buildVendor()
  const at = (moment: string) => setClock(() => new Date(moment))
  const line = (title: string, unitPriceMinor: bigint, ratePpm: number) => ({
    title,
    quantityMicros: 1_000_000n,
    unitPriceMinor,
    tax: { name: 'VAT', ratePpm, isInclusive: false },
  })
  const dueDate = new Date('2026-12-01')
  at('2026-08-10T12:00:00Z')
  const design = await buildInvoice(account, { items: [line('Design', 10_000n, 190_000)], dueDate })
  const books = await buildInvoice(account, { items: [line('Books', 5_000n, 70_000)], dueDate })
  const credit = (invoiceId: string, amountMinor: bigint | null) =>
    inOrmTransaction((tx) =>
      issueCredit(
        tx,
        { accountId: account.id, invoiceId },
        { amountMinor, items: null, note: null, mailsCustomer: false },
      ),
    )
  at('2026-09-10T12:00:00Z')
  await credit(design.id, 5_950n)
  await credit(books.id, null)
  at('2026-10-10T12:00:00Z')
  await inOrmTransaction((tx) =>
    recordTestPayment(tx, { accountId: account.id, invoiceId: design.id }, paymentProviderFor('test')),
  )
  at('2026-11-10T12:00:00Z')
  return account
}

test('a credit note counts in the month of its issue, and open invoices add up in each', async () => {
  const account = await twoCredited()
  const reports: (CurrencyReport | undefined)[] = []
  for (const name of ['2026-08', '2026-09', '2026-10']) {
    const month = monthOf(name, account.zone)
    if (!month) throw new Error('no month')
    const { currencies } = await readMonthReport(account, month)
    reports.push(currencies[0])
  }
  expect(reports.map((report) => report?.faults)).toEqual([[], [], []])
  const sales = (place: number) =>
    reports[place]?.sales.map(({ label, count, net, tax }) => [label, count, net.amount, tax.amount])
  expect(sales(0)).toEqual([
    ['Invoices', 2, '150.00', '22.50'],
    ['Total', null, '150.00', '22.50'],
  ])
  expect(sales(1)).toEqual([
    ['Credit notes', 2, '-100.00', '-13.00'],
    ['Total', null, '-100.00', '-13.00'],
  ])
  expect(sales(2)).toEqual([])
  expect(reports[1]?.taxes.map(({ rate, tax }) => [rate, tax.amount])).toEqual([
    ['19%', '-9.50'],
    ['7%', '-3.50'],
  ])
  expect(reports[1]?.receivables.map(({ label }) => label)).toContain('Credit notes of open invoices')
  expect(reports[2]?.receivables.at(-1)?.amount.amount).toBe('0.00')
})
