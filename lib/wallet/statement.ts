import { customerBeginsWith } from '@/lib/customers/customer-list'
import { type Sql, sql } from '@/lib/db/client'
import type { Transaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import { isId } from '@/lib/ids'
import { customersFound } from '@/lib/invoices/invoice-list-sql'
import { NO_OWNER } from '@/lib/ledger/accounts'
import type { LedgerReason } from '@/lib/ledger/post-transaction'
import { keysetPage, type Page, type PageRequest } from '@/lib/lists/keyset-page'

/** A line of the credit wallet's statement. Minor units. */
export type StatementLine = {
  /** Counts up from 1 in the order in which the wallet moved. */
  sequence: bigint
  transactionId: string
  reason: LedgerReason
  /** The invoice, payout or operator's action behind it. */
  referenceId: string
  note: string | null
  /** Positive for credits, negative for debits. */
  changeMinor: bigint
  balanceAfterMinor: bigint
  createdAt: Date
  /** Set for invoices and payouts. */
  customerName: string | null
  /** Set for payouts: tells a refused one from a returned one. */
  payoutStatus: string | null
}

export type StatementFilters = {
  currency: string
  /** The beginning of a customer's name or email, or the id of an invoice or payout. */
  search?: string | undefined
  reason?: LedgerReason | undefined
  from?: Date | undefined
  /** The first moment that is not included. */
  to?: Date | undefined
}

export type StatementSort = 'line'

/** A line is numbered when the wallet is locked, a little after its time was taken; not by more than this. */
const SLACK_MS = 5 * 60 * 1000

/** Lines that are looked at one by one for those that a search means. */
const MOST_SCANNED = 10_000

/**
 * A page of the statement of the account's credit wallet in one currency. The balance stands in each line
 * since it was written, so that no page has to add up what comes before it.
 *
 * `statement_too_broad` for a search that too many lines match, of a time with more than `MOST_SCANNED` lines.
 */
export async function walletStatement(
  tx: Transaction,
  accountId: string,
  filters: StatementFilters,
  page: PageRequest<StatementSort>,
): Promise<Page<StatementLine>> {
  const wallet = await tx.ledgerAccount.findUnique({
    where: {
      accountId_kind_currency_ownerId: {
        accountId,
        kind: 'credit_wallet',
        currency: filters.currency,
        ownerId: NO_OWNER,
      },
    },
    select: { accountId: true, id: true, movementCount: true },
  })
  const where = wallet && (await conditions(tx, wallet, filters))
  if (!where) return { rows: [], first: null, last: null, hasNext: false, hasPrevious: false }
  const list = {
    columns: sql`movement.sequence, movement.transaction_id AS "transactionId", movement.reason,
      posted.reference_id AS "referenceId", posted.note, movement.change_minor AS "changeMinor",
      movement.balance_after_minor AS "balanceAfterMinor", movement.created_at AS "createdAt",
      customer.name AS "customerName", payout.status::text AS "payoutStatus"`,
    from: sql`wallet_movements AS movement
      JOIN ledger_transactions AS posted
        ON posted.account_id = movement.account_id AND posted.id = movement.transaction_id
      LEFT JOIN invoices AS invoice
        ON invoice.account_id = movement.account_id AND invoice.id = posted.reference_id
      LEFT JOIN payouts AS payout
        ON payout.account_id = movement.account_id AND payout.id = posted.reference_id
      LEFT JOIN customers AS customer
        ON customer.account_id = movement.account_id
       AND customer.id = coalesce(invoice.customer_id, payout.customer_id)`,
    where,
    id: sql`movement.transaction_id`,
    sorts: { line: { column: sql`movement.sequence`, type: 'bigint' as const } },
  }
  return keysetPage<StatementLine, StatementSort>(tx, list, page)
}

/** As an expression of its own: by its index all lines of the time would be read, and sorted by their number. */
const EXACT_TIME = sql`(movement.created_at + interval '0')`

type Wallet = { accountId: string; id: string; movementCount: bigint }

/** Null where no line can be within the time. */
async function conditions(
  tx: Transaction,
  wallet: Wallet,
  { search, reason, from, to }: StatementFilters,
): Promise<Sql[] | null> {
  const ofWallet = sql`movement.account_id = ${wallet.accountId}::uuid AND movement.wallet_id = ${wallet.id}::uuid`
  const all = [ofWallet]
  let first: bigint | null = 1n
  let last: bigint | null = wallet.movementCount
  if (reason) all.push(sql`movement.reason = ${reason}`)
  // The numbers at the ends of the time are found first, so that the lines are read between them alone; as
  // part of the same statement they would be unknown to the planner, which then reads all lines of the time.
  if (from) {
    const before = new Date(from.getTime() - SLACK_MS)
    first = await lineAt(tx, ofWallet, sql`movement.created_at >= ${before}::timestamptz`, sql`ASC`)
    if (first === null) return null
    all.push(sql`${EXACT_TIME} >= ${from}::timestamptz`, sql`movement.sequence >= ${first}::bigint`)
  }
  if (to) {
    const after = new Date(to.getTime() + SLACK_MS)
    last = await lineAt(tx, ofWallet, sql`movement.created_at < ${after}::timestamptz`, sql`DESC`)
    if (last === null) return null
    all.push(sql`${EXACT_TIME} < ${to}::timestamptz`, sql`movement.sequence <= ${last}::bigint`)
  }
  if (search) all.push(await searched(tx, wallet, search, last - first))
  return all
}

/** Few lines are looked at themselves; of many, those that are meant are found first, by what caused them. */
async function searched(tx: Transaction, wallet: Wallet, search: string, lines: bigint): Promise<Sql> {
  if (!isId(search) && lines < MOST_SCANNED) return ofCustomer(search)
  const found = await linesFound(tx, { accountId: wallet.accountId, walletId: wallet.id }, search)
  return sql`movement.sequence = ANY(${found}::bigint[])`
}

/** As a value and not as a join, which PostgreSQL may answer by reading all customers. */
function ofCustomer(search: string): Sql {
  return sql`(
    SELECT ${customerBeginsWith(search)} FROM customers AS customer
     WHERE customer.account_id = movement.account_id
       AND customer.id = coalesce(invoice.customer_id, payout.customer_id))`
}

/** The number of the first, or last, line of a time. */
async function lineAt(tx: Transaction, ofWallet: Sql, when: Sql, direction: Sql): Promise<bigint | null> {
  const [line] = await tx.$queryRaw<{ sequence: bigint }[]>(sql`
    SELECT movement.sequence FROM wallet_movements AS movement
     WHERE ${ofWallet} AND ${when}
     ORDER BY movement.created_at ${direction}, movement.sequence ${direction} LIMIT 1`)
  return line?.sequence ?? null
}

/*
 * What a search of the statement leads to: through the customers, by their indexes, to their invoices and
 * payouts, and from these to the lines. Each step has a bound, so that its cost does not grow with the wallet.
 */

const MOST_CUSTOMERS = 1000
/** Invoices and payouts. */
const MOST_CAUSES = 5000
/** Of one invoice or payout: it is posted, and taken back. Without a bound they would not be looked up singly. */
const MOST_LINES_OF_ONE = 10

type WalletKey = { accountId: string; walletId: string }

/**
 * The numbers of the wallet's lines that an invoice or payout with this id caused, or one of a customer whose
 * name or email begins with the text. `statement_too_broad` where there are too many to be looked up.
 */
async function linesFound(tx: Transaction, wallet: WalletKey, search: string): Promise<bigint[]> {
  const causes = isId(search) ? [search] : await causesFound(tx, wallet.accountId, search)
  const lines = await tx.$queryRaw<{ sequence: bigint }[]>(sql`
    SELECT line.sequence FROM unnest(${causes}::uuid[]) AS cause (id) CROSS JOIN LATERAL (
      SELECT movement.sequence FROM ledger_transactions AS posted
        JOIN wallet_movements AS movement
          ON movement.account_id = posted.account_id AND movement.transaction_id = posted.id
       WHERE posted.account_id = ${wallet.accountId}::uuid AND posted.reference_id = cause.id
         AND movement.wallet_id = ${wallet.walletId}::uuid LIMIT ${MOST_LINES_OF_ONE}) AS line`)
  return lines.map(({ sequence }) => sequence)
}

/** The invoices and payouts of the customers that are meant. */
async function causesFound(tx: Transaction, accountId: string, search: string): Promise<string[]> {
  const customers = await tx.$queryRaw<{ id: string }[]>(
    customersFound(accountId, search, MOST_CUSTOMERS + 1),
  )
  if (customers.length > MOST_CUSTOMERS) throw new DomainError('statement_too_broad')
  const some = sql`LIMIT ${MOST_CAUSES + 1}`
  const causes = await tx.$queryRaw<{ id: string }[]>(sql`
    SELECT cause.id FROM unnest(${customers.map(({ id }) => id)}::uuid[]) AS customer (id) CROSS JOIN LATERAL (
      (SELECT invoice.id FROM invoices AS invoice
        WHERE invoice.account_id = ${accountId}::uuid AND invoice.customer_id = customer.id
          AND invoice.status = 'PAID' ${some})
      UNION ALL
      (SELECT payout.id FROM payouts AS payout
        WHERE payout.account_id = ${accountId}::uuid AND payout.customer_id = customer.id ${some})
      ) AS cause ${some}`)
  if (causes.length > MOST_CAUSES) throw new DomainError('statement_too_broad')
  return causes.map(({ id }) => id)
}
