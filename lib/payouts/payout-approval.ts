import assert from 'node:assert/strict'
import { type AuditAction, type ByMember, recordAuditEvent } from '@/lib/audit/record-audit-event'
import { holdActor } from '@/lib/auth/acting-member'
import { requireConfirmedAccount } from '@/lib/bank-accounts/bank-account'
import { lockAccountFor } from '@/lib/db/account-lock'
import { connectionPool } from '@/lib/db/client'
import { statement } from '@/lib/db/statement'
import { inTransaction, type Transaction } from '@/lib/db/transaction'
import { DomainError, isDomainError } from '@/lib/errors'
import { type Commit, noteCreated } from '@/lib/http/idempotency'
import { refuseInput } from '@/lib/http/refusals'
import { isId } from '@/lib/ids'
import { formatMajor } from '@/lib/money/money'
import { now } from '@/lib/time/clock'
import { DAY_MS } from '@/lib/time/units'
import type { Account } from '@/lib/vendors/account'
import { askApprovers, mailedRequest, tellRequester } from './approval-notices'
import { approvalStatusNow } from './approval-status'
import { holdApprover, requireSecondPerson } from './approvers'
import type { PayoutOrder } from './create-payout'
import { payOut } from './create-payout'
import type { PayoutRecord } from './payout'
import {
  addRequest,
  decideOnRequests,
  expireRequest,
  findExpiredRequests,
  findRequest,
  lockRequest,
  type StoredRequest,
  withId,
} from './payout-request'
import { findPayoutOfRequest } from './statements'

/*
 * Large payouts need two people (docs/decisions/0055-payouts-by-two-people.md). What one asks for waits here, moves no
 * money and reserves none; what another approves is made as any payout is, in the transaction of the approval.
 */

/** A payout waits for a second person for this long. */
const WAITS_MS = 7 * DAY_MS
/** Payouts of one account that may wait at once: each is mailed to everybody who may approve it. */
const MAX_WAITING = 100

/**
 * Pays out or, from the vendor's threshold on, asks for a second person. Under an idempotency key whose first request
 * died, it answers what that one did. Throws `bank_account_unconfirmed`, what `payOut` does, but for
 * `payout_needs_approval`, and refuses one more request than may wait.
 */
export async function createPayoutOrRequestApproval(
  account: Account,
  order: PayoutOrder,
  commit: Commit,
  by: ByMember,
): Promise<{ payout: PayoutRecord } | { approvalId: string }> {
  const created = commit.claim?.resourceId
  if (created && (await isApproval(account.id, created))) return { approvalId: created }
  if (!created) await requireConfirmedAccount(connectionPool(), account.id, order.bankAccountId)
  try {
    const payout = await payOut(account, order, commit, {
      onRequested: (tx, subjectId) =>
        record(tx, account.id, by, { action: 'payout.requested', subjectId, detail: inWords(order) }),
    })
    return { payout }
  } catch (error) {
    // Its other checks have passed, but for the balance and the day's limit, which count when it is made.
    if (!isDomainError(error, 'payout_needs_approval')) throw error
    return { approvalId: await requestApproval(account, order, commit, by) }
  }
}

/** True if an id is that of a payout's approval rather than of a payout. */
export async function isApproval(accountId: string, id: string): Promise<boolean> {
  return (await findRequest(connectionPool(), { accountId, id, kind: 'immediate' })).length === 1
}

/** Keeps the request for a second person, and mails everybody who may approve it. Returns its id. */
async function requestApproval(
  account: Account,
  order: PayoutOrder,
  { claim, requestId }: Commit,
  by: ByMember,
): Promise<string> {
  return inTransaction(async (tx) => {
    // A person who is removed meanwhile has asked for nothing, or the removal cancels the request.
    await holdActor(tx, by, 'payouts.write')
    await lockAccountFor(tx, 'payout requests', account.id)
    const [waiting] = await countWaiting(tx, { accountId: account.id, at: now() })
    if ((waiting?.count ?? 0) >= MAX_WAITING) {
      refuseInput(`${MAX_WAITING} payouts wait for approval already. Decide on one of them first`)
    }
    const expiresAt = new Date(now().getTime() + WAITS_MS)
    const { member } = by
    const request = await addRequest(
      tx,
      account,
      { ...order, kind: 'immediate', expiresAt },
      { member, requestId },
    )
    if (claim) await noteCreated(tx, claim, request.id)
    await record(tx, account.id, by, {
      action: 'payout.approval_requested',
      subjectId: request.id,
      detail: inWords(order),
    })
    await askApprovers(tx, by.vendorId, by.member.id, await mailedRequest(tx, request))
    return request.id
  })
}

/** Counts the account's immediate payouts that wait for a second person. */
const countWaiting = statement<{ accountId: string; at: Date }, { count: number }>(
  'count_waiting_payout_approvals',
  `SELECT count(*)::int AS count FROM payout_requests
    WHERE account_id = :accountId::uuid AND kind = 'immediate' AND status = 'WAITING' AND expires_at > :at::timestamptz`,
)

/** Throws `payout_approval_not_found` for an unknown id, another account's, or an invalid one. */
async function findApproval(accountId: string, id: string): Promise<StoredRequest> {
  const [request] = isId(id) ? await findRequest(connectionPool(), { accountId, id, kind: 'immediate' }) : []
  if (!request) throw new DomainError('payout_approval_not_found')
  return request
}

/**
 * Approves a payout that somebody else asked for, and makes it: both in one transaction, so that a kill or a race
 * leaves one payout or none. Then calls the provider. Approving again what the same person has approved makes no other
 * payout.
 *
 * Throws `payout_approval_not_found`, `role_not_allowed` if the person's role was taken meanwhile, `approver_too_new`,
 * `payout_approval_over`, `payout_approval_own`, and whatever `payOut` throws. Then nothing has
 * happened, and the request still waits.
 */
export async function approvePayoutRequest(
  account: Account,
  id: string,
  by: ByMember,
  requestId: string,
): Promise<PayoutRecord> {
  const request = await findApproval(account.id, id)
  // The answer was lost, or the request died after its commit.
  if (request.status === 'SENT' && request.decidedById === by.member.id) {
    const [payout] = await findPayoutOfRequest(connectionPool(), {
      accountId: account.id,
      payoutRequestId: id,
    })
    assert(payout, 'it was made as it was approved')
    return payout
  }
  const { customerId, bankAccountId, amountMinor, metadata } = request
  const order = { customerId, bankAccountId, amountMinor, metadata, payoutRequestId: id }
  const approver = { vendorId: account.vendorId, member: by.member }
  return payOut(
    account,
    order,
    { claim: null, requestId },
    {
      approve: async (tx) => {
        await holdApprover(tx, approver)
        const { requestedById } = await lockWaiting(tx, request)
        await requireSecondPerson(tx, approver, [requestedById])
      },
      onRequested: async (tx, payoutId) => {
        await decide(tx, request, by, { status: 'SENT' })
        const detail = `${inWords(request)}, requested by ${request.requestedByName}`
        await record(tx, account.id, by, { action: 'payout.approved', subjectId: payoutId, detail })
      },
    },
  )
}

/**
 * Rejects a payout that somebody else asked for. Throws `payout_approval_not_found`, `role_not_allowed`,
 * `payout_approval_over`, `payout_approval_own`.
 */
export async function rejectPayoutRequest(
  accountId: string,
  id: string,
  by: ByMember,
  reason: string | null,
): Promise<void> {
  const request = await findApproval(accountId, id)
  await inTransaction(async (tx) => {
    await holdActor(tx, by, 'payouts.write')
    const { requestedById } = await lockWaiting(tx, request)
    await requireSecondPerson(tx, by, [requestedById])
    await decide(tx, request, by, { status: 'REJECTED', reason })
    const detail = [`${inWords(request)}, requested by ${request.requestedByName}`, reason]
      .filter(Boolean)
      .join(': ')
    await record(tx, accountId, by, { action: 'payout.rejected', subjectId: id, detail })
  })
}

/**
 * Takes back a payout that the person asked for. Throws `payout_approval_not_found`, `role_not_allowed`,
 * `payout_approval_over`, `payout_approval_of_another`.
 */
export async function cancelApproval(accountId: string, id: string, by: ByMember): Promise<void> {
  const request = await findApproval(accountId, id)
  await inTransaction(async (tx) => {
    await holdActor(tx, by, 'payouts.write')
    const { requestedById } = await lockWaiting(tx, request)
    if (requestedById !== by.member.id) throw new DomainError('payout_approval_of_another')
    await decide(tx, request, by, { status: 'CANCELED' })
    const detail = inWords(request)
    await record(tx, accountId, by, { action: 'payout.approval_canceled', subjectId: id, detail })
  })
}

const EXPIRED_AT_ONCE = 100

/** Ends the wait of payouts that nobody decided on in time, and tells who asked for them. */
export async function expireWaitingPayouts(): Promise<void> {
  const rows = await findExpiredRequests(connectionPool(), { at: now(), limit: EXPIRED_AT_ONCE })
  for (const { accountId, id, vendorId } of rows) {
    await inTransaction(async (tx) => {
      const [expired] = await expireRequest(tx, { accountId, id, at: now() })
      if (!expired) return
      await recordAuditEvent(tx, {
        vendorId,
        accountId,
        action: 'payout.approval_expired',
        subjectId: id,
        detail: `${inWords(expired)}, requested by ${expired.requestedByName}`,
      })
      const over = { status: 'EXPIRED', decidedByName: null, reason: null } as const
      await tellRequester(tx, vendorId, expired.requestedById, {
        ...(await mailedRequest(tx, expired)),
        ...over,
      })
    })
  }
}

/**
 * Makes sure that the payout still waits until the transaction is over. The person who decides is held before it: a
 * removal locks the member first, and what it asked for then.
 */
async function lockWaiting(tx: Transaction, { accountId, id }: StoredRequest): Promise<StoredRequest> {
  const [request] = await lockRequest(tx, { accountId, id, kind: 'immediate' })
  assert(request, 'the payout exists')
  const status = approvalStatusNow(request)
  if (status !== 'WAITING') throw new DomainError('payout_approval_over', { outcome: OUTCOMES[status] })
  return request
}

const OUTCOMES = {
  APPROVED: 'approved',
  REJECTED: 'rejected',
  CANCELED: 'canceled',
  EXPIRED: 'expired',
} as const

async function decide(
  tx: Transaction,
  request: StoredRequest,
  { vendorId, member }: ByMember,
  { status, reason = null }: { status: 'SENT' | 'REJECTED' | 'CANCELED'; reason?: string | null },
): Promise<void> {
  const [decided] = await decideOnRequests(tx, withId(request), { status, by: member, reason })
  assert(decided, 'it waited under a lock')
  if (status === 'CANCELED') return
  await tellRequester(tx, vendorId, decided.requestedById, {
    ...(await mailedRequest(tx, decided)),
    status: status === 'REJECTED' ? 'REJECTED' : 'APPROVED',
    decidedByName: member.name,
    reason,
  })
}

function record(
  tx: Transaction,
  accountId: string,
  by: ByMember,
  event: { action: AuditAction; subjectId: string; detail: string },
): Promise<void> {
  return recordAuditEvent(tx, { ...by, ...event, accountId })
}

function inWords({ amountMinor }: { amountMinor: bigint }): string {
  return `${formatMajor(amountMinor, 'USD')} USD`
}
