import { positionedCte, rowsOfAccount } from '@/lib/db/statement'

/*
 * The CTEs of postings, for every statement that posts: so a statement can write the causes and their postings at
 * once. They take SQL, never values; the account is `:accountId`. A statement may post any number of ledger transactions.
 */

/**
 * The postings with the ids of their ledger accounts; fewer rows than postings while an account does not exist
 * yet. `rows` have the ledger transaction, its currency, source kind, source owner, destination kind, destination owner,
 * amount and position.
 */
export function postingsCte(rows: string): string {
  return `
   postings AS MATERIALIZED (
     SELECT posting.transaction_id, posting.currency, source.id AS source_id,
            source.balance_minor AS source_balance_minor, destination.id AS destination_id, posting.amount_minor,
            posting.position
       FROM (${rows}) AS posting (transaction_id, currency, source_kind, source_owner, destination_kind,
                                      destination_owner, amount_minor, position)
      CROSS JOIN LATERAL (
        SELECT id, balance_minor FROM ledger_accounts
         WHERE account_id = :accountId::uuid AND kind = posting.source_kind AND currency = posting.currency
           AND owner_id = posting.source_owner OFFSET 0) AS source
      CROSS JOIN LATERAL (
        SELECT id FROM ledger_accounts
         WHERE account_id = :accountId::uuid AND kind = posting.destination_kind AND currency = posting.currency
           AND owner_id = posting.destination_owner OFFSET 0) AS destination)`
}

type LedgerTransactionSql = {
  id: string
  reason: string
  referenceId: string
  note?: string
  createdAt: string
  /** From here on: the FROM and WHERE without whose row nothing is posted. */
  from: string
}

/** `posted` and `entries`: a ledger transaction for each row of `from`, with its entries of `postings`. */
export function postedCtes(sql: LedgerTransactionSql): string {
  const { id, reason, referenceId, note = 'NULL', createdAt, from } = sql
  return `
   ${positionedCte({
     name: 'posted',
     insert: 'INSERT INTO ledger_transactions',
     sequence: 'ledger_transactions_position_seq',
     columns: 'id, reason, reference_id, note, created_at',
     select: `
       SELECT ${id}::uuid, ${reason}::text, ${referenceId}::uuid, ${note}::text, ${createdAt}::timestamptz
         ${from}`,
     returning: 'id, reference_id, reason, created_at',
   })},
   entries AS (
     INSERT INTO ledger_entries AS saved (account_id, transaction_id, position, source_id, destination_id,
                                 amount_minor, currency)
     ${rowsOfAccount(`
       SELECT posted.id, position, source_id, destination_id, amount_minor, currency
         FROM posted JOIN postings ON postings.transaction_id = posted.id`)}
     RETURNING transaction_id, source_id, destination_id, amount_minor)`
}

/**
 * Changes the balances of the wallets that `entries` of `posted` move, each with a line of its statement for each
 * transaction, whose hash continues the previous line's. The constraint `ledger_accounts_balance` fails the whole statement if a
 * balance would go below zero. Citus takes the recursion because it is a query of its own that names the account.
 *
 * Comes last, so that wallet rows stay locked as briefly as possible, and locks them in id order: otherwise
 * two postings that cross the same wallets would deadlock. `search` is the text that a line is found by.
 */
export function movedCtes(search: string): string {
  return `
   changes AS MATERIALIZED (
     SELECT side.wallet_id, entries.transaction_id, sum(side.change_minor)::bigint AS change_minor
       FROM entries
      CROSS JOIN LATERAL (VALUES (source_id, -amount_minor), (destination_id, amount_minor))
         AS side (wallet_id, change_minor)
      GROUP BY side.wallet_id, entries.transaction_id
     HAVING sum(side.change_minor) <> 0),
   locked AS MATERIALIZED (
     SELECT id, balance_minor, movement_count, last_hash FROM ledger_accounts
      WHERE account_id = :accountId::uuid AND id = ANY (ARRAY(SELECT wallet_id FROM changes)) AND balance_minor IS NOT NULL
      ORDER BY id FOR NO KEY UPDATE),
   lines AS MATERIALIZED (
     SELECT changes.*, posted.reason, posted.reference_id, posted.created_at, row_number() OVER line AS number,
            count(*) OVER (PARTITION BY wallet_id) AS last_number, movement_count + row_number() OVER line AS sequence,
            (balance_minor + sum(change_minor) OVER line)::bigint AS balance_after_minor
       FROM changes
       JOIN locked ON locked.id = changes.wallet_id
       JOIN posted ON posted.id = changes.transaction_id
     WINDOW line AS (PARTITION BY wallet_id ORDER BY transaction_id)),
   chain AS MATERIALIZED (
     WITH RECURSIVE link AS (
       SELECT locked.id AS wallet_id, 0::bigint AS number, last_hash AS hash
         FROM locked JOIN accounts ON accounts.id = :accountId::uuid
       UNION ALL
       SELECT lines.wallet_id, lines.number,
              movement_hash(link.hash, :accountId::uuid, lines.wallet_id, lines.sequence, lines.transaction_id, lines.reason,
                            lines.change_minor, lines.balance_after_minor, lines.created_at)
         FROM link JOIN lines ON lines.wallet_id = link.wallet_id AND lines.number = link.number + 1)
     SELECT * FROM link),
   moved AS (
     UPDATE ledger_accounts AS wallet
        SET balance_minor = lines.balance_after_minor, movement_count = lines.sequence, last_hash = chain.hash
       FROM lines JOIN chain USING (wallet_id, number)
      WHERE wallet.account_id = :accountId::uuid AND wallet.id = ANY (ARRAY(SELECT id FROM locked))
        AND wallet.id = lines.wallet_id AND number = lines.last_number
     RETURNING wallet.id),
   movements AS (
     INSERT INTO wallet_movements (account_id, wallet_id, sequence, transaction_id, reason, change_minor,
                                   balance_after_minor, created_at, hash, search)
     ${rowsOfAccount(`
       SELECT wallet_id, sequence, transaction_id, reason, change_minor, balance_after_minor, created_at, hash, ${search}
         FROM lines JOIN chain USING (wallet_id, number)`)})`
}

/**
 * The text that the lines of a posting are found by: that of its invoice or payout, which was written before, or else
 * `note`, the words of the posting's note.
 */
export function textOfCause(referenceId: string, note = "''"): string {
  return `coalesce(
     (SELECT search FROM invoices
       WHERE account_id = :accountId::uuid AND id = coalesce(
         (SELECT invoice_id FROM refunds WHERE account_id = :accountId::uuid AND id = ${referenceId}::uuid),
         (SELECT invoice_id FROM disputes WHERE account_id = :accountId::uuid AND id = ${referenceId}::uuid),
         ${referenceId}::uuid)),
     (SELECT search FROM payouts WHERE account_id = :accountId::uuid AND id = ${referenceId}::uuid),
     ${note})`
}
