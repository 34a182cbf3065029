import { afterEach, describe, expect, test } from 'vitest'
import { connectionPool } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { pagesOf } from '@/lib/documents/pdf-text.fixture'
import { expectSoundLedgerOf } from '@/lib/ledger/sound-ledger.fixture'
import { parseCsv } from '@/lib/lists/parse-csv'
import { recordTestPayment } from '@/lib/payments/settle-payment'
import { paymentProviderFor } from '@/lib/providers/registry'
import { signedIn } from '@/lib/sign-in/signed-in.fixture'
import { setClock } from '@/lib/time/clock'
import type { Account } from '@/lib/vendors/account'
import { buildInvoice, buildMember, buildVendor, fundWallet } from '@/prisma/seed/builders'
import { at, type Business, someBusiness } from './business.fixture'
import { monthOf } from './month'
import { type CurrencyReport, type MonthReport, readMonthReport, reportableMonths } from './month-report'
import { readOpenInvoices } from './open-invoices'
import { exportReceivables, exportReport, reportPdf } from './report-dashboard'

afterEach(() => setClock(null))

async function reportOf(account: Account, name: string): Promise<MonthReport> {
  const month = monthOf(name, account.zone)
  if (!month) throw new Error(`${name} is no month`)
  return readMonthReport(account, month)
}

function inCurrency({ currencies }: MonthReport, code = 'USD'): CurrencyReport {
  const section = currencies.find(({ currency }) => currency === code)
  if (!section) throw new Error(`nothing in ${code}`)
  return section
}

const lines = (of: { label: string; count: number | null; amount: { amount: string } }[]) =>
  of.map(({ label, count, amount }) => [label, count, amount.amount])

const cents = (amount: string) => BigInt(amount.replace('.', ''))

/** The sum of all movements of the vendor's money and debt before a moment, by the statement's lines alone. */
async function balanceBefore({ id }: Account, moment: string): Promise<bigint> {
  const { rows } = await connectionPool().query<{ sum: string }>(
    `SELECT coalesce(sum(m.change_minor), 0)::text AS sum FROM wallet_movements m
       JOIN ledger_accounts w ON w.account_id = m.account_id AND w.id = m.wallet_id
      WHERE m.account_id = $1 AND m.created_at < $2 AND w.currency = 'USD'
        AND w.kind IN ('credit_wallet', 'pending_wallet', 'owed_by_vendor')`,
    [id, moment],
  )
  return BigInt(rows[0]?.sum ?? 0)
}

describe('a month in Auckland', () => {
  test('has the documents of its own days, what took them back, and the tax by rate', async () => {
    const { account } = await someBusiness()
    const { sales, taxes, lostDisputes } = inCurrency(await reportOf(account, '2026-10'))
    expect(
      sales.map(({ label, count, net, tax, fee, total }) => [
        label,
        count,
        ...[net, tax, fee, total].map(({ amount }) => amount),
      ]),
    ).toEqual([
      ['Invoices', 8, '710.86', '15.64', '23.47', '749.97'],
      ['Voided invoices', 1, '-30.00', '0.00', '-1.17', '-31.17'],
      ['Credit notes', 2, '-145.31', '-4.69', '-3.20', '-153.20'],
      ['Total', null, '535.55', '10.95', '19.10', '565.60'],
    ])
    // 90.00 and 13.50 on top of it, 42.86 and 2.14 in 45.00, less the shares of 50.00 of 166.50 in all.
    expect(taxes.map(({ label, rate, net, tax }) => [label, rate, net.amount, tax.amount])).toEqual([
      ['GST', '15%', '62.97', '9.45'],
      ['GST', '5%', '29.99', '1.50'],
      ['No tax', null, '442.59', '0.00'],
    ])
    expect(lostDisputes).toEqual({
      label: 'Disputes lost',
      count: 1,
      amount: { amount: '103.20', currency: 'USD' },
    })
    await expectSoundLedgerOf(account.id)
  })

  test('opens with what was there, and closes with it and all that moved', async () => {
    const { account } = await someBusiness()
    const october = inCurrency(await reportOf(account, '2026-10'))
    const november = inCurrency(await reportOf(account, '2026-11'))
    expect(lines(october.wallet)).toEqual([
      ['Opening balance', null, '0.00'],
      ['Card payments', 4, '481.23'],
      ['Fees of card payments', 4, '-14.73'],
      ['Refunds', 2, '-153.20'],
      ['Disputes', 1, '-103.20'],
      ['Fees given back with refunds and disputes', 3, '6.40'],
      ['Fees paid by you for disputes', 1, '-15.00'],
      ['Payouts', 2, '-37.00'],
      ['Withdrawals', 1, '-17.00'],
      ['Closing balance', null, '147.50'],
    ])
    expect(lines(november.wallet)).toContainEqual(['Payouts that failed or came back', 1, '12.00'])
    expect(lines(november.wallet)).toContainEqual(['Refunds that failed', 1, '103.20'])
    for (const [{ wallet, receivables, faults }, end] of [
      [october, '2026-10-31T11:00:00Z'],
      [november, '2026-11-30T11:00:00Z'],
    ] as const) {
      for (const of of [wallet, receivables]) {
        const amounts = of.map(({ amount }) => cents(amount.amount))
        expect(amounts.slice(0, -1).reduce((sum, amount) => sum + amount, 0n)).toBe(amounts.at(-1))
      }
      expect(cents(wallet.at(-1)?.amount.amount ?? '')).toBe(await balanceBefore(account, end))
      expect(faults).toEqual([])
    }
    expect(november.wallet[0]?.amount).toEqual(october.wallet.at(-1)?.amount)
    expect(november.receivables[0]?.amount).toEqual(october.receivables.at(-1)?.amount)
    await expectSoundLedgerOf(account.id)
  })

  test('knows who owed what when it was over, whatever was paid or voided since', async () => {
    const { account, ada, grace } = await someBusiness()
    const { receivables } = await reportOf(account, '2026-10')
    const rows = receivables.flatMap(({ currency, customers }) =>
      customers.map(({ id, name, ages, total, count }) => ({
        row: [id, name, currency],
        ages: ages.map(({ amount }) => amount),
        total: total.amount,
        count,
      })),
    )
    expect(rows).toEqual([
      {
        // Due on October 5 and 30; the payment of 10.00 was removed.
        row: [ada, 'Ada', 'USD'],
        ages: ['0.00', '299.01', '0.00', '0.00', '0.00'],
        total: '299.01',
        count: 2,
      },
      {
        row: [grace, '=Grace', 'USD'],
        ages: ['103.20', '0.00', '0.00', '41.46', '0.00'],
        total: '144.66',
        count: 2,
      },
      {
        row: [grace, '=Grace', 'EUR'],
        ages: ['0.00', '0.00', '0.00', '0.00', '102.90'],
        total: '102.90',
        count: 1,
      },
    ])
  })

  test('stays as it was: what is told of it the moment after is told of it months later', async () => {
    const { account } = await someBusiness('2026-10-31T10:59:59.999Z')
    at('2026-10-31T11:00:00Z')
    const then = await reportOf(account, '2026-10')
    const later = await someBusiness()
    at('2027-03-01T00:00:00Z')
    const now = await reportOf(later.account, '2026-10')
    expect(then.isOver).toBe(true)
    expect(now.currencies).toEqual(then.currencies)
    const withoutIds = ({ receivables }: MonthReport) =>
      receivables.map(({ customers, ...rest }) => ({
        ...rest,
        customers: customers.map(({ id: _, ...row }) => row),
      }))
    expect(withoutIds(now)).toEqual(withoutIds(then))
  })

  test('is told so far while it runs, with the ages of today', async () => {
    const { account } = await someBusiness('2026-10-05T00:00:00Z')
    at('2026-10-05T10:00:00Z')
    const early = await reportOf(account, '2026-10')
    expect([early.isOver, early.agedOn]).toEqual([false, '2026-10-05'])
    // Due on the 5th, which is not over.
    expect(early.receivables[0]?.ages[1]?.amount).toBe('0.00')
    at('2026-10-05T11:00:00Z')
    const late = await reportOf(account, '2026-10')
    expect([late.agedOn, late.receivables[0]?.ages[1]?.amount]).toEqual(['2026-10-06', '206.10'])
  })
})

test('each figure of the aged receivables leads to the invoices behind it', async () => {
  const { account, ada, grace, ids } = await someBusiness()
  const openInvoices = async (query: Record<string, string>) => {
    const list = await readOpenInvoices(account, { month: '2026-10', ...query })
    return list?.invoices.map(({ id, open, daysOverdue }) => [id, open.amount, daysOverdue])
  }
  expect(await openInvoices({ customer: ada, currency: 'USD', age: '1-30' })).toEqual([
    [ids.late, '206.10', 26],
    [ids.part, '92.91', 1],
  ])
  expect(await openInvoices({ customer: grace, currency: 'USD' })).toEqual([
    [ids['void later'], '41.46', 61],
    [ids['prepaid later'], '103.20', 0],
  ])
  expect(await openInvoices({ age: 'over_90' })).toEqual([[ids.old, '102.90', 122]])
  for (const odd of [{ customer: 'ada' }, { currency: 'XX' }, { age: '90' }, { month: '2026-13' }]) {
    expect(await readOpenInvoices(account, { month: '2026-10', ...odd })).toBeNull()
  }
  expect(await readOpenInvoices(account, { month: '2099-01' })).toBeNull()
})

test('a payment received before its invoice was issued counts with the invoice', async () => {
  const { account } = await someBusiness()
  const october = inCurrency(await reportOf(account, '2026-10'))
  expect(lines(october.receivables)).toContainEqual(['Paid outside the wallet', 1, '-10.00'])
  const november = inCurrency(await reportOf(account, '2026-11'))
  expect(lines(november.receivables)).toContainEqual(['Paid outside the wallet', 1, '-60.00'])
})

test('a payment whose invoice and money have times on both sides of midnight counts in one month', async () => {
  const { test: account } = await buildVendor()
  const end = new Date('2026-04-01T00:00:00Z').getTime()
  at('2026-03-01T00:00:00Z')
  const invoices = await Promise.all(Array.from({ length: 8 }, () => buildInvoice(account)))
  for (const [index, { id: invoiceId }] of invoices.entries()) {
    // Each look at the clock is a millisecond later.
    let time = end - index
    setClock(() => new Date(time++))
    await inOrmTransaction((tx) =>
      recordTestPayment(tx, { accountId: account.id, invoiceId }, paymentProviderFor('test')),
    )
  }
  at('2026-05-01T00:00:00Z')
  const { rows } = await connectionPool().query(
    `SELECT 1 FROM invoices JOIN ledger_transactions AS posted
         ON posted.account_id = invoices.account_id AND posted.reference_id = invoices.id
      WHERE invoices.account_id = $1 AND paid_at < $2 AND posted.created_at >= $2`,
    [account.id, new Date(end)],
  )
  expect(rows.length).toBeGreaterThan(0)
  for (const month of ['2026-03', '2026-04']) {
    expect(inCurrency(await reportOf(account, month)).faults).toEqual([])
  }
})

test('the last month that is over opens, or the first of a new account', async () => {
  const { account } = await someBusiness('2026-10-05T00:00:00Z')
  const months = await reportableMonths(account)
  expect(months).toEqual({
    months: ['2026-10', '2026-09', '2026-08', '2026-07', '2026-06'],
    opened: '2026-09',
  })
  // Already July in Auckland.
  at('2026-06-30T12:00:00Z')
  const { test: fresh } = await buildVendor({ timeZone: 'Pacific/Auckland' })
  await fundWallet(fresh, 500n)
  expect(await reportableMonths(fresh)).toEqual({ months: ['2026-07'], opened: '2026-07' })
})

describe('the files', () => {
  const path = (month: string, file: string) => `/api/dashboard/reports/${month}/${file}`

  async function downloads(member: string, month = '2026-10', mode = 'test') {
    const { ask } = await signedIn(member)
    const query = `?mode=${mode}`
    const [pdf, csv, aged] = await Promise.all([
      ask(reportPdf, path(month, 'report.pdf') + query, { headers: { 'accept-language': 'en-US' } }),
      ask(exportReport, path(month, 'report.csv') + query),
      ask(exportReceivables, path(month, 'receivables.csv') + query),
    ])
    return { pdf, csv, aged }
  }

  const cellsOf = async (response: Response) =>
    parseCsv((await response.text()).replace('\ufeff', ''))?.map(({ cells }) => cells) ?? []

  const business = async (): Promise<Business> => {
    const some = await someBusiness()
    setClock(null)
    return some
  }

  test('have the figures of the page: the CSV all of them, with a minus where something is taken off', async () => {
    const { vendor, grace } = await business()
    const { csv, aged } = await downloads(vendor.id)
    expect(csv.headers.get('content-disposition')).toContain('filename="report-test-2026-10.csv"')
    const rows = await cellsOf(csv)
    expect(rows[0]).toEqual(['Section', 'Currency', 'Line', 'Rate', 'Count', 'Net', 'Tax', 'Fee', 'Amount'])
    for (const row of [
      ['Invoiced', 'USD', 'Credit notes', '', '2', '-145.31', '-4.69', '-3.20', '-153.20'],
      ['Tax by rate', 'USD', 'GST', '15%', '', '62.97', '9.45', '', ''],
      ['Wallet', 'USD', 'Payouts', '', '2', '', '', '', '-37.00'],
      ['Open invoices', 'EUR', 'Open at the end', '', '1', '', '', '', '102.90'],
    ]) {
      expect(rows).toContainEqual(row)
    }
    expect(await cellsOf(aged)).toContainEqual(
      // A name that a spreadsheet would compute is only a name.
      ["'=Grace", grace, 'USD', '103.20', '0.00', '0.00', '41.46', '0.00', '144.66', '2'],
    )
  })

  test('the PDF says the same, its dates in the reader’s order', async () => {
    const { vendor } = await business()
    const { pdf } = await downloads(vendor.id)
    expect(pdf.headers.get('content-type')).toBe('application/pdf')
    const text = (await pagesOf(new Uint8Array(await pdf.arrayBuffer()))).join('\n')
    for (const part of [
      'October 2026',
      'Oct 1, 2026 to Oct 31, 2026, days in Pacific/Auckland',
      'Credit notes\n2\n-$145.31\n-$4.69\n-$3.20\n-$153.20',
      'Closing balance\n$147.50',
      'Aged receivables on Oct 31, 2026, EUR',
    ]) {
      expect(text).toContain(part)
    }
  })

  test('are for everybody who reads the business, of the own vendor and mode alone', async () => {
    const { vendor } = await business()
    for (const role of ['accountant', 'read_only'] as const) {
      const { pdf, csv } = await downloads(await buildMember(vendor.id, role))
      expect([pdf.status, csv.status]).toEqual([200, 200])
      expect(await csv.text()).toContain('147.50')
    }
    const other = await buildVendor()
    for (const { csv, aged } of [await downloads(other.id), await downloads(vendor.id, '2026-10', 'live')]) {
      expect((await cellsOf(csv)).slice(1)).toEqual([])
      expect((await cellsOf(aged)).slice(1)).toEqual([])
    }
  })

  test('are refused for what is no month, or has not begun', async () => {
    const { id } = await buildVendor()
    for (const [month, error] of [
      ['2026-13', 'The month must be one like 2026-10'],
      ['october', 'The month must be one like 2026-10'],
      ['0001-01', 'The month must be one like 2026-10'],
      ['2999-01', 'The month has not begun'],
    ] as const) {
      for (const response of Object.values(await downloads(id, month))) {
        expect(response.status).toBe(400)
        expect(await response.json()).toMatchObject({ error })
      }
    }
  })
})
