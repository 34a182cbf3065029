import type { LedgerAccountKind } from '@/lib/db/generated/enums'
import { positionedCte, rowsOfAccount, statement } from '@/lib/db/statement'
import { movedCtes, postedCtes, postingsCte, textOfCause } from './posting-sql'

type Written = { entries: number }

/**
 * Posts a ledger transaction: its entries, whose ledger accounts are given by kind and owner, and the wallets'
 * balances with them; all of it or, on an error, nothing. Writes nothing if one of the accounts does not exist
 * yet.
 */
export const writePosting = statement<
  {
    accountId: string
    id: string
    reason: string
    referenceId: string
    note: string | null
    createdAt: Date
    currency: string
    sourceKinds: LedgerAccountKind[]
    sourceOwners: string[]
    destinationKinds: LedgerAccountKind[]
    destinationOwners: string[]
    amountsMinor: bigint[]
    noteWords: string
  },
  Written
>(
  'write_posting',
  `WITH ${postingsCte(
    `SELECT :id::uuid, :currency::char(3), * FROM unnest(:sourceKinds::text[]::ledger_account_kind[], :sourceOwners::uuid[],
                          :destinationKinds::text[]::ledger_account_kind[], :destinationOwners::uuid[], :amountsMinor::bigint[]) WITH ORDINALITY`,
  )},
   ${postedCtes({
     id: ':id',
     reason: ':reason',
     referenceId: ':referenceId',
     note: ':note',
     createdAt: ':createdAt',
     from: 'WHERE (SELECT count(*) FROM postings) = cardinality(:amountsMinor::bigint[])',
   })},
   ${movedCtes(textOfCause(':referenceId', ':noteWords::text'))}
   SELECT count(*)::int AS entries FROM entries`,
)

/**
 * Posts the mirror image of an earlier transaction: its entries reversed, in the opposite order, with the id
 * of the reversed one, which a unique key admits once. Writes nothing if there is none.
 */
export const writeReversal = statement<
  { accountId: string; id: string; reason: string; referenceId: string; createdAt: Date; reversed: string },
  Written
>(
  'write_reversal',
  `WITH original AS (
     SELECT id FROM ledger_transactions
      WHERE account_id = :accountId::uuid AND reference_id = :referenceId::uuid AND reason = :reversed::text),
   ${positionedCte({
     name: 'posted',
     insert: 'INSERT INTO ledger_transactions',
     sequence: 'ledger_transactions_position_seq',
     columns: 'id, reason, reference_id, reverses_id, created_at',
     select:
       'SELECT :id::uuid, :reason::text, :referenceId::uuid, original.id, :createdAt::timestamptz FROM original',
     returning: 'id, reverses_id, reference_id, reason, created_at',
   })},
   entries AS (
     INSERT INTO ledger_entries AS saved (account_id, transaction_id, position, source_id, destination_id,
                                 amount_minor, currency)
     ${rowsOfAccount(`
       SELECT posted.id, row_number() OVER (ORDER BY entry.position DESC), entry.destination_id, entry.source_id,
              entry.amount_minor, entry.currency
         FROM posted
         JOIN ledger_entries AS entry
           ON entry.account_id = :accountId::uuid AND entry.transaction_id = posted.reverses_id`)}
     RETURNING transaction_id, source_id, destination_id, amount_minor),
   ${movedCtes(textOfCause(':referenceId'))}
   SELECT count(*)::int AS entries FROM entries`,
)

/**
 * Creates ledger accounts for their first posting, in an order that is the same for everyone, so that two
 * first postings don't deadlock. One that exists by now stays as it is.
 */
export const addLedgerAccounts = statement<
  {
    accountId: string
    currency: string
    createdAt: Date
    ids: string[]
    kinds: LedgerAccountKind[]
    owners: string[]
    balancesMinor: (bigint | null)[]
  },
  object
>(
  'add_ledger_accounts',
  `INSERT INTO ledger_accounts (account_id, id, kind, currency, owner_id, balance_minor, created_at)
   ${rowsOfAccount(`
     SELECT missing.id, kind, :currency::char(3), owner_id, balance_minor, :createdAt::timestamptz
       FROM unnest(:ids::uuid[], :kinds::text[]::ledger_account_kind[], :owners::uuid[], :balancesMinor::bigint[])
            AS missing (id, kind, owner_id, balance_minor)
      ORDER BY kind, owner_id`)}
   ON CONFLICT DO NOTHING`,
)
