import { BANK_ACCOUNT_COLUMNS, type StoredBankAccount } from '@/lib/bank-accounts/statements'
import type { PayoutStatus } from '@/lib/db/generated/enums'
import { statement } from '@/lib/db/statement'
import { wakingJob } from '@/lib/jobs/queue'

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
  providerTransferId: string | null
  providerTransferStatus: string | null
  failureCode: string | null
  failureDetail: string | null
  leaseUntil: Date | null
  nextAttemptAt: Date | null
  attemptCount: number
  createdAt: Date
  settledAt: Date | null
}

const COLUMNS = `
  payouts.account_id AS "accountId", payouts.id, payouts.customer_id AS "customerId",
  payouts.bank_account_id AS "bankAccountId", payouts.amount_minor AS "amountMinor", payouts.currency,
  payouts.status, payouts.provider, payouts.provider_account AS "providerAccount",
  payouts.provider_transfer_id AS "providerTransferId",
  payouts.provider_transfer_status AS "providerTransferStatus", payouts.failure_code AS "failureCode",
  payouts.failure_detail AS "failureDetail", payouts.lease_until AS "leaseUntil",
  payouts.next_attempt_at AS "nextAttemptAt", payouts.attempt_count AS "attemptCount",
  payouts.created_at AS "createdAt", payouts.settled_at AS "settledAt"`

/** One payout of the account. */
export const findPayoutRow = statement<[accountId: string, payoutId: string], StoredPayout>(
  'find_payout',
  `SELECT ${COLUMNS} FROM payouts WHERE account_id = $1::uuid AND id = $2::uuid`,
)

/** Locks a payout until the end of the transaction and reads what it is then. */
export const lockPayoutRow = statement<[accountId: string, payoutId: string], StoredPayout>(
  'lock_payout',
  `SELECT ${COLUMNS} FROM payouts WHERE account_id = $1::uuid AND id = $2::uuid FOR UPDATE`,
)

/** The parts of a payout that the provider gets, with its bank account and the lease of its request. */
export const findPayoutToSend = statement<
  [accountId: string, payoutId: string],
  StoredBankAccount & { amountMinor: bigint; currency: string; leaseUntil: Date | null }
>(
  'find_payout_to_send',
  `SELECT payouts.amount_minor AS "amountMinor", payouts.currency, payouts.lease_until AS "leaseUntil",
          ${BANK_ACCOUNT_COLUMNS}
     FROM payouts
     JOIN bank_accounts AS account
       ON account.account_id = payouts.account_id AND account.id = payouts.bank_account_id
    WHERE payouts.account_id = $1::uuid AND payouts.id = $2::uuid`,
)

/** A customer, and its bank account with the given id if there is one: without it, one row without an id. */
export const findRecipient = statement<
  [accountId: string, customerId: string, bankAccountId: string | null],
  { customerId: string; bankAccountId: string | null }
>(
  'find_recipient',
  `SELECT customers.id AS "customerId", bank_accounts.id AS "bankAccountId"
     FROM customers
     LEFT JOIN bank_accounts
       ON bank_accounts.account_id = customers.account_id AND bank_accounts.customer_id = customers.id
      AND bank_accounts.id = $3::uuid
    WHERE customers.account_id = $1::uuid AND customers.id = $2::uuid`,
)

/**
 * Adds a payout to a customer's bank account under a lease, and the job that asks about it when the lease has
 * expired. Adds nothing, and returns no row, if the account has no such customer with such a bank account.
 */
export const addPayout = statement<
  [
    accountId: string,
    id: string,
    customerId: string,
    bankAccountId: string,
    amountMinor: bigint,
    currency: string,
    provider: string,
    providerAccount: string,
    leaseUntil: Date,
    createdAt: Date,
    job: string,
  ],
  object
>(
  'add_payout',
  `WITH payout AS (
     INSERT INTO payouts (account_id, id, customer_id, bank_account_id, amount_minor, currency, provider,
                          provider_account, lease_until, next_attempt_at, created_at)
     SELECT account_id, $2::uuid, customer_id, id, $5::bigint, $6, $7, $8, $9::timestamptz, $9::timestamptz,
            $10::timestamptz
       FROM bank_accounts
      WHERE account_id = $1::uuid AND customer_id = $3::uuid AND id = $4::uuid
     RETURNING account_id::text, id::text, next_attempt_at)
   SELECT (${wakingJob({ job: '$11::text', tenantId: 'account_id', id: 'id', runAt: 'next_attempt_at' })}).id::text AS job
     FROM payout`,
)

/**
 * Books a delivery on a payout that is not settled yet: its lease ends, no matter who holds it, and the next
 * check is due at the given time, or earlier if somebody asked for that during the lease. Returns the payout
 * as it then is, or no row if it was settled before.
 */
export const deliverPayout = statement<
  [
    accountId: string,
    payoutId: string,
    settledAt: Date,
    transferId: string,
    transferStatus: string,
    nextAttemptAt: Date | null,
    job: string,
  ],
  StoredPayout
>(
  'deliver_payout',
  `WITH payout AS (
     UPDATE payouts
        SET status = 'PAID', settled_at = $3::timestamptz, provider_transfer_id = $4,
            provider_transfer_status = $5, lease_until = NULL, attempt_count = attempt_count + 1,
            next_attempt_at = CASE WHEN next_attempt_at <> lease_until
                                   THEN least(next_attempt_at, $6::timestamptz) ELSE $6::timestamptz END
      WHERE account_id = $1::uuid AND id = $2::uuid AND status = 'PROCESSING'
     RETURNING ${COLUMNS}),
   woken AS (
     SELECT "accountId"::text AS tenant_id, id::text AS id, "nextAttemptAt" AS run_at FROM payout)
   SELECT payout.*,
          CASE WHEN run_at IS NOT NULL THEN
            (${wakingJob({ job: '$7::text', tenantId: 'tenant_id', id: 'woken.id', runAt: 'run_at' })}).id::text
          END AS job
     FROM payout CROSS JOIN woken`,
)
