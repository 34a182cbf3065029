import type { PoolClient } from 'pg'
import { connectionPool } from '@/lib/db/client'
import type { LedgerAccountKind, Mode } from '@/lib/db/generated/enums'
import { formatMajor } from '@/lib/money/money'

/*
 * The ledger as a plain-text accounting journal, for hledger and Ledger. An entry takes from its source and adds to its
 * destination; a journal has debits above zero and credits below, so the source is debited and the destination credited.
 * What we owe the vendors is then a liability below zero, and what providers hold for us an asset above it. Payments that
 * vendors received outside the service are no money of ours: both of their sides are in equity, and sum up to nothing.
 */

type EntryLine = {
  transactionId: string
  vendorId: string
  day: string
  reason: string
  referenceId: string
  reversesId: string | null
  source: LedgerAccountKind
  destination: LedgerAccountKind
  amountMinor: string
  currency: string
}

type WalletLine = { vendorId: string; kind: LedgerAccountKind; currency: string; balanceMinor: string }

const ROWS_AT_ONCE = 2000

const ENTRIES = `
  SELECT entry.transaction_id AS "transactionId", account.vendor_id AS "vendorId",
         to_char(posted.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, posted.reason,
         posted.reference_id AS "referenceId", posted.reverses_id AS "reversesId",
         source.kind::text AS source, destination.kind::text AS destination,
         entry.amount_minor::text AS "amountMinor", entry.currency
    FROM ledger_transactions AS posted
    JOIN accounts AS account ON account.id = posted.account_id
    JOIN ledger_entries AS entry ON entry.account_id = posted.account_id AND entry.transaction_id = posted.id
    JOIN ledger_accounts AS source ON source.account_id = entry.account_id AND source.id = entry.source_id
    JOIN ledger_accounts AS destination
      ON destination.account_id = entry.account_id AND destination.id = entry.destination_id
   WHERE account.mode = $1::mode AND ($2::uuid IS NULL OR account.vendor_id = $2::uuid)
   ORDER BY posted.position, entry.position`

/** The balances that are kept in a column, those of all customers of a vendor in one line. */
const WALLETS = `
  SELECT account.vendor_id AS "vendorId", wallet.kind::text AS kind, wallet.currency,
         sum(wallet.balance_minor)::text AS "balanceMinor"
    FROM ledger_accounts AS wallet JOIN accounts AS account ON account.id = wallet.account_id
   WHERE account.mode = $1::mode AND ($2::uuid IS NULL OR account.vendor_id = $2::uuid)
     AND wallet.balance_minor IS NOT NULL
   GROUP BY account.vendor_id, wallet.kind, wallet.currency
   ORDER BY account.vendor_id, wallet.kind, wallet.currency`

/**
 * Every ledger transaction of a mode, or of one vendor in it, in the order of writing, and at the end each wallet's balance
 * as an assertion, which the reading program checks against the postings. The same books give the same text.
 */
export async function* exportJournal(mode: Mode, vendorId: string | null): AsyncGenerator<string> {
  const client = await connectionPool().connect()
  try {
    // One snapshot, so that the balances at the end are those of the transactions before them.
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    await client.query('SET LOCAL statement_timeout = 0')
    yield* transactions(client, mode, vendorId)
  } finally {
    await client.query('ROLLBACK').finally(() => client.release())
  }
}

async function* transactions(
  client: PoolClient,
  mode: Mode,
  vendorId: string | null,
): AsyncGenerator<string> {
  const { rows: wallets } = await client.query<WalletLine>(WALLETS, [mode, vendorId])
  yield `; The ledger in ${mode} mode, in UTC\n`
  await client.query(`DECLARE journal NO SCROLL CURSOR FOR ${ENTRIES}`, [mode, vendorId])
  let lastId = ''
  let lastDay = ''
  for (;;) {
    const { rows } = await client.query<EntryLine>(`FETCH ${ROWS_AT_ONCE} FROM journal`)
    if (rows.length === 0) break
    let text = ''
    for (const row of rows) {
      if (row.transactionId !== lastId) text += header(row)
      text += posting(row.source, row.vendorId, row.amountMinor, row.currency)
      text += posting(row.destination, row.vendorId, `-${row.amountMinor}`, row.currency)
      lastId = row.transactionId
      if (row.day > lastDay) lastDay = row.day
    }
    yield text
  }
  if (lastDay !== '' && wallets.length > 0) yield `\n${lastDay} balances\n${wallets.map(assertion).join('')}`
}

function header({ day, reason, transactionId, referenceId, reversesId }: EntryLine): string {
  const tags = [`transaction: ${transactionId}`, `reference: ${referenceId}`]
  if (reversesId) tags.push(`reverses: ${reversesId}`)
  return `\n${day} ${reason}\n${tags.map((tag) => `    ; ${tag}\n`).join('')}`
}

function posting(kind: LedgerAccountKind, vendorId: string, minor: string, currency: string): string {
  return `    ${journalAccount(kind, vendorId)}  ${formatMajor(BigInt(minor), currency)} ${currency}\n`
}

function assertion({ kind, vendorId, currency, balanceMinor }: WalletLine): string {
  const zero = posting(kind, vendorId, '0', currency).trimEnd()
  return `${zero} = ${formatMajor(-BigInt(balanceMinor), currency)} ${currency}\n`
}

const JOURNAL_ACCOUNTS: Record<LedgerAccountKind, (vendorId: string) => string> = {
  credit_wallet: (vendorId) => `liabilities:vendors:${vendorId}:available`,
  pending_wallet: (vendorId) => `liabilities:vendors:${vendorId}:pending`,
  customer_wallet: (vendorId) => `liabilities:vendors:${vendorId}:customers`,
  payouts_in_transit: (vendorId) => `liabilities:vendors:${vendorId}:in transit`,
  owed_by_vendor: (vendorId) => `assets:vendors:${vendorId}:owed`,
  provider_clearing: () => 'assets:providers',
  platform_fees: () => 'income:fees',
  provider_fees: () => 'expenses:providers',
  operator_funding: () => 'equity:operator',
  outside_funds: (vendorId) => `equity:outside:${vendorId}:funds`,
  outside_income: (vendorId) => `equity:outside:${vendorId}:income`,
}

function journalAccount(kind: LedgerAccountKind, vendorId: string): string {
  return JOURNAL_ACCOUNTS[kind](vendorId)
}
