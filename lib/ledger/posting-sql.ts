/*
 * The CTEs of a posting, for every statement that posts: so a statement can write the cause and its posting at
 * once. They take SQL, never values; the account is `:accountId`.
 */

/**
 * The postings with the ids of their ledger accounts; fewer rows than postings while an account does not exist
 * yet. `rows` have source kind, source owner, destination kind, destination owner, amount and
 * position.
 */
export function postingsCte(rows: string, currency: string): string {
  return `
   postings AS (
     SELECT source.id AS source_id, source.balance_minor AS source_balance_minor,
            destination.id AS destination_id, posting.amount_minor, posting.position
       FROM (${rows}) AS posting (source_kind, source_owner, destination_kind, destination_owner,
                                      amount_minor, position)
       JOIN ledger_accounts AS source
         ON source.account_id = :accountId::uuid AND source.kind = posting.source_kind
        AND source.currency = ${currency}::char(3) AND source.owner_id = posting.source_owner
       JOIN ledger_accounts AS destination
         ON destination.account_id = :accountId::uuid AND destination.kind = posting.destination_kind
        AND destination.currency = ${currency}::char(3) AND destination.owner_id = posting.destination_owner)`
}

type LedgerTransactionSql = {
  id: string
  reason: string
  referenceId: string
  note?: string
  createdAt: string
  currency: string
  /** From here on: the FROM and WHERE without whose row nothing is posted. */
  from: string
}

/** `posted` and `entries`: one ledger transaction with the entries of `postings`, if `from` has a row. */
export function postedCtes(sql: LedgerTransactionSql): string {
  const { id, reason, referenceId, note = 'NULL', createdAt, currency, from } = sql
  return `
   posted AS (
     INSERT INTO ledger_transactions (account_id, id, reason, reference_id, note, created_at)
     SELECT :accountId::uuid, ${id}::uuid, ${reason}::text, ${referenceId}::uuid, ${note}::text,
            ${createdAt}::timestamptz
       ${from}
     RETURNING id, reason, created_at),
   entries AS (
     INSERT INTO ledger_entries (account_id, transaction_id, position, source_id, destination_id,
                                 amount_minor, currency)
     SELECT :accountId::uuid, posted.id, position, source_id, destination_id, amount_minor, ${currency}::char(3)
       FROM posted CROSS JOIN postings
     RETURNING source_id, destination_id, amount_minor)`
}

/**
 * Changes the balances of the wallets that `entries` of `posted` move, each with a line of its statement, whose hash
 * continues the previous line's. The constraint `ledger_accounts_balance` fails the whole statement if a balance would go below zero.
 *
 * Comes last, so that wallet rows stay locked as briefly as possible, and locks them in id order: otherwise
 * two postings that cross the same wallets would deadlock. `search` is the text that a line is found by.
 */
export function movedCtes(search: string): string {
  return `
   changes AS MATERIALIZED (
     SELECT side.id, sum(side.change_minor)::bigint AS change_minor
       FROM entries
      CROSS JOIN LATERAL (VALUES (source_id, -amount_minor), (destination_id, amount_minor))
         AS side (id, change_minor)
      GROUP BY side.id
     HAVING sum(side.change_minor) <> 0),
   locked AS (
     SELECT id FROM ledger_accounts
      WHERE account_id = :accountId::uuid AND id = ANY (ARRAY(SELECT id FROM changes)) AND balance_minor IS NOT NULL
      ORDER BY id FOR NO KEY UPDATE),
   moved AS (
     UPDATE ledger_accounts AS wallet
        SET balance_minor = wallet.balance_minor + changes.change_minor,
            movement_count = wallet.movement_count + 1,
            last_hash = movement_hash(
              wallet.last_hash, :accountId::uuid, wallet.id, wallet.movement_count + 1, posted.id, posted.reason,
              changes.change_minor, wallet.balance_minor + changes.change_minor, posted.created_at)
       FROM locked JOIN changes USING (id) CROSS JOIN posted
      WHERE wallet.account_id = :accountId::uuid AND wallet.id = locked.id
     RETURNING wallet.id, changes.change_minor, wallet.balance_minor, wallet.movement_count, wallet.last_hash),
   movements AS (
     INSERT INTO wallet_movements (account_id, wallet_id, sequence, transaction_id, reason, change_minor,
                                   balance_after_minor, created_at, hash, search)
     SELECT :accountId::uuid, moved.id, movement_count, posted.id, posted.reason, change_minor, balance_minor,
            posted.created_at, last_hash, ${search}
       FROM moved CROSS JOIN posted)`
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
