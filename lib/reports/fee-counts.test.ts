import { afterEach, expect, test } from 'vitest'
import { connectionPool, database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { readHome } from '@/lib/home/queries'
import { newId } from '@/lib/ids'
import { invoiceList } from '@/lib/invoices/invoice-list'
import { paidInvoice } from '@/lib/ledger/live-money.fixture'
import { expectSoundLedgerOf } from '@/lib/ledger/sound-ledger.fixture'
import { parseCsv } from '@/lib/lists/parse-csv'
import { recordOutsidePayment } from '@/lib/payments/outside-payment'
import { disputeReport, report } from '@/lib/payments/provider-report.fixture'
import { makeRefund } from '@/lib/payments/refund-invoice'
import { recordTestPayment } from '@/lib/payments/settle-payment'
import { readProof } from '@/lib/proofs/read-proof'
import { paymentProviderFor } from '@/lib/providers/registry'
import { now, setClock } from '@/lib/time/clock'
import { DAY_MS } from '@/lib/time/units'
import { type Account, findAccount } from '@/lib/vendors/account'
import { buildInvoice, buildVendor } from '@/prisma/seed/builders'
import { monthNameIn, monthOf } from './month'
import { readMonthReport } from './month-report'

/* Every page that counts fees counts what the ledger has. */

afterEach(() => setClock(null))

async function accountWith(
  terms: { paysFee: boolean; returnsFee: boolean },
  mode: 'test' | 'live' = 'test',
): Promise<Account> {
  const { id } = await buildVendor()
  await database().vendor.update({ where: { id }, data: terms })
  return findAccount(database(), id, mode)
}

/** What the platform has taken in fees, and given back, in minor units. */
async function feesOf({ id }: Account): Promise<{ taken: bigint; returned: bigint }> {
  const { rows } = await connectionPool().query<{ taken: string; returned: string }>(
    `SELECT coalesce(sum(e.amount_minor) FILTER (WHERE d.kind = 'platform_fees'), 0)::text AS taken,
            coalesce(sum(e.amount_minor) FILTER (WHERE s.kind = 'platform_fees'), 0)::text AS returned
       FROM ledger_entries e
       JOIN ledger_accounts s ON s.account_id = e.account_id AND s.id = e.source_id
       JOIN ledger_accounts d ON d.account_id = e.account_id AND d.id = e.destination_id
      WHERE e.account_id = $1`,
    [id],
  )
  return { taken: BigInt(rows[0]?.taken ?? 0), returned: BigInt(rows[0]?.returned ?? 0) }
}

async function homeSums(account: Account) {
  const [dollars] = (await readHome(account)).volumes
  return { gross: dollars?.gross.amount, fees: dollars?.fees.amount, net: dollars?.net.amount }
}

/** By the titles of the columns. */
async function csvRow(account: Account): Promise<Map<string, string>> {
  const { content } = await invoiceList.export(account, new URLSearchParams())
  const text = (await content.toArray()).join('').replace('\ufeff', '')
  const [head, row] = parseCsv(text) ?? []
  return new Map(head?.cells.map((title, index) => [title, row?.cells[index] ?? '']))
}

async function walletLines(account: Account): Promise<Map<string, string>> {
  const month = monthOf(monthNameIn(account.zone, now()), account.zone)
  if (!month) throw new Error('today is in a month')
  const { currencies } = await readMonthReport(account, month)
  expect(currencies.flatMap(({ faults }) => faults)).toEqual([])
  return new Map(currencies[0]?.wallet.map(({ label, amount }) => [label, amount.amount]))
}

async function reportingRow(invoiceId: string) {
  const { rows } = await connectionPool().query(
    `SELECT amount::text, fee_taken::text, fee_taken_minor::int, fee_returned::text, fee_returned_minor::int
       FROM reporting.invoices WHERE invoice_id = $1`,
    [invoiceId],
  )
  return rows[0]
}

async function factsOfProof(account: Account, invoiceId: string) {
  const { steps } = await readProof(account, 'payment', invoiceId)
  const of = (step: string) => steps.find(({ what }) => what === step)?.facts
  return { issued: of('invoice.issued'), paid: of('invoice.paid') }
}

const major = (minor: bigint) => `${minor / 100n}.${String(minor % 100n).padStart(2, '0')}`

const CASES = [
  { who: 'customer', way: 'a card', paysFee: false, outsideMinor: 0n, fee: 320n },
  { who: 'customer', way: 'bank transfer', paysFee: false, outsideMinor: 10_320n, fee: 0n },
  // 69.87 of 103.20 by card: the vendor gets 67.70.
  { who: 'customer', way: 'bank transfer and a card', paysFee: false, outsideMinor: 3_333n, fee: 217n },
  { who: 'vendor', way: 'a card', paysFee: true, outsideMinor: 0n, fee: 320n },
  { who: 'vendor', way: 'bank transfer', paysFee: true, outsideMinor: 10_000n, fee: 0n },
  // 66.67 of 100.00 by card: the vendor gets 64.54.
  { who: 'vendor', way: 'bank transfer and a card', paysFee: true, outsideMinor: 3_333n, fee: 213n },
]

test.each(CASES)(
  'of an invoice paid by $way where the $who pays the fee, home, export, month report, views and proof count the same fee',
  async ({ paysFee, outsideMinor, fee }) => {
    const account = await accountWith({ paysFee, returnsFee: true })
    const total = paysFee ? 10_000n : 10_320n
    const { id: invoiceId } = await buildInvoice(account, { amountMinor: 10_000n })
    const key = { accountId: account.id, invoiceId }
    expect((await csvRow(account)).get('Fee taken')).toBe('0.00')
    expect(await reportingRow(invoiceId)).toMatchObject({ fee_taken_minor: 0, fee_returned_minor: 0 })
    if (outsideMinor > 0n) {
      const transfer = {
        method: 'bank_transfer',
        amountMinor: outsideMinor,
        receivedOn: now(),
        reference: null,
      } as const
      await inOrmTransaction((tx) => recordOutsidePayment(tx, key, { ...transfer, mailsReceipt: false }))
    }
    if (outsideMinor < total) {
      await inOrmTransaction((tx) => recordTestPayment(tx, key, paymentProviderFor('test')))
    }

    expect(await feesOf(account)).toEqual({ taken: fee, returned: 0n })
    const sums = { gross: major(total), fees: major(fee), net: major(total - fee) }
    expect(await homeSums(account)).toEqual(sums)
    const row = await csvRow(account)
    expect([row.get('Total'), row.get('Fee taken')]).toEqual([major(total), major(fee)])
    expect((await walletLines(account)).get('Fees of card payments')).toBe(
      fee > 0n ? `-${major(fee)}` : undefined,
    )
    expect(await reportingRow(invoiceId)).toEqual({
      amount: major(total),
      fee_taken: major(fee),
      fee_taken_minor: Number(fee),
      fee_returned: '0.00',
      fee_returned_minor: 0,
    })
    // What the paper said stays, and what the card took is a fact of its payment.
    const { issued, paid } = await factsOfProof(account, invoiceId)
    expect(issued).toMatchObject(paysFee ? { vendor_fee: '3.20 USD' } : { fee: '3.20 USD' })
    expect(paid?.fee_taken).toBe(fee > 0n ? `${major(fee)} USD` : undefined)

    if (outsideMinor < total) {
      await makeRefund(account.id, { invoiceId, amountMinor: 5_000n }, { claim: null, requestId: newId() })
      const { taken, returned } = await feesOf(account)
      expect(taken).toBe(fee)
      expect(returned).toBeGreaterThan(0n)
      const lines = await walletLines(account)
      expect(lines.get('Fees of card payments')).toBe(`-${major(fee)}`)
      expect(lines.get('Fees given back with refunds and disputes')).toBe(major(returned))
      expect(await reportingRow(invoiceId)).toMatchObject({
        fee_taken_minor: Number(fee),
        fee_returned_minor: Number(returned),
      })
      // Home and the export are about payments: a refund changes neither.
      expect((await csvRow(account)).get('Fee taken')).toBe(major(fee))
    }
    // The sums of a day that is over are kept.
    const later = new Date(now().getTime() + 3 * DAY_MS)
    setClock(() => later)
    expect([await homeSums(account), await homeSums(account)]).toEqual([sums, sums])
    await expectSoundLedgerOf(account.id)
  },
)

test('the views count the fee that a dispute takes from the platform until it is won', async () => {
  const account = await accountWith({ paysFee: false, returnsFee: false }, 'live')
  const paid = await paidInvoice(account)
  await report(paid, disputeReport('OPEN'))
  expect(await feesOf(account)).toEqual({ taken: 320n, returned: 320n })
  expect(await reportingRow(paid.invoiceId)).toMatchObject({ fee_taken_minor: 320, fee_returned_minor: 320 })
  await report(paid, disputeReport('WON'))
  expect(await reportingRow(paid.invoiceId)).toMatchObject({ fee_taken_minor: 320, fee_returned_minor: 0 })
  await expectSoundLedgerOf(account.id)
})
