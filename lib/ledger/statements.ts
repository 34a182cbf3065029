import type { LedgerAccountKind } from '@/lib/db/generated/enums'
import { statement } from '@/lib/db/statement'
import { givenCte, MOVED_CTES, postedCtes } from './posting-sql'

type Written = { entries: number }

/**
 * Posts a ledger transaction: its entries, whose ledger accounts are given by kind and owner, and the wallets'
 * balances with them; all of it or, on an error, nothing. Writes nothing if one of the accounts does not exist
 * yet.
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
  `WITH ${givenCte(
    `SELECT * FROM unnest($8::text[]::ledger_account_kind[], $9::uuid[],
                          $10::text[]::ledger_account_kind[], $11::uuid[], $12::bigint[]) WITH ORDINALITY`,
    '$7',
  )},
   ${postedCtes({
     id: '$2',
     reason: '$3',
     referenceId: '$4',
     note: '$5',
     createdAt: '$6',
     currency: '$7',
     from: 'WHERE (SELECT count(*) FROM given) = cardinality($12::bigint[])',
   })},
   ${MOVED_CTES}
   SELECT count(*)::int AS entries FROM entries`,
)

/**
 * Posts the mirror image of an earlier transaction: its entries reversed, in the opposite order, with the id
 * of the reversed one, which a unique key admits once. Writes nothing if there is none.
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
     RETURNING id, reverses_id, reason, created_at),
   entries AS (
     INSERT INTO ledger_entries (account_id, transaction_id, position, source_id, destination_id,
                                 amount_minor, currency)
     SELECT $1::uuid, posted.id, row_number() OVER (ORDER BY entry.position DESC),
            entry.destination_id, entry.source_id, entry.amount_minor, entry.currency
       FROM posted
       JOIN ledger_entries AS entry
         ON entry.account_id = $1::uuid AND entry.transaction_id = posted.reverses_id
     RETURNING source_id, destination_id, amount_minor),
   ${MOVED_CTES}
   SELECT count(*)::int AS entries FROM entries`,
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
