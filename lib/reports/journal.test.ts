import { afterEach, describe, expect, test } from 'vitest'
import { parseCsv } from '@/lib/lists/parse-csv'
import { signedIn } from '@/lib/sign-in/signed-in.fixture'
import { setClock } from '@/lib/time/clock'
import type { Account } from '@/lib/vendors/account'
import { buildInvoice, buildMember, buildVendor } from '@/prisma/seed/builders'
import { someBusiness } from './business.fixture'
import { journalCsv } from './journal'
import { JOURNAL_ACCOUNTS, JOURNAL_COLUMNS } from './journal-words'
import { monthOf } from './month'
import { readMonthReport } from './month-report'
import { downloadJournal } from './report-dashboard'

afterEach(() => setClock(null))

type Line = Record<keyof typeof JOURNAL_COLUMNS, string>

function linesOf(csv: string): Line[] {
  const [head, ...rows] = parseCsv(csv.replace('\ufeff', ''))?.map(({ cells }) => cells) ?? []
  expect(head).toEqual(Object.keys(JOURNAL_COLUMNS))
  return rows.map(
    (cells) => Object.fromEntries(head?.map((title, index) => [title, cells[index]]) ?? []) as Line,
  )
}

async function journalOf(account: Account, from: string, to: string): Promise<Line[]> {
  const { content } = journalCsv(account, { from: new Date(from), to: new Date(to) })
  return linesOf((await content.toArray()).join(''))
}

const cents = (amount: string) => BigInt(amount.replace('.', '') || 0)
const minor = ({ Debit, Credit }: Line) => cents(Debit) - cents(Credit)

function sumBy(lines: Line[], keyOf: (line: Line) => string): Record<string, bigint> {
  const sums: Record<string, bigint> = {}
  for (const line of lines) sums[keyOf(line)] = (sums[keyOf(line)] ?? 0n) + minor(line)
  return sums
}

/** What a line says, without ids and names. */
const words = ({ Date: day, Type, Document, Account, Tax, Debit, Credit }: Line) =>
  [day, Type, Document, Account, Tax, Debit, Credit && `-${Credit}`].filter(Boolean).join(' ')

test('each entry adds up to zero, and its days are the vendor’s', async () => {
  const { account } = await someBusiness()
  const lines = await journalOf(account, '2026-06-01', '2026-11-08')
  const entries = sumBy(lines, (line) => `${line.Type} ${line['Entry ID']} ${line.Currency}`)
  expect(Object.keys(entries).length).toBeGreaterThan(30)
  expect(Object.entries(entries).filter(([, sum]) => sum !== 0n)).toEqual([])
  expect(lines.filter(({ Account: name }) => !(name in JOURNAL_ACCOUNTS))).toEqual([])
  const daysOf = (type: string) => lines.filter(({ Type }) => Type === type).map((line) => line.Date)
  // A second before midnight in Auckland, and at it.
  expect(daysOf('Invoice')).toEqual(expect.arrayContaining(['2026-09-30', '2026-10-01']))
  expect(daysOf('Card payment')).toEqual(expect.arrayContaining(['2026-10-31', '2026-11-01']))
})

test('an invoice with taxes, its payment, and a refund with its credit note', async () => {
  const { account, ids } = await someBusiness()
  const lines = await journalOf(account, '2026-10-01', '2026-10-31')
  const taxed = lines.filter((line) => line['Document ID'] === ids.taxed)
  const number = taxed[0]?.Document
  expect(taxed.map(words)).toEqual([
    `2026-10-01 Invoice ${number} Accounts receivable 171.63`,
    `2026-10-01 Invoice ${number} Sales GST 15% -90.00`,
    `2026-10-01 Invoice ${number} Sales GST 5% -42.86`,
    `2026-10-01 Invoice ${number} Sales No tax -18.00`,
    `2026-10-01 Invoice ${number} Tax payable GST 15% -13.50`,
    `2026-10-01 Invoice ${number} Tax payable GST 5% -2.14`,
    `2026-10-01 Invoice ${number} Fee: invoiced -5.13`,
    `2026-10-04 Card payment ${number} Wallet: available 166.50`,
    `2026-10-04 Card payment ${number} Fee: taken 5.13`,
    `2026-10-04 Card payment ${number} Accounts receivable -171.63`,
    `2026-10-05 Refund ${number} Wallet: available -50.00`,
    `2026-10-05 Refund ${number} Refunds in transit 50.00`,
    `2026-10-05 Credit note ${number}-CN1 Sales GST 15% 27.03`,
    `2026-10-05 Credit note ${number}-CN1 Sales GST 5% 12.87`,
    `2026-10-05 Credit note ${number}-CN1 Sales No tax 5.41`,
    `2026-10-05 Credit note ${number}-CN1 Tax payable GST 15% 4.05`,
    `2026-10-05 Credit note ${number}-CN1 Tax payable GST 5% 0.64`,
    `2026-10-05 Credit note ${number}-CN1 Refunds in transit -50.00`,
  ])
})

test('it comes to the figures of the month’s report, which are added up another way', async () => {
  const { account } = await someBusiness()
  const month = monthOf('2026-10', account.zone)
  if (!month) throw new Error('no month')
  const { currencies, receivables } = await readMonthReport(account, month)
  const usd = currencies.find(({ currency }) => currency === 'USD')
  const october = (await journalOf(account, '2026-10-01', '2026-10-31')).filter(
    ({ Currency }) => Currency === 'USD',
  )
  const accounts = sumBy(october, (line) => line.Account)
  const wallets = Object.entries(accounts).filter(([name]) => name.startsWith('Wallet'))
  const amount = (line: { amount: { amount: string } } | undefined) => cents(line?.amount.amount ?? '')
  expect(wallets.reduce((sum, [, each]) => sum + each, 0n)).toBe(
    amount(usd?.wallet.at(-1)) - amount(usd?.wallet[0]),
  )
  expect(accounts.Withdrawals).toBe(1_700n)
  expect(accounts.Disputes).toBe(10_320n)
  expect(accounts['Dispute fees']).toBe(1_500n)
  // What the customers paid on top, less what refund and dispute gave back.
  expect(accounts['Fee: taken']).toBe(1_473n - 640n)
  expect(accounts['Refunds in transit']).toBe(0n)

  const taxes = sumBy(
    october.filter(({ Account: name }) => name === 'Tax payable'),
    (line) => line.Tax,
  )
  for (const { label, rate, tax } of usd?.taxes ?? []) {
    if (rate) expect(-(taxes[`${label} ${rate}`] ?? 0n)).toBe(cents(tax.amount))
  }

  // All that came before it is in what was open at its end.
  const sinceThen = await journalOf(account, '2026-06-01', '2026-10-31')
  const open = sumBy(
    sinceThen.filter(({ Account: name }) => name === 'Accounts receivable'),
    (line) => `${line.Currency} ${line['Customer ID']}`,
  )
  const aged = receivables.flatMap(({ currency, customers }) =>
    customers.map(({ id, total }) => [`${currency} ${id}`, cents(total.amount)] as const),
  )
  expect(Object.fromEntries(Object.entries(open).filter(([, sum]) => sum !== 0n))).toEqual(
    Object.fromEntries(aged),
  )
})

test('what failed, came back or was removed is taken back on its own day', async () => {
  const { account } = await someBusiness()
  const types = (await journalOf(account, '2026-10-01', '2026-11-08')).map(
    (line) => `${line.Date} ${line.Type}`,
  )
  for (const type of [
    '2026-10-03 Invoice voided',
    '2026-10-06 Payment recorded',
    '2026-10-07 Payment removed',
    '2026-10-08 Dispute fee',
    '2026-10-10 Withdrawal',
    '2026-11-03 Refund failed',
    '2026-11-03 Credit note voided',
    '2026-11-05 Payout returned',
    // Received on October 20, before its invoice was issued.
    '2026-11-05 Payment recorded',
  ]) {
    expect(types).toContain(type)
  }
})

describe('the download', () => {
  const ask = async (member: string, query: string, mode = 'test') => {
    const person = await signedIn(member)
    return person.ask(downloadJournal, `/api/dashboard/reports/journal.csv?mode=${mode}&${query}`)
  }
  const OCTOBER = 'from=2026-10-01&to=2026-10-31'

  test('is for everybody who reads the business, of the own vendor and mode alone', async () => {
    const { vendor } = await someBusiness()
    const accountant = await buildMember(vendor.id, 'accountant')
    const other = await buildVendor()
    setClock(() => new Date('2026-12-01T00:00:00Z'))
    const own = await ask(accountant, OCTOBER)
    expect(own.headers.get('content-disposition')).toContain('journal-test-2026-10-01-2026-10-31.csv')
    const lines = linesOf(await own.text())
    expect(lines.length).toBeGreaterThan(30)
    // A name that a spreadsheet would compute is only a name.
    expect(new Set(lines.map(({ Customer }) => Customer))).toContain("'=Grace")
    expect(linesOf(await (await ask(other.id, OCTOBER)).text())).toEqual([])
    expect(linesOf(await (await ask(vendor.id, OCTOBER, 'live')).text())).toEqual([])
  })

  test.each([
    ['', 'Enter the first day as a date from 2010 on'],
    ['from=2009-12-31&to=2010-01-02', 'Enter the first day as a date from 2010 on'],
    ['from=2026-01-01&to=tomorrow', 'Enter the last day as a date'],
    ['from=2026-01-02&to=2026-01-01', 'The last day can’t be before the first'],
    ['from=2026-01-01&to=2999-01-01', 'The last day can’t be in the future'],
    ['from=2024-12-31&to=2026-01-01', 'Choose at most 366 days'],
  ])('is refused for %j: %s', async (query, error) => {
    const { id } = await buildVendor()
    const response = await ask(id, query)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error })
  })

  test('has at most a leap year', async () => {
    const { id } = await buildVendor()
    const response = await ask(id, 'from=2024-01-01&to=2024-12-31')
    expect(linesOf(await response.text())).toEqual([])
  })
})

test('is read as it is sent: who stops early has read no more', async () => {
  const { test: account } = await buildVendor()
  setClock(() => new Date('2026-03-01T00:00:00Z'))
  await buildInvoice(account)
  setClock(() => new Date('2026-03-02T00:00:00Z'))
  const { content } = journalCsv(account, { from: new Date('2026-03-01'), to: new Date('2026-03-02') })
  const chunks: string[] = []
  for await (const chunk of content) {
    chunks.push(String(chunk))
    break
  }
  expect(chunks.join('')).toContain('2026-03-01')
  expect(content.destroyed).toBe(true)
})
