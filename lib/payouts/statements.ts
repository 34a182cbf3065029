import { BANK_ACCOUNT_COLUMNS, type StoredBankAccount } from '@/lib/bank-accounts/statements'
import type { PayoutStatus } from '@/lib/db/generated/enums'
import { statement } from '@/lib/db/statement'
import { insertEvent } from '@/lib/events/record-event'
import { type NotedClaim, notingResource } from '@/lib/http/idempotency-statements'
import { NO_OWNER } from '@/lib/ledger/accounts'
import { movedCtes, postedCtes, postingsCte } from '@/lib/ledger/posting-sql'
import { insertMail, type MailRow, SENDER_JSON, type StoredSender } from '@/lib/mail/queue-mail'

export type StoredPayout = {
  accountId: string
  id: string
  customerId: string
  bankAccountId: string
  amountMinor: bigint
  currency: string
  status: PayoutStatus
  provider: string
  /** The provider account that the payout was created with. */
  providerAccount: string
  /** The rail of the current try; null where the provider chooses. */
  rail: string | null
  /** When that try was committed; null for the first, which was with the payout. */
  railSince: Date | null
  /** Since when it waits for the provider's balance, and nothing of its try was sent; null: it doesn't wait. */
  waitingSince: Date | null
  /** Those on which the provider refused it for certain, in the order of trying. */
  formerRails: string[]
  providerTransferId: string | null
  providerTransferStatus: string | null
  failureCode: string | null
  failureDetail: string | null
  leaseUntil: Date | null
  nextAttemptAt: Date | null
  attemptCount: number
  createdAt: Date
  settledAt: Date | null
  /** The request that created it, for the log. */
  requestId: string | null
  /** JSON text. */
  metadata: string | null
}

/** The columns of a `StoredPayout`. */
export const PAYOUT_COLUMNS = `
  payouts.account_id AS "accountId", payouts.id, payouts.customer_id AS "customerId",
  payouts.bank_account_id AS "bankAccountId", payouts.amount_minor AS "amountMinor", payouts.currency,
  payouts.status, payouts.provider, payouts.provider_account AS "providerAccount",
  payouts.rail, payouts.rail_since AS "railSince", payouts.waiting_since AS "waitingSince", payouts.former_rails AS "formerRails",
  payouts.provider_transfer_id AS "providerTransferId",
  payouts.provider_transfer_status AS "providerTransferStatus", payouts.failure_code AS "failureCode",
  payouts.failure_detail AS "failureDetail", payouts.lease_until AS "leaseUntil",
  payouts.next_attempt_at AS "nextAttemptAt", payouts.attempt_count AS "attemptCount",
  payouts.created_at AS "createdAt", payouts.settled_at AS "settledAt", payouts.request_id AS "requestId",
  payouts.metadata::text AS metadata`

/** One payout of the account. */
export const findPayoutRow = statement<{ accountId: string; payoutId: string }, StoredPayout>(
  'find_payout',
  `SELECT ${PAYOUT_COLUMNS} FROM payouts WHERE account_id = :accountId::uuid AND id = :payoutId::uuid`,
)

/** The payout of a request, the latest where earlier ones failed. */
export const findPayoutOfRequest = statement<{ accountId: string; payoutRequestId: string }, StoredPayout>(
  'find_payout_of_request',
  `SELECT ${PAYOUT_COLUMNS} FROM payouts
    WHERE account_id = :accountId::uuid AND payout_request_id = :payoutRequestId::uuid ORDER BY id DESC LIMIT 1`,
)

/** Locks a payout until the end of the transaction and reads what it is then. */
export const lockPayoutRow = statement<{ accountId: string; payoutId: string }, StoredPayout>(
  'lock_payout',
  `SELECT ${PAYOUT_COLUMNS} FROM payouts WHERE account_id = :accountId::uuid AND id = :payoutId::uuid FOR UPDATE`,
)

/** The bank account of a payout, as the provider gets it, and the facts for the mail about its delivery. */
export type StoredRecipient = StoredBankAccount & { sender: StoredSender }

const RECIPIENT_COLUMNS = `${BANK_ACCOUNT_COLUMNS}, ${SENDER_JSON} AS sender`

const RECIPIENT_TABLES = `
       JOIN customers ON customers.account_id = account.account_id AND customers.id = account.customer_id
       JOIN accounts ON accounts.id = account.account_id
       JOIN vendors ON vendors.id = accounts.vendor_id`

/** The parts of a payout that the provider gets, with its recipient and the lease of its request. */
export const findPayoutToSend = statement<
  { accountId: string; payoutId: string },
  StoredRecipient & {
    amountMinor: bigint
    currency: string
    leaseUntil: Date | null
    rail: string | null
    formerRails: string[]
    payoutMetadata: string | null
    requestId: string | null
  }
>(
  'find_payout_to_send',
  `SELECT payouts.amount_minor AS "amountMinor", payouts.currency, payouts.lease_until AS "leaseUntil",
          payouts.rail, payouts.former_rails AS "formerRails", payouts.metadata::text AS "payoutMetadata", payouts.request_id AS "requestId", ${RECIPIENT_COLUMNS}
     FROM payouts
     JOIN bank_accounts AS account
       ON account.account_id = payouts.account_id AND account.id = payouts.bank_account_id
       ${RECIPIENT_TABLES}
    WHERE payouts.account_id = :accountId::uuid AND payouts.id = :payoutId::uuid`,
)

/**
 * A customer that isn't archived, and its bank account with the given id if there is one: without it, one row without an id.
 * No account has the nil id, which stands for none: Citus plans no join on a value that is null.
 */
export const findRecipient = statement<
  { accountId: string; customerId: string; bankAccountId: string | null; ownSince: Date },
  { customerId: string; bankAccountId: string | null }
>(
  'find_recipient',
  `SELECT customers.id AS "customerId", bank_accounts.id AS "bankAccountId"
     FROM customers
     LEFT JOIN bank_accounts
       ON bank_accounts.account_id = customers.account_id AND bank_accounts.customer_id = customers.id
      AND bank_accounts.id = coalesce(:bankAccountId::uuid, '${NO_OWNER}') AND bank_accounts.archived_at IS NULL
      AND (NOT customers.is_self OR bank_accounts.created_at <= :ownSince::timestamptz)
    WHERE customers.account_id = :accountId::uuid AND customers.id = :customerId::uuid AND customers.archived_at IS NULL`,
)

type NewPayout = {
  accountId: string
  id: string
  customerId: string
  bankAccountId: string
  amountMinor: bigint
  currency: string
  provider: string
  providerAccount: string
  rail: string | null
  leaseUntil: Date
  createdAt: Date
  ledgerTransactionId: string
  dailyLimitMinor: bigint
  requestId: string | null
  eventId: string
  eventData: string
  metadata: string | null
  words: string
  payoutRequestId: string | null
  /** The vendor's own bank accounts that are newer take no withdrawal. */
  ownSince: Date
}

type AddedPayout = StoredRecipient & {
  /** The words of the customer and the bank account. */
  recipientWords: string
  isAdded: boolean
  /** True if the ledger accounts of the posting exist. */
  hasLedgerAccounts: boolean
  /** True if the day's payouts left room for the amount when the statement began. */
  isWithinDay: boolean
  /** True if the wallet had the amount, and the vendor owed nothing, when the statement began. */
  isCovered: boolean
  /** True if the claim on the idempotency key, if there is one, was the caller's. */
  isHeld: boolean
}

/**
 * Adds a payout to a customer's bank account under a lease, with its event and the posting that moves the funds from
 * the vendor's wallet through the customer's into transit: all of it, or nothing. Returns the recipient; no row if the
 * account has no such customer with such a bank account, or one of them is archived, or the account is the vendor's own and too new. An overdraft that only shows when the wallet is locked fails
 * the statement, and so does an exceeded limit when the day's row is: two requests can't exceed it together. The day
 * comes after the wallets, which payouts of one account wait for anyway. `claimNote` is the CTE `claim`, without whose row
 * nothing is added; the payout keeps its key, by which it is found for good.
 */
function addingPayout(claimNote = ''): string {
  const isPayable = `FROM payable CROSS JOIN funds WHERE has_ledger_accounts AND is_within_day AND is_covered`
  const day = `(:createdAt::timestamptz AT TIME ZONE 'UTC')::date`
  return `
   WITH payable AS (
     SELECT ${RECIPIENT_COLUMNS},
            customers.name_words || customers.email_words || account.words AS "recipientWords"
       FROM bank_accounts AS account
       ${RECIPIENT_TABLES}
      WHERE account.account_id = :accountId::uuid AND account.customer_id = :customerId::uuid AND account.id = :bankAccountId::uuid
        AND account.archived_at IS NULL AND customers.archived_at IS NULL
        AND (NOT customers.is_self OR account.created_at <= :ownSince::timestamptz)),
   ${postingsCte(
     `VALUES ('credit_wallet'::ledger_account_kind, '${NO_OWNER}'::uuid,
              'customer_wallet'::ledger_account_kind, :customerId::uuid, :amountMinor::bigint, 1),
             ('customer_wallet', :customerId::uuid, 'payouts_in_transit', '${NO_OWNER}', :amountMinor::bigint, 2)`,
     ':currency',
   )},
   funds AS (
     SELECT count(*) = 2 AS has_ledger_accounts,
            coalesce((SELECT total_minor FROM payout_days WHERE account_id = :accountId::uuid AND day = ${day}), 0)
              + :amountMinor::bigint <= :dailyLimitMinor::bigint AS is_within_day,
            coalesce(bool_or(position = 1 AND source_balance_minor >= amount_minor), false)
              AND NOT EXISTS (SELECT FROM ledger_accounts
                               WHERE account_id = :accountId::uuid AND kind = 'owed_by_vendor' AND balance_minor < 0)
              AS is_covered
       FROM postings),
   ${claimNote && `claim AS (${claimNote} AND EXISTS (SELECT ${isPayable}) RETURNING 1),`}
   payout AS (
     INSERT INTO payouts (account_id, id, customer_id, bank_account_id, amount_minor, currency, provider,
                          provider_account, rail, lease_until, next_attempt_at, created_at, limit_day, request_id,
                          idempotency_key, metadata, search, payout_request_id)
     SELECT "accountId", :id::uuid, "customerId", payable.id, :amountMinor::bigint, :currency::char(3), :provider,
            :providerAccount, :rail::text, :leaseUntil::timestamptz, :leaseUntil::timestamptz, :createdAt::timestamptz, ${day},
            :requestId::uuid, ${claimNote ? ':key::text' : 'NULL'}, :metadata::jsonb, "recipientWords" || :words::text, :payoutRequestId::uuid
       ${isPayable} ${claimNote && 'AND EXISTS (SELECT FROM claim)'}
     RETURNING id, search),
   event AS (${insertEvent({
     id: ':eventId',
     type: "'payout.created'",
     subjectId: ':id',
     data: ':eventData',
     requestId: ':requestId',
     createdAt: ':createdAt',
     from: 'FROM payout',
   })}),
   ${postedCtes({
     id: ':ledgerTransactionId',
     reason: "'payout.requested'",
     referenceId: ':id',
     createdAt: ':createdAt',
     currency: ':currency',
     from: 'FROM payout',
   })},
   ${movedCtes('(SELECT search FROM payout)')},
   counted AS (
     INSERT INTO payout_days AS counting (account_id, day, total_minor, limit_minor)
     SELECT :accountId::uuid, ${day}, :amountMinor::bigint, :dailyLimitMinor::bigint FROM payout WHERE (SELECT count(*) FROM moved) > 0
     ON CONFLICT (account_id, day) DO UPDATE
       SET total_minor = counting.total_minor + excluded.total_minor, limit_minor = excluded.limit_minor)
   SELECT payable.*, has_ledger_accounts AS "hasLedgerAccounts", is_within_day AS "isWithinDay",
          is_covered AS "isCovered", ${claimNote ? 'EXISTS (SELECT FROM claim)' : 'true'} AS "isHeld",
          EXISTS (SELECT FROM payout) AS "isAdded"
     FROM payable CROSS JOIN funds`
}

export const addPayout = statement<NewPayout, AddedPayout>('add_payout', addingPayout())

/**
 * `addPayout` under an idempotency key: notes the payout under the claim too, and adds nothing if the claim is
 * another's by now.
 */
export const addClaimedPayout = statement<NewPayout & NotedClaim, AddedPayout>(
  'add_claimed_payout',
  addingPayout(notingResource(':id')),
)

/**
 * Books a delivery, over the payout's rail, on a payout that is not settled yet, with its event, its posting and its mail: all of it, or
 * nothing. Its lease ends, no matter who holds it, and the next check is due at the given time, or earlier if somebody
 * asked for that during the lease. Returns the payout as it then is; no row if it was settled before, or if a ledger
 * account of the posting does not exist yet.
 */
export const deliverPayout = statement<
  {
    accountId: string
    payoutId: string
    rail: string | null
    settledAt: Date
    transferId: string
    transferStatus: string
    nextAttemptAt: Date | null
    amountMinor: bigint
    currency: string
    ledgerTransactionId: string
    eventId: string
    eventData: string
  } & MailRow,
  StoredPayout
>(
  'deliver_payout',
  `WITH ${postingsCte(
    `VALUES ('payouts_in_transit'::ledger_account_kind, '${NO_OWNER}'::uuid,
             'provider_clearing'::ledger_account_kind, '${NO_OWNER}'::uuid, :amountMinor::bigint, 1)`,
    ':currency',
  )},
   payout AS (
     UPDATE payouts
        SET status = 'PAID', settled_at = :settledAt::timestamptz, provider_transfer_id = :transferId,
            provider_transfer_status = :transferStatus, lease_until = NULL, attempt_count = attempt_count + 1,
            next_attempt_at = CASE WHEN next_attempt_at <> lease_until
                                   THEN least(next_attempt_at, :nextAttemptAt::timestamptz) ELSE :nextAttemptAt::timestamptz END
      WHERE account_id = :accountId::uuid AND id = :payoutId::uuid AND status = 'PROCESSING'
        AND rail IS NOT DISTINCT FROM :rail::text AND EXISTS (SELECT FROM postings)
     RETURNING ${PAYOUT_COLUMNS}),
   ${postedCtes({
     id: ':ledgerTransactionId',
     reason: "'payout.delivered'",
     referenceId: ':payoutId',
     createdAt: ':settledAt',
     currency: ':currency',
     from: 'FROM payout',
   })},
   event AS (${insertEvent({
     id: ':eventId',
     type: "'payout.paid'",
     subjectId: ':payoutId',
     data: ':eventData',
     requestId: '"requestId"',
     createdAt: ':settledAt',
     from: 'FROM payout',
   })}),
   mail AS (${insertMail({ from: 'FROM payout' })})
   SELECT * FROM payout`,
)

/** Takes a payout that has failed out of the sum of its day. */
export const uncountPayout = statement<{ accountId: string; payoutId: string }, object>(
  'uncount_payout',
  `UPDATE payout_days SET total_minor = total_minor - payouts.amount_minor
     FROM payouts
    WHERE payouts.account_id = :accountId::uuid AND payouts.id = :payoutId::uuid AND payout_days.account_id = :accountId::uuid
      AND day = limit_day`,
)

/**
 * Ends the wait of a payout whose lease the caller has: its try is about to be sent, and the provider knows the key from now on.
 * Returns a row if it still waited.
 */
export const endWaitForBalance = statement<
  { accountId: string; payoutId: string; leaseUntil: Date; at: Date },
  { ended: number }
>(
  'end_wait_for_balance',
  `UPDATE payouts SET waiting_since = NULL, rail_since = :at::timestamptz
    WHERE account_id = :accountId::uuid AND id = :payoutId::uuid AND status = 'PROCESSING'
      AND waiting_since IS NOT NULL AND lease_until = :leaseUntil::timestamptz
   RETURNING 1 AS ended`,
)
