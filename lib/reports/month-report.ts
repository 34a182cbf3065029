import { database, type Orm } from '@/lib/db/client'
import type { Mode } from '@/lib/db/generated/enums'
import { inOrmTransaction, type OrmTransaction } from '@/lib/db/transaction'
import { isRealMoney } from '@/lib/env'
import { invoicedIn, type TaxClass } from '@/lib/invoices/invoiced'
import {
  AGES,
  type Age,
  type AgedReceivables,
  agedReceivables,
  openReceivables,
} from '@/lib/invoices/receivables'
import { balancesAt, type Movements, movementsOf, type OwnFund } from '@/lib/ledger/period'
import { type AmountView, presentAmount } from '@/lib/money/money'
import { ratePercent } from '@/lib/money/taxes'
import { creditNotesIn, sumCredits } from '@/lib/payments/credited'
import { lostDisputes } from '@/lib/payments/dispute-list'
import { outsideSums } from '@/lib/payments/received-outside'
import { now } from '@/lib/time/clock'
import { dayAfter, formatIsoDate } from '@/lib/time/dates'
import { dayIn, type Zone } from '@/lib/time/zone'
import type { Account } from '@/lib/vendors/account'
import { dollarsFirst } from '@/lib/wallet/present-entry'
import { type Month, monthAfter, monthInWords, monthNameIn, monthOf } from './month'

/*
 * A month of a vendor's books: what was invoiced, what was paid, and the wallet from its opening to its closing balance. What is
 * over stays as it was: invoices count in the month of their issue, what takes them back in its own. The exception is a payment
 * outside the wallet, which counts when it was received and may be recorded later.
 */

type SalesLine = {
  label: string
  /** Null in the total. */
  count: number | null
  net: AmountView
  tax: AmountView
  fee: AmountView
  total: AmountView
}

type TaxLine = { label: string; rate: string | null; net: AmountView; tax: AmountView }

/** `count`: of invoices, payments or the like; null for a balance. */
export type ReportLine = { label: string; count: number | null; amount: AmountView }

export type CurrencyReport = {
  currency: string
  sales: SalesLine[]
  taxes: TaxLine[]
  /** From what was open when the month began to what was open when it was over; empty if there was nothing. */
  receivables: ReportLine[]
  /** From the opening to the closing balance: available, on hold and owed together; empty likewise. */
  wallet: ReportLine[]
  closing: { available: AmountView; onHold: AmountView; owed: AmountView }
  /** Disputes that were decided for the buyers in the month; the money went when they were opened. */
  lostDisputes: ReportLine | null
  /** What does not add up, which it always should. */
  faults: string[]
}

/** A customer's open invoices. `ages` are in the order of `AGES`. */
export type AgedCustomer = {
  id: string
  name: string
  ages: AmountView[]
  total: AmountView
  count: number
}

/** What all customers owe in a currency, and each of them, the largest first. */
export type AgedCurrency = Omit<AgedCustomer, 'id' | 'name'> & { currency: string; customers: AgedCustomer[] }

export type MonthReport = {
  month: string
  title: string
  firstDay: string
  lastDay: string
  isOver: boolean
  timeZone: string
  vendor: string
  mode: Mode
  isRealMoney: boolean
  createdAt: Date
  currencies: CurrencyReport[]
  /** The last day, or today while the month runs. */
  agedOn: string
  /** As of that day; none where nothing was open. */
  receivables: AgedCurrency[]
}

type Owner = Pick<Account, 'id' | 'mode' | 'vendorName' | 'zone'>

/** The report of a month, in one snapshot. */
export async function readMonthReport(account: Owner, month: Month): Promise<MonthReport> {
  const createdAt = now()
  const agedOn = agedDay(account.zone, month)
  const figures = await inOrmTransaction((tx) => readFigures(tx, account.id, month, agedOn), {
    isolation: 'RepeatableRead',
  })
  return {
    month: month.name,
    title: monthInWords(month.name),
    firstDay: formatIsoDate(month.firstDay),
    lastDay: formatIsoDate(month.lastDay),
    isOver: month.to <= createdAt,
    timeZone: account.zone.name,
    vendor: account.vendorName,
    mode: account.mode,
    isRealMoney: isRealMoney(account.mode),
    createdAt,
    agedOn: formatIsoDate(agedOn),
    ...figures,
  }
}

/** The day as of which a month's receivables are: its last, or today while it runs. */
export function agedDay(zone: Zone, { lastDay, to }: Month): Date {
  const at = now()
  return to <= at ? lastDay : dayIn(zone, at)
}

async function readFigures(tx: OrmTransaction, accountId: string, month: Month, agedOn: Date) {
  const { from, to, firstDay, lastDay } = month
  const period = { accountId, from, to }
  const days = { ...period, firstDay, lastDay }
  const openingBalances = await balancesAt(tx, accountId, from)
  const closingBalances = await balancesAt(tx, accountId, to)
  const movements = await movementsOf(tx, period)
  const opening = await openReceivables(tx, { accountId, day: dayAfter(firstDay, -1), to: from })
  const receivables = await agedReceivables(tx, { accountId, day: agedOn, to })
  const received = await outsideSums(tx, 'received', days)
  const removed = await outsideSums(tx, 'removed', days)
  const credits = await sumCredits(tx, period)
  const lost = await lostDisputes(tx, period)
  const sales = await readSales(tx, period)
  const currencies = new Set(
    [...movements, ...opening, ...receivables, ...received, ...removed, ...lost, ...sales.keys()].map(
      (each) => (typeof each === 'string' ? each : each.currency),
    ),
  )
  for (const { currency, balanceMinor } of [...openingBalances, ...closingBalances]) {
    if (balanceMinor !== 0n) currencies.add(currency)
  }
  const figures = [...currencies]
    .map((currency) => ({ currency }))
    .toSorted(dollarsFirst)
    .map(({ currency }) => {
      const of = <Row extends { currency: string }>(rows: Row[]) =>
        rows.filter((row) => row.currency === currency)
      return {
        currency,
        sales: sales.get(currency) ?? [],
        movements: of(movements),
        openingMinor: sumOf(of(openingBalances), 'balanceMinor'),
        closing: of(closingBalances),
        openInvoices: { before: of(opening), after: of(receivables) },
        outside: { received: of(received), removed: of(removed) },
        credits: of(credits),
        lost: of(lost),
      }
    })
  return {
    currencies: figures.map(presentCurrency),
    receivables: figures.flatMap(({ currency, openInvoices: { after } }) =>
      after.length > 0 ? [presentAged(currency, after)] : [],
    ),
  }
}

const AGE_COLUMNS = {
  not_due: 'notDueMinor',
  '1-30': 'upTo30Minor',
  '31-60': 'upTo60Minor',
  '61-90': 'upTo90Minor',
  over_90: 'over90Minor',
} as const satisfies Record<Age, keyof AgedReceivables>

function presentAged(currency: string, rows: AgedReceivables[]): AgedCurrency {
  const present = (of: AgedReceivables[]) => ({
    ages: AGES.map((age) => presentAmount(sumOf(of, AGE_COLUMNS[age]), currency)),
    total: presentAmount(sumOf(of, 'totalMinor'), currency),
    count: countOf(of),
  })
  return {
    currency,
    customers: rows.map((row) => ({ id: row.customerId, name: row.customerName, ...present([row]) })),
    ...present(rows),
  }
}

/* Sales. Minor units. */

type Part = TaxClass & { netMinor: bigint; taxMinor: bigint }

type Sales = { label: string; sign: 1n | -1n; count: number; feeMinor: bigint; parts: Part[] }

/** Invoices and what takes them back, by currency; those without any are left out. */
async function readSales(
  tx: OrmTransaction,
  period: { accountId: string; from: Date; to: Date },
): Promise<Map<string, Sales[]>> {
  const kinds = [
    { label: 'Invoices', sign: 1n, rows: await invoicedSales(tx, 'issued', period) },
    { label: 'Voided invoices', sign: -1n, rows: await invoicedSales(tx, 'voided', period) },
    { label: 'Credit notes', sign: -1n, rows: await creditedSales(tx, 'issued', period) },
    { label: 'Credit notes voided', sign: 1n, rows: await creditedSales(tx, 'voided', period) },
  ] as const
  const byCurrency = new Map<string, Sales[]>()
  for (const { label, sign, rows } of kinds) {
    for (const [currency, sum] of rows) {
      byCurrency.set(currency, [...(byCurrency.get(currency) ?? []), { label, sign, ...sum }])
    }
  }
  return byCurrency
}

type SalesSum = Pick<Sales, 'count' | 'feeMinor' | 'parts'>

async function invoicedSales(
  tx: OrmTransaction,
  which: 'issued' | 'voided',
  period: { accountId: string; from: Date; to: Date },
): Promise<Map<string, SalesSum>> {
  const { sums, taxes } = await invoicedIn(tx, which, period)
  return new Map(
    sums.map(({ currency, count, feeMinor }) => [
      currency,
      { count, feeMinor, parts: taxes.filter((tax) => tax.currency === currency) },
    ]),
  )
}

async function creditedSales(
  tx: Orm,
  which: 'issued' | 'voided',
  period: { accountId: string; from: Date; to: Date },
): Promise<Map<string, SalesSum>> {
  const byCurrency = new Map<string, SalesSum>()
  for await (const notes of creditNotesIn(tx, which, period)) {
    for (const { currency, feeMinor, parts } of notes) {
      const sum = byCurrency.get(currency) ?? { count: 0, feeMinor: 0n, parts: [] }
      byCurrency.set(currency, {
        count: sum.count + 1,
        feeMinor: sum.feeMinor + feeMinor,
        parts: byClass([...sum.parts, ...parts]),
      })
    }
  }
  return byCurrency
}

/** Each tax class once. */
function byClass(parts: Part[]): Part[] {
  const sums = new Map<string, Part>()
  for (const part of parts) {
    const key = JSON.stringify([part.taxName, part.ratePpm, part.ratePpm === null && part.treatment])
    const sum = sums.get(key)
    sums.set(
      key,
      sum ? { ...sum, netMinor: sum.netMinor + part.netMinor, taxMinor: sum.taxMinor + part.taxMinor } : part,
    )
  }
  return [...sums.values()]
}

function presentSales(sales: Sales[], currency: string): SalesLine[] {
  const lines = sales.map(({ label, sign, count, feeMinor, parts }) => ({
    label,
    count,
    netMinor: sign * sumOf(parts, 'netMinor'),
    taxMinor: sign * sumOf(parts, 'taxMinor'),
    feeMinor: sign * feeMinor,
  }))
  const total = {
    label: 'Total',
    count: null,
    netMinor: sumOf(lines, 'netMinor'),
    taxMinor: sumOf(lines, 'taxMinor'),
    feeMinor: sumOf(lines, 'feeMinor'),
  }
  return (lines.length > 0 ? [...lines, total] : []).map(
    ({ label, count, netMinor, taxMinor, feeMinor }) => ({
      label,
      count,
      net: presentAmount(netMinor, currency),
      tax: presentAmount(taxMinor, currency),
      fee: presentAmount(feeMinor, currency),
      total: presentAmount(netMinor + taxMinor + feeMinor, currency),
    }),
  )
}

/** By rate, the highest first, and at the end what has no tax. */
function presentTaxes(sales: Sales[], currency: string): TaxLine[] {
  const signed = sales.flatMap(({ sign, parts }) =>
    parts.map((part) => ({ ...part, netMinor: sign * part.netMinor, taxMinor: sign * part.taxMinor })),
  )
  return byClass(signed)
    .toSorted((a, b) => (b.ratePpm ?? -1) - (a.ratePpm ?? -1) || taxLabel(a).localeCompare(taxLabel(b)))
    .map((part) => ({
      label: taxLabel(part),
      rate: part.ratePpm === null ? null : `${ratePercent(part.ratePpm)}%`,
      net: presentAmount(part.netMinor, currency),
      tax: presentAmount(part.taxMinor, currency),
    }))
}

const UNTAXED = { taxed: 'No tax', reverse_charge: 'Reverse charge', exempt: 'Exempt' }

/** The name of the tax, or why there is none. */
export function taxLabel({ taxName, treatment }: TaxClass): string {
  return taxName ?? UNTAXED[treatment]
}

/* The wallet. Minor units. */

/** What the vendor sees of the money that a transaction moved: all of it, its own part, or that of the platform. */
type Amount = (movements: Movements) => bigint

const all: Amount = ({ fundsMinor, feesMinor }) => fundsMinor + feesMinor
const own: Amount = ({ fundsMinor }) => fundsMinor
const feesBack: Amount = ({ feesMinor }) => -feesMinor

type WalletLine = { label: string; reasons: Movements['reason'][]; amount: Amount; isWithdrawal?: boolean }

const REVERSALS: Movements['reason'][] = ['refund.made', 'refund.failed', 'dispute.opened', 'dispute.won']

const WALLET_LINES: WalletLine[] = [
  { label: 'Card payments', reasons: ['invoice.paid'], amount: all },
  { label: 'Fees of card payments', reasons: ['invoice.paid'], amount: feesBack },
  { label: 'Refunds', reasons: ['refund.made'], amount: all },
  { label: 'Refunds that failed', reasons: ['refund.failed'], amount: all },
  { label: 'Disputes', reasons: ['dispute.opened'], amount: all },
  { label: 'Disputes won', reasons: ['dispute.won'], amount: all },
  { label: 'Fees given back with refunds and disputes', reasons: REVERSALS, amount: feesBack },
  { label: 'Fees paid by you for disputes', reasons: ['dispute.fee', 'dispute.fee_returned'], amount: own },
  { label: 'Payouts', reasons: ['payout.requested'], amount: own, isWithdrawal: false },
  {
    label: 'Payouts that failed or came back',
    reasons: ['payout.requested.reversed'],
    amount: own,
    isWithdrawal: false,
  },
  { label: 'Withdrawals', reasons: ['payout.requested'], amount: own, isWithdrawal: true },
  {
    label: 'Withdrawals that failed or came back',
    reasons: ['payout.requested.reversed'],
    amount: own,
    isWithdrawal: true,
  },
  { label: 'Funds added', reasons: ['wallet.credited'], amount: own },
]

type CurrencyFigures = {
  currency: string
  sales: Sales[]
  movements: Movements[]
  openingMinor: bigint
  closing: { kind: OwnFund; balanceMinor: bigint }[]
  openInvoices: { before: { totalMinor: bigint; count: number }[]; after: AgedReceivables[] }
  outside: Record<'received' | 'removed', { count: number; amountMinor: bigint }[]>
  /** Of invoices that were not paid yet. */
  credits: { count: number; amountMinor: bigint }[]
  lost: { count: number; amountMinor: bigint }[]
}

function presentCurrency(figures: CurrencyFigures): CurrencyReport {
  const { currency, sales, movements, openingMinor, closing, lost } = figures
  const closingMinor = sumOf(closing, 'balanceMinor')
  const walletLines = WALLET_LINES.map(({ label, reasons, amount, isWithdrawal }) => {
    const moved = movements.filter(
      (each) =>
        reasons.includes(each.reason) && (isWithdrawal === undefined || each.isWithdrawal === isWithdrawal),
    )
    return {
      label,
      count: moved.reduce((sum, { count }) => sum + count, 0),
      minor: moved.reduce((sum, each) => sum + amount(each), 0n),
    }
  }).filter(({ minor }) => minor !== 0n)
  const receivables = receivableLines(figures)
  const line = ({ label, count, minor }: { label: string; count: number | null; minor: bigint }) => ({
    label,
    count,
    amount: presentAmount(minor, currency),
  })
  const fund = (kind: OwnFund) => closing.find((each) => each.kind === kind)?.balanceMinor ?? 0n
  const [lostSum] = lost
  return {
    currency,
    sales: presentSales(sales, currency),
    taxes: presentTaxes(sales, currency),
    receivables: receivables.lines.map(line),
    wallet: unlessEmpty([
      { label: 'Opening balance', count: null, minor: openingMinor },
      ...walletLines,
      { label: 'Closing balance', count: null, minor: closingMinor },
    ]).map(line),
    closing: {
      available: presentAmount(fund('credit_wallet'), currency),
      onHold: presentAmount(fund('pending_wallet'), currency),
      owed: presentAmount(-fund('owed_by_vendor'), currency),
    },
    lostDisputes: lostSum
      ? line({ label: 'Disputes lost', count: lostSum.count, minor: lostSum.amountMinor })
      : null,
    faults: [
      ...faultOf('wallet', openingMinor + sumOf(walletLines, 'minor') - closingMinor, currency),
      ...faultOf('open invoices', receivables.differenceMinor, currency),
    ],
  }
}

/** From the invoices that were open before to those that are after. */
function receivableLines({ sales, movements, openInvoices, outside, credits }: CurrencyFigures) {
  const invoiced = (label: string) => {
    const { sign, count, feeMinor, parts } = sales.find((each) => each.label === label) ?? NO_SALES
    return { count, minor: sign * (sumOf(parts, 'netMinor') + sumOf(parts, 'taxMinor') + feeMinor) }
  }
  const paid = movements.filter(({ reason }) => reason === 'invoice.paid')
  const [before, after] = [openInvoices.before, openInvoices.after]
  const moved = [
    { label: 'Invoices', ...invoiced('Invoices') },
    { label: 'Voided invoices', ...invoiced('Voided invoices') },
    {
      label: 'Credit notes of open invoices',
      count: countOf(credits),
      minor: -sumOf(credits, 'amountMinor'),
    },
    {
      label: 'Paid by card',
      count: countOf(paid),
      minor: -paid.reduce((sum, each) => sum + all(each), 0n),
    },
    {
      label: 'Paid outside the wallet',
      count: countOf(outside.received),
      minor: -sumOf(outside.received, 'amountMinor'),
    },
    {
      label: 'Recorded payments removed',
      count: countOf(outside.removed),
      minor: sumOf(outside.removed, 'amountMinor'),
    },
  ].filter(({ count }) => count > 0)
  const [openingMinor, closingMinor] = [sumOf(before, 'totalMinor'), sumOf(after, 'totalMinor')]
  return {
    lines: unlessEmpty([
      { label: 'Open at the start', count: countOf(before), minor: openingMinor },
      ...moved,
      { label: 'Open at the end', count: countOf(after), minor: closingMinor },
    ]),
    differenceMinor: openingMinor + sumOf(moved, 'minor') - closingMinor,
  }
}

/** None, where there was nothing, nothing moved and nothing is. */
function unlessEmpty<Line extends { minor: bigint }>(lines: Line[]): Line[] {
  return lines.length > 2 || lines.some(({ minor }) => minor !== 0n) ? lines : []
}

const NO_SALES: Sales = { label: '', sign: 1n, count: 0, feeMinor: 0n, parts: [] }

function faultOf(what: string, differenceMinor: bigint, currency: string): string[] {
  if (differenceMinor === 0n) return []
  const { amount } = presentAmount(differenceMinor, currency)
  return [`The ${what} in ${currency} are off by ${amount}: please tell the operator of this service.`]
}

function countOf(rows: { count: number }[]): number {
  return rows.reduce((sum, { count }) => sum + count, 0)
}

function sumOf<Column extends string>(rows: Record<Column, bigint>[], column: Column): bigint {
  return rows.reduce((sum, row) => sum + row[column], 0n)
}

/* Months to choose. */

/** At most this many are offered; older ones have their address. */
const MONTHS_OFFERED = 60

/**
 * The months that can be chosen, the latest first, with that in which the account first had an invoice or money, and the one that
 * opens: the last that is over, since it is to be closed, unless the account began after it.
 */
export async function reportableMonths({
  id: accountId,
  zone,
}: Pick<Account, 'id' | 'zone'>): Promise<{ months: string[]; opened: string }> {
  const where = { accountId }
  const first = { orderBy: { id: 'asc' }, select: { createdAt: true } } as const
  const [invoice, transaction] = await Promise.all([
    database().invoice.findFirst({ where, ...first }),
    database().ledgerTransaction.findFirst({ where, ...first }),
  ])
  const begun = [invoice, transaction].flatMap((row) => (row ? [monthNameIn(zone, row.createdAt)] : []))
  const current = monthNameIn(zone, now())
  const start = [...begun, current].reduce((a, b) => (a < b ? a : b))
  const months = [current]
  for (let month = monthOf(current, zone); month && months.length < MONTHS_OFFERED; ) {
    const earlier = monthAfter(month, -1)
    if (earlier < start) break
    months.push(earlier)
    month = monthOf(earlier, zone)
  }
  return { months, opened: months[1] ?? current }
}
