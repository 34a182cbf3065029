import { BANK_ACCOUNT_COLUMNS, type StoredBankAccount } from '@/lib/bank-accounts/statements'
import type { PayoutStatus } from '@/lib/db/generated/enums'
import { rowStatement, rowsOfAccount, statement } from '@/lib/db/statement'
import { eventCte } from '@/lib/events/record-event'
import { notingResources } from '@/lib/http/idempotency-statements'
import { NO_OWNER } from '@/lib/ledger/accounts'
import { movedCtes, postedCtes, postingsCte } from '@/lib/ledger/posting-sql'
import { insertMail, MAIL_COLUMNS, type MailRow, SENDER_JSON, type StoredSender } from '@/lib/mail/queue-mail'

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
  /** The claim on an idempotency key, if there is one. */
  endpoint: string | null
  key: string | null
  holder: string | null
}

type AddedPayout = StoredRecipient & {
  payoutId: string
  /** The words of the customer and the bank account. */
  recipientWords: string
  isAdded: boolean
  /** True if the ledger accounts of the posting exist. */
  hasLedgerAccounts: boolean
  /** False if the day's payouts, with those that were added, leave no room for the amount. */
  isWithinDay: boolean
  /** False if the wallet doesn't have the amount beside those that were added, or the vendor owed something. */
  isCovered: boolean
  /** False if all else was well, but the claim on the idempotency key was another's by then. */
  isHeld: boolean
}

const LIMIT_DAY = `(request."createdAt" AT TIME ZONE 'UTC')::date`

/**
 * Adds payouts to customers' bank accounts under a lease, each with its event and the posting that moves the funds from
 * the vendor's wallet through the customer's into transit, and notes each under its claim: all that fit, each counting
 * those before it in the statement for the day's limit and the balance. One that doesn't fit is refused if it is more than what
 * those that were added leave. Otherwise it counted one that was not added, and has to go again. If the claim of one that fits is
 * another's by now, none is added, and only that one is refused.
 *
 * Returns each with its recipient; no row for one whose customer and bank account the account doesn't have, or one of them is
 * archived, or the account is the vendor's own and too new. An overdraft that only shows when the wallet is locked fails
 * the statement, and so does an exceeded limit when the day's row is: two requests can't exceed it together. The day
 * comes after the wallets, which payouts of one account wait for anyway. A payout keeps its idempotency key, by which it is found for
 * good.
 */
export const addPayout = rowStatement<NewPayout, AddedPayout>(
  'add_payout',
  {
    id: 'uuid',
    customerId: 'uuid',
    bankAccountId: 'uuid',
    amountMinor: 'bigint',
    currency: 'char(3)',
    provider: 'text',
    providerAccount: 'text',
    rail: 'text',
    leaseUntil: 'timestamptz',
    createdAt: 'timestamptz',
    ledgerTransactionId: 'uuid',
    dailyLimitMinor: 'bigint',
    requestId: 'uuid',
    eventId: 'uuid',
    eventData: 'text',
    metadata: 'text',
    words: 'text',
    payoutRequestId: 'uuid',
    ownSince: 'timestamptz',
    endpoint: 'text',
    key: 'text',
    holder: 'uuid',
  },
  (request) => `
   WITH ${request},
   payable AS MATERIALIZED (
     SELECT request.id AS "payoutId", recipient.*
       FROM request
      CROSS JOIN LATERAL (
        SELECT ${RECIPIENT_COLUMNS},
               customers.name_words || customers.email_words || account.words AS "recipientWords"
          FROM bank_accounts AS account
          ${RECIPIENT_TABLES}
         WHERE account.account_id = :accountId::uuid AND account.customer_id = request."customerId"
           AND account.id = request."bankAccountId" AND account.archived_at IS NULL AND customers.archived_at IS NULL
           AND (NOT customers.is_self OR account.created_at <= request."ownSince")
        OFFSET 0) AS recipient),
   ${postingsCte(
     `SELECT "ledgerTransactionId", currency, 'credit_wallet'::ledger_account_kind, '${NO_OWNER}'::uuid,
             'customer_wallet'::ledger_account_kind, "customerId", "amountMinor", 1 FROM request
      UNION ALL
      SELECT "ledgerTransactionId", currency, 'customer_wallet', "customerId", 'payouts_in_transit', '${NO_OWNER}',
             "amountMinor", 2 FROM request`,
   )},
   sums AS MATERIALIZED (
     SELECT request.id, key, request.currency, ${LIMIT_DAY} AS day, "amountMinor" AS amount,
            EXISTS (SELECT FROM payable WHERE "payoutId" = request.id) AS is_payable,
            (SELECT count(*) FROM postings WHERE transaction_id = "ledgerTransactionId") = 2 AS has_ledger_accounts,
            "dailyLimitMinor" - coalesce((SELECT total_minor FROM payout_days
                                           WHERE account_id = :accountId::uuid AND day = ${LIMIT_DAY}), 0) AS left_today,
            sum("amountMinor") OVER (PARTITION BY ${LIMIT_DAY} ORDER BY request.id) AS sum_of_day,
            CASE WHEN NOT EXISTS (SELECT FROM ledger_accounts
                                   WHERE account_id = :accountId::uuid AND kind = 'owed_by_vendor' AND balance_minor < 0)
                 THEN source_balance_minor ELSE 0 END AS balance,
            sum("amountMinor") OVER (PARTITION BY request.currency ORDER BY request.id) AS sum
       FROM request
       LEFT JOIN postings ON transaction_id = "ledgerTransactionId" AND position = 1),
   funds AS MATERIALIZED (
     SELECT id, key, has_ledger_accounts, fits,
            amount <= left_today - coalesce(sum(amount) FILTER (WHERE fits) OVER (PARTITION BY day), 0) AS is_within_day,
            amount <= balance - coalesce(sum(amount) FILTER (WHERE fits) OVER (PARTITION BY currency), 0) AS is_covered
       FROM (SELECT *, is_payable AND has_ledger_accounts AND sum_of_day <= left_today AND sum <= balance AS fits
               FROM sums) AS sums),
   claim AS (${notingResources('request.id IN (SELECT id FROM funds WHERE fits)')}),
   verdict AS MATERIALIZED (
     SELECT (SELECT count(*) FROM claim) = count(key) FILTER (WHERE fits) AS adds FROM funds),
   payout AS (
     INSERT INTO payouts AS saved (account_id, id, customer_id, bank_account_id, amount_minor, currency, provider,
                          provider_account, rail, lease_until, next_attempt_at, created_at, limit_day, request_id,
                          idempotency_key, metadata, search, payout_request_id)
     ${rowsOfAccount(`
       SELECT request.id, request."customerId", request."bankAccountId", "amountMinor", currency, provider,
              request."providerAccount", rail, "leaseUntil", "leaseUntil", request."createdAt",
              ${LIMIT_DAY}, "requestId", key, request.metadata::jsonb, "recipientWords" || request.words, "payoutRequestId"
         FROM request JOIN payable ON "payoutId" = request.id
        WHERE request.id IN (SELECT id FROM funds WHERE fits) AND (SELECT adds FROM verdict)`)}
     RETURNING id, search),
   ${eventCte({
     id: '"eventId"',
     type: "'payout.created'",
     subjectId: 'payout.id',
     data: '"eventData"',
     requestId: '"requestId"',
     traceparent: 'traceparent',
     createdAt: '"createdAt"',
     from: 'FROM payout JOIN request USING (id)',
   })},
   ${postedCtes({
     id: '"ledgerTransactionId"',
     reason: "'payout.requested'",
     referenceId: 'payout.id',
     createdAt: '"createdAt"',
     from: 'FROM payout JOIN request USING (id)',
   })},
   ${movedCtes('(SELECT search FROM payout WHERE payout.id = lines.reference_id)')},
   counted AS (
     INSERT INTO payout_days AS counting (account_id, day, total_minor, limit_minor)
     ${rowsOfAccount(`
       SELECT ${LIMIT_DAY}, sum("amountMinor"), max("dailyLimitMinor")
         FROM payout JOIN request USING (id)
        WHERE (SELECT count(*) FROM moved) > 0
        GROUP BY ${LIMIT_DAY}`)}
     ON CONFLICT (account_id, day) DO UPDATE
       SET total_minor = counting.total_minor + excluded.total_minor, limit_minor = excluded.limit_minor)
   SELECT payable.*, has_ledger_accounts AS "hasLedgerAccounts", fits OR is_within_day OR NOT adds AS "isWithinDay",
          fits OR is_covered OR NOT adds AS "isCovered",
          request.key IS NULL OR NOT fits OR EXISTS (SELECT FROM claim WHERE claim.id = request.id) AS "isHeld",
          EXISTS (SELECT FROM payout WHERE payout.id = request.id) AS "isAdded"
     FROM payable
     JOIN funds ON funds.id = "payoutId"
     JOIN request ON request.id = "payoutId"
    CROSS JOIN verdict`,
  'payoutId',
)

/**
 * Books deliveries, each over its payout's rail, on payouts that are not settled yet, with their events, postings and mails:
 * all of one, or nothing of it. The payout's lease ends, no matter who holds it, and the next check is due at the given time, or
 * earlier if somebody asked for that during the lease. Returns each payout as it then is; no row for one that was settled before, or
 * if a ledger account of its posting does not exist yet.
 */
export const deliverPayout = rowStatement<
  {
    accountId: string
    id: string
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
  {
    id: 'uuid',
    rail: 'text',
    settledAt: 'timestamptz',
    transferId: 'text',
    transferStatus: 'text',
    nextAttemptAt: 'timestamptz',
    amountMinor: 'bigint',
    currency: 'char(3)',
    ledgerTransactionId: 'uuid',
    eventId: 'uuid',
    eventData: 'text',
    ...MAIL_COLUMNS,
  },
  (request) => `
   WITH ${request},
   ${postingsCte(
     `SELECT "ledgerTransactionId", currency, 'payouts_in_transit'::ledger_account_kind, '${NO_OWNER}'::uuid,
             'provider_clearing'::ledger_account_kind, '${NO_OWNER}'::uuid, "amountMinor", 1 FROM request`,
   )},
   payout AS (
     UPDATE payouts
        SET status = 'PAID', settled_at = delivery."settledAt", provider_transfer_id = "transferId",
            provider_transfer_status = "transferStatus", lease_until = NULL, attempt_count = attempt_count + 1,
            next_attempt_at = CASE WHEN next_attempt_at <> lease_until
                                   THEN least(next_attempt_at, delivery."nextAttemptAt") ELSE delivery."nextAttemptAt" END
       FROM request AS delivery
      WHERE payouts.account_id = :accountId::uuid AND payouts.id = ANY (ARRAY(SELECT id FROM request))
        AND payouts.id = delivery.id AND payouts.status = 'PROCESSING'
        AND payouts.rail IS NOT DISTINCT FROM delivery.rail
        AND EXISTS (SELECT FROM postings WHERE transaction_id = "ledgerTransactionId")
     RETURNING ${PAYOUT_COLUMNS}),
   ${postedCtes({
     id: '"ledgerTransactionId"',
     reason: "'payout.delivered'",
     referenceId: 'payout.id',
     createdAt: 'request."settledAt"',
     from: 'FROM payout JOIN request USING (id)',
   })},
   ${eventCte({
     id: '"eventId"',
     type: "'payout.paid'",
     subjectId: 'payout.id',
     data: '"eventData"',
     requestId: 'payout."requestId"',
     traceparent: 'traceparent',
     createdAt: 'request."settledAt"',
     from: 'FROM payout JOIN request USING (id)',
   })},
   mail AS (${insertMail({ of: 'request', from: 'FROM payout JOIN request USING (id)' })})
   SELECT * FROM payout`,
  'id',
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
