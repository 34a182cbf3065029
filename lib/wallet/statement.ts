import { z } from 'zod'
import { type Orm, type Sql, sql } from '@/lib/db/client'
import { amountView, moment } from '@/lib/http/schemas'
import { NO_OWNER } from '@/lib/ledger/accounts'
import type { LedgerReason } from '@/lib/ledger/post-transaction'
import { defineApiList } from '@/lib/lists/api-list'
import type { CsvColumn } from '@/lib/lists/csv'
import { defineList } from '@/lib/lists/define-list'
import { currencyFilter, dayFilter, daysOf } from '@/lib/lists/list-filters'
import { wordSearch } from '@/lib/lists/word-search'
import { formatMajor, presentAmount } from '@/lib/money/money'
import { DEFAULT_CURRENCY } from './present-entry'

/** A line of the credit wallet's statement. Minor units. */
export type StatementLine = {
  /** Counts up from 1 in the order in which the wallet moved. */
  sequence: bigint
  transactionId: string
  reason: LedgerReason
  /** The invoice, payout, refund, dispute or operator's action behind it. */
  referenceId: string
  /** The invoice behind it, if it is a payment's, a refund's or a dispute's. */
  invoiceId: string | null
  note: string | null
  /** Positive for credits, negative for debits. */
  changeMinor: bigint
  balanceAfterMinor: bigint
  createdAt: Date
  /** Set for invoices, refunds, disputes and payouts. */
  customerName: string | null
  /** A payout to the vendor itself. */
  isWithdrawal: boolean | null
  /** Set for payouts: tells a refused one from a returned one. */
  payoutStatus: string | null
}

export const statementRow = z.object({
  id: z.string().describe('The number of the line.'),
  title: z.string(),
  note: z.string().nullable().describe('Written by the operator.'),
  href: z.string().nullable().describe('The page of the invoice or payout.'),
  moneyIn: amountView.nullable(),
  moneyOut: amountView.nullable(),
  balance: amountView,
  at: moment,
})

export type StatementRow = z.infer<typeof statementRow>

const REASONS = {
  invoice: 'invoice.paid',
  release: 'hold.released',
  refund: 'refund.made',
  dispute: 'dispute.opened',
  payout: 'payout.requested',
  reversal: 'payout.requested.reversed',
  funds: 'wallet.credited',
} as const satisfies Record<string, StatementLine['reason']>

/** Reads a `StatementLine`. */
const LINES = {
  table: sql`wallet_movements AS movement`,
  alias: sql`movement`,
  id: sql`movement.transaction_id`,
  columns: sql`movement.sequence, movement.transaction_id AS "transactionId", movement.reason,
    posted.reference_id AS "referenceId", posted.note, movement.change_minor AS "changeMinor",
    movement.balance_after_minor AS "balanceAfterMinor", movement.created_at AS "createdAt",
    customer.name AS "customerName", customer.is_self AS "isWithdrawal", payout.status::text AS "payoutStatus",
    invoice.id AS "invoiceId"`,
  joins: sql`
    JOIN ledger_transactions AS posted
      ON posted.account_id = movement.account_id AND posted.id = movement.transaction_id
    LEFT JOIN refunds AS refund
      ON refund.account_id = movement.account_id AND refund.id = posted.reference_id
    LEFT JOIN disputes AS dispute
      ON dispute.account_id = movement.account_id AND dispute.id = posted.reference_id
    LEFT JOIN invoices AS invoice
      ON invoice.account_id = movement.account_id
     AND invoice.id = coalesce(refund.invoice_id, dispute.invoice_id, posted.reference_id)
    LEFT JOIN payouts AS payout
      ON payout.account_id = movement.account_id AND payout.id = posted.reference_id
    LEFT JOIN customers AS customer
      ON customer.account_id = movement.account_id
     AND customer.id = coalesce(invoice.customer_id, payout.customer_id)`,
  sorts: { line: { column: sql`movement.sequence`, type: 'bigint' } },
} as const

/** Condition: the movements of the credit wallet in a currency; null if there is no wallet yet. */
async function linesOfWallet(tx: Orm, accountId: string, currency: string): Promise<Sql | null> {
  const key = { accountId, kind: 'credit_wallet', currency, ownerId: NO_OWNER } as const
  const wallet = await tx.ledgerAccount.findUnique({
    where: { accountId_kind_currency_ownerId: key },
    select: { id: true },
  })
  return wallet && sql`movement.account_id = ${accountId}::uuid AND movement.wallet_id = ${wallet.id}::uuid`
}

/**
 * The statement of the account's credit wallet in one currency; searches the words of the invoices and
 * payouts behind it. Each line stores the balance after it, so no page has to add up earlier ones.
 */
export const statementList = defineList({
  name: 'statement',
  sorts: ['line'],
  filters: z.object({
    reason: z.enum(['invoice', 'release', 'refund', 'dispute', 'payout', 'reversal', 'funds']).optional(),
    currency: currencyFilter,
    created_from: dayFilter,
    created_to: dayFilter,
  }),
  select: async (
    accountId,
    { filters: { reason, currency = DEFAULT_CURRENCY, ...days }, search, zone },
    tx,
  ) => {
    const ofWallet = await linesOfWallet(tx, accountId, currency)
    const inDays = ofWallet && (await linesOf(tx, ofWallet, daysOf(days, zone)))
    if (!inDays) return null
    return {
      ...LINES,
      where: [ofWallet, ...(reason ? [sql`movement.reason = ${REASONS[reason]}`] : []), ...inDays],
      search: wordSearch(search, sql`movement.search`, {
        tenantKey: sql`movement.account_id`,
        tenantId: accountId,
      }),
    }
  },
  present: (line: StatementLine, { filters: { currency = DEFAULT_CURRENCY } }) => presentLine(line, currency),
  file: ({ filters: { currency = DEFAULT_CURRENCY } }, mode) => ({
    filename: `statement-${mode}-${currency}.csv`,
    columns: csvColumns(currency),
  }),
})

const apiFilters = z.object({
  currency: currencyFilter.describe('An ISO 4217 code, in either case. `USD` if it is not given.'),
})

/** The movements of the credit wallet in one currency for programs. */
export const entriesForPrograms = defineApiList<typeof apiFilters, StatementLine>({
  name: 'wallet entries',
  filters: apiFilters,
  select: async (accountId, { currency = DEFAULT_CURRENCY }, tx) => {
    const ofWallet = await linesOfWallet(tx, accountId, currency)
    return ofWallet && { sort: 'line', list: { ...LINES, where: [ofWallet] } }
  },
})

/**
 * A line is numbered under the wallet's lock, up to this long after its time was taken. An interval, because
 * PostgreSQL writes the moments before year 1 differently from JavaScript.
 */
const SLACK = sql`interval '5 minutes'`

/**
 * As an expression, so that the planner does not use the index on it: it would read all lines of the period
 * and sort them by number.
 */
const EXACT_TIME = sql`(movement.created_at + interval '0')`

/**
 * Condition: lines of a period; null if there are none. Looks the numbers at its ends up first: in the same
 * statement the planner would not know them, and would read all lines of the period.
 */
async function linesOf(
  tx: Orm,
  ofWallet: Sql,
  { from, to }: { from: Date | undefined; to: Date | undefined },
): Promise<Sql[] | null> {
  const conditions: Sql[] = []
  if (from) {
    const first = await lineAt(
      tx,
      ofWallet,
      sql`movement.created_at >= ${from}::timestamptz - ${SLACK}`,
      sql`ASC`,
    )
    if (first === null) return null
    conditions.push(sql`${EXACT_TIME} >= ${from}::timestamptz`, sql`movement.sequence >= ${first}::bigint`)
  }
  if (to) {
    const last = await lineAt(
      tx,
      ofWallet,
      sql`movement.created_at < ${to}::timestamptz + ${SLACK}`,
      sql`DESC`,
    )
    if (last === null) return null
    conditions.push(sql`${EXACT_TIME} < ${to}::timestamptz`, sql`movement.sequence <= ${last}::bigint`)
  }
  return conditions
}

/** The number of the first or last line of a period. */
async function lineAt(tx: Orm, ofWallet: Sql, when: Sql, direction: Sql): Promise<bigint | null> {
  const [line] = await tx.$queryRaw<{ sequence: bigint }[]>(sql`
    SELECT movement.sequence FROM wallet_movements AS movement
     WHERE ${ofWallet} AND ${when}
     ORDER BY movement.created_at ${direction}, movement.sequence ${direction} LIMIT 1`)
  return line?.sequence ?? null
}

function csvColumns(currency: string): CsvColumn<StatementLine>[] {
  const amount = (minor: bigint) => formatMajor(minor, currency)
  return [
    { title: 'Line', value: ({ sequence }) => sequence.toString() },
    { title: 'Time', value: ({ createdAt }) => createdAt },
    { title: 'Description', value: (line) => titleOf(line) },
    { title: 'Note', value: ({ note }) => note },
    { title: 'Currency', value: () => currency },
    { title: 'In', value: ({ changeMinor }) => (changeMinor > 0n ? amount(changeMinor) : null) },
    { title: 'Out', value: ({ changeMinor }) => (changeMinor < 0n ? amount(-changeMinor) : null) },
    { title: 'Balance', value: ({ balanceAfterMinor }) => amount(balanceAfterMinor) },
    { title: 'Reference', value: ({ referenceId }) => referenceId },
  ]
}

function presentLine(line: StatementLine, currency: string): StatementRow {
  const { sequence, note, changeMinor, balanceAfterMinor, createdAt } = line
  return {
    id: sequence.toString(),
    title: titleOf(line),
    note,
    href: hrefOf(line),
    moneyIn: changeMinor > 0n ? presentAmount(changeMinor, currency) : null,
    moneyOut: changeMinor < 0n ? presentAmount(-changeMinor, currency) : null,
    balance: presentAmount(balanceAfterMinor, currency),
    at: createdAt.toISOString(),
  }
}

function titleOf({ reason, customerName, isWithdrawal, payoutStatus }: StatementLine): string {
  switch (reason) {
    case 'invoice.paid':
      return `Invoice paid by ${customerName}`
    case 'hold.released':
      return `Hold on payment by ${customerName} ended`
    case 'refund.made':
      return `Refund to ${customerName}`
    case 'refund.failed':
      return `Refund to ${customerName} failed`
    case 'dispute.opened':
      return `Payment disputed by ${customerName}`
    case 'dispute.won':
      return `Dispute with ${customerName} won`
    case 'dispute.fee':
      return `Fee for the dispute with ${customerName}`
    case 'dispute.fee_returned':
      return `Fee for the dispute with ${customerName} returned`
    case 'debt.settled':
      return 'Debt settled'
    case 'payout.requested':
      return isWithdrawal ? 'Withdrawal to your bank account' : `Payout to ${customerName}`
    case 'payout.requested.reversed':
      if (isWithdrawal) return payoutStatus === 'RETURNED' ? 'Withdrawal returned' : 'Withdrawal failed'
      return payoutStatus === 'RETURNED'
        ? `Payout to ${customerName} returned`
        : `Payout to ${customerName} failed`
    default:
      return 'Funds added'
  }
}

function hrefOf({ referenceId, invoiceId, payoutStatus }: StatementLine): string | null {
  if (invoiceId) return `/invoices/${invoiceId}`
  return payoutStatus ? `/payouts/${referenceId}` : null
}
