import { database } from '@/lib/db/client'
import { NIL_ID } from '@/lib/ids'
import { type Invoiced, type InvoicedPart, invoicesIn } from '@/lib/invoices/invoiced'
import type { LedgerReason } from '@/lib/ledger/post-transaction'
import { type CsvColumn, type CsvFile, csvAnswer } from '@/lib/lists/csv'
import { formatMajor } from '@/lib/money/money'
import { ratePercent } from '@/lib/money/taxes'
import { type Credited, creditNotesIn } from '@/lib/payments/credited'
import { type Days, outsidePage, type ReceivedOutside } from '@/lib/payments/received-outside'
import { OUTSIDE_METHODS } from '@/lib/payments/status'
import { dayAfter, formatIsoDate } from '@/lib/time/dates'
import { startOfDay } from '@/lib/time/zone'
import type { Account } from '@/lib/vendors/account'
import { type JOURNAL_COLUMNS, type JournalAccount, MOVEMENTS } from './journal-words'
import { taxLabel } from './month-report'
import { type MovedFunds, movedFundsIn } from './moved-funds'

/*
 * The vendor's books as double entries: invoices and credit notes by their days, money as the ledger moved it, and payments
 * outside the wallet by the day on which they were received. Day by day and a page at a time, so that a year of a million
 * documents needs no more memory than a thousand of them.
 */

/** What happened, with its lines, which add up to zero: above zero is a debit, below a credit. Minor units. */
type Entry = {
  id: string
  type: string
  document: string | null
  documentId: string | null
  customer: string | null
  customerId: string | null
  memo: string | null
  currency: string
  lines: EntryLine[]
}

type EntryLine = { account: JournalAccount; tax?: string; minor: bigint }

type Row = Entry & { day: string; line: EntryLine }

type Owner = Pick<Account, 'id' | 'mode' | 'zone'>

/** The journal of the days of a range, both included, as a CSV file. */
export function journalCsv(account: Owner, { from, to }: { from: Date; to: Date }): CsvFile {
  const [first, last] = [formatIsoDate(from), formatIsoDate(to)]
  return csvAnswer(rowsOf(account, { from, to }), COLUMNS, {
    filename: `journal-${account.mode}-${first}-${last}.csv`,
    timeZone: account.zone.name,
  })
}

const VALUES: Record<keyof typeof JOURNAL_COLUMNS, CsvColumn<Row>['value']> = {
  Date: ({ day }) => day,
  Type: ({ type }) => type,
  Document: ({ document }) => document,
  Account: ({ line }) => line.account,
  Tax: ({ line }) => line.tax ?? null,
  Debit: ({ line, currency }) => (line.minor > 0n ? formatMajor(line.minor, currency) : null),
  Credit: ({ line, currency }) => (line.minor < 0n ? formatMajor(-line.minor, currency) : null),
  Currency: ({ currency }) => currency,
  Customer: ({ customer }) => customer,
  Memo: ({ memo }) => memo,
  'Customer ID': ({ customerId }) => customerId,
  'Document ID': ({ documentId }) => documentId,
  'Entry ID': ({ id }) => id,
}

const COLUMNS: CsvColumn<Row>[] = Object.entries(VALUES).map(([title, value]) => ({ title, value }))

async function* rowsOf({ id: accountId, zone }: Owner, { from, to }: { from: Date; to: Date }) {
  for (let day = from; day <= to; day = dayAfter(day, 1)) {
    const period = { accountId, from: startOfDay(zone, day), to: startOfDay(zone, dayAfter(day, 1)) }
    const text = formatIsoDate(day)
    for await (const entries of entriesOf({ ...period, firstDay: day, lastDay: day })) {
      for (const entry of entries) {
        for (const line of entry.lines) if (line.minor !== 0n) yield { ...entry, day: text, line }
      }
    }
  }
}

/** Every entry of a day. */
async function* entriesOf(day: Days): AsyncGenerator<Entry[]> {
  const on = database()
  for await (const page of invoicesIn(on, 'issued', day)) yield page.map(issued)
  for await (const page of invoicesIn(on, 'voided', day)) yield page.map(voided)
  for await (const page of movedFundsIn(on, day, REASONS)) yield page.map(moved)
  for await (const page of creditNotesIn(on, 'issued', day)) yield page.map(credited)
  for await (const page of creditNotesIn(on, 'voided', day)) yield page.map(creditedAfterAll)
  for await (const page of outside('received', day)) yield page.map(received)
  for await (const page of outside('removed', day)) yield page.map(removed)
}

const OUTSIDE_ROWS = 1000

async function* outside(which: 'received' | 'removed', day: Days): AsyncGenerator<ReceivedOutside[]> {
  for (let after = NIL_ID; ; ) {
    const page = await outsidePage(database(), which, day, { after, limit: OUTSIDE_ROWS })
    const last = page.at(-1)
    if (!last) return
    yield page
    if (page.length < OUTSIDE_ROWS) return
    after = last.id
  }
}

/** The entry that takes another one back. */
function reversed(entry: Entry, type: string): Entry {
  return { ...entry, type, lines: entry.lines.map((line) => ({ ...line, minor: -line.minor })) }
}

/** What was sold: sales and tax of each rate, and the fee on top, as credits. */
function salesLines(parts: InvoicedPart[], feeMinor: bigint): EntryLine[] {
  return [
    ...parts.map((part) => ({ account: 'Sales' as const, tax: taxWords(part), minor: -part.netMinor })),
    ...parts.map((part) => ({ account: 'Tax payable' as const, tax: taxWords(part), minor: -part.taxMinor })),
    { account: 'Fee: invoiced', minor: -feeMinor },
  ]
}

/** `VAT 19%`, or why there is none. */
function taxWords(part: InvoicedPart): string {
  return part.ratePpm === null ? taxLabel(part) : `${taxLabel(part)} ${ratePercent(part.ratePpm)}%`
}

function issued({
  id,
  number,
  customerId,
  customerName,
  currency,
  parts,
  feeMinor,
  totalMinor,
}: Invoiced): Entry {
  return {
    id,
    type: 'Invoice',
    document: number,
    documentId: id,
    customer: customerName,
    customerId,
    memo: null,
    currency,
    lines: [{ account: 'Accounts receivable', minor: totalMinor }, ...salesLines(parts, feeMinor)],
  }
}

const voided = (invoice: Invoiced) => reversed(issued(invoice), 'Invoice voided')

function credited(note: Credited): Entry {
  const { id, isRefund, number, reason, invoiceId, customerId, customerName, currency, amountMinor } = note
  return {
    id,
    type: 'Credit note',
    document: number,
    documentId: invoiceId,
    customer: customerName,
    customerId,
    memo: reason,
    currency,
    lines: [
      ...salesLines(note.parts, note.feeMinor).map((line) => ({ ...line, minor: -line.minor })),
      { account: isRefund ? 'Refunds in transit' : 'Accounts receivable', minor: -amountMinor },
    ],
  }
}

const creditedAfterAll = (note: Credited) => reversed(credited(note), 'Credit note voided')

const REASONS = (Object.keys(MOVEMENTS) as LedgerReason[]).filter((reason) => MOVEMENTS[reason] !== null)

function moved(funds: MovedFunds): Entry {
  const { id, reason, note, currency, isWithdrawal, invoiceId, invoiceNumber, payoutId } = funds
  const { availableMinor, pendingMinor, owedMinor, feesMinor } = funds
  const { type = reason, account = null } = MOVEMENTS[reason] ?? {}
  const counter = account === 'Payouts' && isWithdrawal ? 'Withdrawals' : account
  const sumMinor = availableMinor + pendingMinor + owedMinor + feesMinor
  return {
    id,
    type: isWithdrawal ? type.replace('Payout', 'Withdrawal') : type,
    document: invoiceNumber ?? payoutId,
    documentId: invoiceId ?? payoutId,
    customer: isWithdrawal ? null : funds.customerName,
    customerId: isWithdrawal ? null : funds.customerId,
    memo: note,
    currency,
    lines: [
      { account: 'Wallet: available', minor: availableMinor },
      { account: 'Wallet: on hold', minor: pendingMinor },
      { account: 'Wallet: owed', minor: owedMinor },
      { account: 'Fee: taken', minor: feesMinor },
      ...(counter ? [{ account: counter, minor: -sumMinor }] : []),
    ],
  }
}

function received(payment: ReceivedOutside): Entry {
  const { id, invoiceId, invoiceNumber, customerId, customerName, currency, amountMinor } = payment
  const { method, reference } = payment
  return {
    id,
    type: 'Payment recorded',
    document: invoiceNumber,
    documentId: invoiceId,
    customer: customerName,
    customerId,
    memo: [OUTSIDE_METHODS[method], reference].filter(Boolean).join(', '),
    currency,
    lines: [
      { account: 'Bank and cash', minor: amountMinor },
      { account: 'Accounts receivable', minor: -amountMinor },
    ],
  }
}

const removed = (payment: ReceivedOutside) => reversed(received(payment), 'Payment removed')
