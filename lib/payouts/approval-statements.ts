import type { PayoutApprovalStatus } from '@/lib/db/generated/enums'
import { statement } from '@/lib/db/statement'

/** A payout that waits for a second person, or did. */
export type StoredApproval = {
  accountId: string
  id: string
  customerId: string
  bankAccountId: string
  amountMinor: bigint
  currency: string
  /** JSON text. */
  metadata: string | null
  status: PayoutApprovalStatus
  requestedById: string
  /** The requester's email when it asked. */
  requestedByName: string
  createdAt: Date
  expiresAt: Date
  decidedById: string | null
  decidedByName: string | null
  decidedAt: Date | null
  reason: string | null
  payoutId: string | null
}

const APPROVAL_COLUMNS = `
  account_id AS "accountId", id, customer_id AS "customerId", bank_account_id AS "bankAccountId",
  amount_minor AS "amountMinor", currency, metadata::text AS metadata, status::text AS status,
  requested_by_id AS "requestedById", requested_by_name AS "requestedByName", created_at AS "createdAt",
  expires_at AS "expiresAt", decided_by_id AS "decidedById", decided_by_name AS "decidedByName",
  decided_at AS "decidedAt", reason, payout_id AS "payoutId"`

export const findApprovalRow = statement<[accountId: string, id: string], StoredApproval>(
  'find_payout_approval',
  `SELECT ${APPROVAL_COLUMNS} FROM payout_approvals WHERE account_id = $1::uuid AND id = $2::uuid`,
)

export const lockApprovalRow = statement<[accountId: string, id: string], StoredApproval>(
  'lock_payout_approval',
  `SELECT ${APPROVAL_COLUMNS} FROM payout_approvals WHERE account_id = $1::uuid AND id = $2::uuid FOR UPDATE`,
)

export const addApproval = statement<
  [
    accountId: string,
    id: string,
    customerId: string,
    bankAccountId: string,
    amountMinor: bigint,
    currency: string,
    metadata: string | null,
    requestedById: string,
    requestedByName: string,
    createdAt: Date,
    expiresAt: Date,
  ],
  StoredApproval
>(
  'add_payout_approval',
  `INSERT INTO payout_approvals (account_id, id, customer_id, bank_account_id, amount_minor, currency, metadata,
                                 requested_by_id, requested_by_name, created_at, expires_at)
   VALUES ($1::uuid, $2::uuid, $3::uuid, $4::uuid, $5::bigint, $6::char(3), $7::jsonb, $8::uuid, $9,
           $10::timestamptz, $11::timestamptz)
   RETURNING ${APPROVAL_COLUMNS}`,
)

/** Counts the account's payouts that wait for a second person. */
export const countWaiting = statement<[accountId: string, at: Date], { count: number }>(
  'count_waiting_payout_approvals',
  `SELECT count(*)::int AS count FROM payout_approvals
    WHERE account_id = $1::uuid AND status = 'WAITING' AND expires_at > $2::timestamptz`,
)

/** Records a decision on a payout that waits. Returns no row if it doesn't wait any more. */
export const decideApproval = statement<
  [
    accountId: string,
    id: string,
    status: PayoutApprovalStatus,
    decidedById: string,
    decidedByName: string,
    decidedAt: Date,
    reason: string | null,
    payoutId: string | null,
  ],
  StoredApproval
>(
  'decide_payout_approval',
  `UPDATE payout_approvals
      SET status = $3::payout_approval_status, decided_by_id = $4::uuid, decided_by_name = $5,
          decided_at = $6::timestamptz, reason = $7, payout_id = $8::uuid
    WHERE account_id = $1::uuid AND id = $2::uuid AND status = 'WAITING'
   RETURNING ${APPROVAL_COLUMNS}`,
)

/** Ends the wait of payouts whose time is over, across all accounts. */
export const expireApprovals = statement<[at: Date, limit: number], StoredApproval & { vendorId: string }>(
  'expire_payout_approvals',
  `WITH expired AS (
     UPDATE payout_approvals SET status = 'EXPIRED', decided_at = $1::timestamptz
      WHERE (account_id, id) IN (
        SELECT account_id, id FROM payout_approvals WHERE status = 'WAITING' AND expires_at <= $1::timestamptz
         ORDER BY expires_at LIMIT $2::int FOR UPDATE SKIP LOCKED)
     RETURNING ${APPROVAL_COLUMNS})
   SELECT expired.*, accounts.vendor_id AS "vendorId"
     FROM expired JOIN accounts ON accounts.id = expired."accountId"`,
)

/** The facts of a payout for the mail about it: whom it is for, and where it goes. */
export const findRecipientFacts = statement<
  [accountId: string, bankAccountId: string],
  { customerName: string; bankName: string; accountNumberLast4: string }
>(
  'find_recipient_facts',
  `SELECT customers.name AS "customerName", bank_name AS "bankName",
          account_number_last4 AS "accountNumberLast4"
     FROM bank_accounts
     JOIN customers ON customers.account_id = bank_accounts.account_id AND customers.id = customer_id
    WHERE bank_accounts.account_id = $1::uuid AND bank_accounts.id = $2::uuid`,
)
