import { expect, test } from 'vitest'
import { database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { newId } from '@/lib/ids'
import { parseCsv } from '@/lib/lists/parse-csv'
import { makeRefund } from '@/lib/payments/refund-invoice'
import { recordTestPayment } from '@/lib/payments/settle-payment'
import { paymentProviderFor } from '@/lib/providers/registry'
import { now } from '@/lib/time/clock'
import { dayIn } from '@/lib/time/zone'
import { type Account, findAccount } from '@/lib/vendors/account'
import { buildInvoice, buildVendor, fundWallet } from '@/prisma/seed/builders'
import { journalCsv } from './journal'
import { monthNameIn, monthOf } from './month'
import { readMonthReport } from './month-report'

const TAX = { name: 'VAT', ratePpm: 190_000, isInclusive: true }

/** An account whose invoice of 119.00 was paid by card, and refunded by half. */
async function halfRefunded(paysFee: boolean, returnsFee: boolean): Promise<Account> {
  const { id } = await buildVendor()
  await database().vendor.update({ where: { id }, data: { paysFee, returnsFee } })
  const account = await findAccount(database(), id, 'test')
  await fundWallet(account, 1_000n)
  const items = [{ title: 'Work', quantityMicros: 1_000_000n, unitPriceMinor: 11_900n, tax: TAX }]
  const invoice = await buildInvoice(account, { items })
  const key = { accountId: account.id, invoiceId: invoice.id }
  await inOrmTransaction((tx) => recordTestPayment(tx, key, paymentProviderFor('test')))
  await makeRefund(
    account.id,
    { invoiceId: invoice.id, amountMinor: 5_950n },
    { claim: null, requestId: newId() },
  )
  return account
}

// 2.9 % of 119.00 and 0.30 are 3.75. What is rounded half up is the fee of a customer, and the part of a vendor: 57.63.
test.each([
  ['customers pay and refunds keep', false, false, '122.75', '-3.75', undefined, '-59.50', '0.00'],
  ['customers pay and refunds return', false, true, '122.75', '-3.75', '1.88', '-61.38', '-1.88'],
  ['the vendor pays and refunds keep', true, false, '119.00', '-3.75', undefined, '-59.50', '0.00'],
  ['the vendor pays and refunds return', true, true, '119.00', '-3.75', '1.87', '-59.50', '0.00'],
])('the report and the journal add up where %s the fee', async (...row) => {
  const [, paysFee, returnsFee, paid, fees, feesBack, refunds, feeOfCreditNote] = row
  const account = await halfRefunded(paysFee, returnsFee)
  const month = monthOf(monthNameIn(account.zone, now()), account.zone)
  if (!month) throw new Error('today is in a month')
  const report = await readMonthReport(account, month)
  const [usd] = report.currencies
  expect(usd?.faults).toEqual([])
  const walletLine = (label: string) => usd?.wallet.find((line) => line.label === label)?.amount.amount
  expect(walletLine('Card payments')).toBe(paid)
  expect(walletLine('Fees of card payments')).toBe(fees)
  expect(walletLine('Fees given back with refunds and disputes')).toBe(feesBack)
  expect(walletLine('Refunds')).toBe(refunds)
  const creditNotes = usd?.sales.find(({ label }) => label === 'Credit notes')
  expect(creditNotes?.fee.amount).toBe(feeOfCreditNote)
  // The tax of the base amount that was refunded, whatever became of the fee.
  expect(creditNotes?.tax.amount).toBe('-9.50')

  const today = dayIn(account.zone, now())
  const { content } = journalCsv(account, { from: today, to: today })
  const [head, ...lines] = parseCsv((await content.toArray()).join('').replace('\ufeff', '')) ?? []
  const column = (title: string) => head?.cells.indexOf(title) ?? -1
  const sums = new Map<string, bigint>()
  for (const { cells } of lines) {
    const minor = (title: string) => BigInt((cells[column(title)] ?? '').replace('.', '') || 0)
    const entry = cells[column('Entry ID')] ?? ''
    sums.set(entry, (sums.get(entry) ?? 0n) + minor('Debit') - minor('Credit'))
  }
  expect(sums.size).toBeGreaterThan(4)
  expect([...sums.values()].every((sum) => sum === 0n)).toBe(true)
})
