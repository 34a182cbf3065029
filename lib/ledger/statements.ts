import type { LedgerAccountKind } from '@/lib/db/generated/enums'
import { statement } from '@/lib/db/statement'

/** The result of a statement: the entries it wrote, and the id and change of each wallet to move, in id order. */
type Written = { entries: number; moves: [walletId: string, changeMinor: string][] | null }

/** The result of a statement whose CTE `entries` returns the entries that it inserted for account $1. */
const WRITTEN = `
  SELECT (SELECT count(*) FROM entries)::int AS entries,
         (SELECT json_agg(json_build_array(id, change_minor::text) ORDER BY id)
            FROM (SELECT wallet.id, sum(side.change_minor) AS change_minor
                    FROM entries
                   CROSS JOIN LATERAL (VALUES (source_id, -amount_minor), (destination_id, amount_minor))
                      AS side (id, change_minor)
                    JOIN ledger_accounts AS wallet ON wallet.account_id = $1::uuid AND wallet.id = side.id
                   WHERE wallet.balance_minor IS NOT NULL
                   GROUP BY wallet.id
                  HAVING sum(side.change_minor) <> 0) AS moved) AS moves`

/**
 * Inserts a ledger transaction with its entries, whose ledger accounts are given by kind and owner. Writes
 * nothing if one of the accounts does not exist yet. Moves no wallet.
 */
export const writePosting = statement<
  [
    accountId: string,
    id: string,
    reason: string,
    referenceId: string,
    note: string | null,
    createdAt: Date,
    currency: string,
    sourceKinds: LedgerAccountKind[],
    sourceOwners: string[],
    destinationKinds: LedgerAccountKind[],
    destinationOwners: string[],
    amountsMinor: bigint[],
  ],
  Written
>(
  'write_posting',
  `WITH given AS (
     SELECT source.id AS source_id, destination.id AS destination_id, posting.amount_minor, posting.position
       FROM unnest($8::text[]::ledger_account_kind[], $9::uuid[],
                   $10::text[]::ledger_account_kind[], $11::uuid[], $12::bigint[])
            WITH ORDINALITY AS posting (source_kind, source_owner, destination_kind, destination_owner,
                                        amount_minor, position)
       JOIN ledger_accounts AS source
         ON source.account_id = $1::uuid AND source.kind = posting.source_kind
        AND source.currency = $7::char(3) AND source.owner_id = posting.source_owner
       JOIN ledger_accounts AS destination
         ON destination.account_id = $1::uuid AND destination.kind = posting.destination_kind
        AND destination.currency = $7::char(3) AND destination.owner_id = posting.destination_owner),
   posted AS (
     INSERT INTO ledger_transactions (account_id, id, reason, reference_id, note, created_at)
     SELECT $1::uuid, $2::uuid, $3::text, $4::uuid, $5::text, $6::timestamptz
      WHERE (SELECT count(*) FROM given) = cardinality($12::bigint[])
     RETURNING id),
   entries AS (
     INSERT INTO ledger_entries (account_id, transaction_id, position, source_id, destination_id,
                                 amount_minor, currency)
     SELECT $1::uuid, posted.id, position, source_id, destination_id, amount_minor, $7::char(3)
       FROM posted CROSS JOIN given
     RETURNING source_id, destination_id, amount_minor)
   ${WRITTEN}`,
)

/**
 * Inserts the mirror image of an earlier transaction: its entries reversed, in the opposite order, and the
 * id of the reversed one, which a unique key admits once. Writes nothing if there is none. Moves no wallet.
 */
export const writeReversal = statement<
  [accountId: string, id: string, reason: string, referenceId: string, createdAt: Date, reversed: string],
  Written
>(
  'write_reversal',
  `WITH original AS (
     SELECT id FROM ledger_transactions
      WHERE account_id = $1::uuid AND reference_id = $4::uuid AND reason = $6::text),
   posted AS (
     INSERT INTO ledger_transactions (account_id, id, reason, reference_id, reverses_id, created_at)
     SELECT $1::uuid, $2::uuid, $3::text, $4::uuid, original.id, $5::timestamptz FROM original
     RETURNING id, reverses_id),
   entries AS (
     INSERT INTO ledger_entries (account_id, transaction_id, position, source_id, destination_id,
                                 amount_minor, currency)
     SELECT $1::uuid, posted.id, row_number() OVER (ORDER BY entry.position DESC),
            entry.destination_id, entry.source_id, entry.amount_minor, entry.currency
       FROM posted
       JOIN ledger_entries AS entry
         ON entry.account_id = $1::uuid AND entry.transaction_id = posted.reverses_id
     RETURNING source_id, destination_id, amount_minor)
   ${WRITTEN}`,
)

/**
 * Creates ledger accounts for their first posting, in an order that is the same for everyone, so that two
 * first postings don't deadlock. One that exists by now stays as it is.
 */
export const addLedgerAccounts = statement<
  [
    accountId: string,
    currency: string,
    createdAt: Date,
    ids: string[],
    kinds: LedgerAccountKind[],
    owners: string[],
    balancesMinor: (bigint | null)[],
  ],
  object
>(
  'add_ledger_accounts',
  `INSERT INTO ledger_accounts (account_id, id, kind, currency, owner_id, balance_minor, created_at)
   SELECT $1::uuid, added.id, added.kind, $2, added.owner_id, added.balance_minor, $3::timestamptz
     FROM unnest($4::uuid[], $5::text[]::ledger_account_kind[], $6::uuid[], $7::bigint[])
          AS added (id, kind, owner_id, balance_minor)
    ORDER BY added.kind, added.owner_id
   ON CONFLICT DO NOTHING`,
)

/**
 * Changes a wallet's balance and writes the line of its statement while the row is locked. Changes nothing,
 * and returns no row, if the balance would go below zero.
 */
export const moveWallet = statement<
  [
    accountId: string,
    walletId: string,
    changeMinor: bigint,
    transactionId: string,
    reason: string,
    createdAt: Date,
  ],
  object
>(
  'move_wallet',
  `WITH moved AS (
     UPDATE ledger_accounts
        SET balance_minor = balance_minor + $3::bigint, movement_count = movement_count + 1
      WHERE account_id = $1::uuid AND id = $2::uuid AND balance_minor + $3::bigint >= 0
     RETURNING balance_minor, movement_count)
   INSERT INTO wallet_movements (account_id, wallet_id, sequence, transaction_id, reason, change_minor,
                                 balance_after_minor, created_at)
   SELECT $1::uuid, $2::uuid, movement_count, $4::uuid, $5::text, $3::bigint, balance_minor,
          $6::timestamptz
     FROM moved
   RETURNING sequence`,
)
