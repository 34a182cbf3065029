import { recordAuditEvent } from '@/lib/audit/record-audit-event'
import { holdMember } from '@/lib/auth/acting-member'
import { connectionPool, database } from '@/lib/db/client'
import { inTransaction, type Transaction } from '@/lib/db/transaction'
import { type AnyDomainError, DomainError, isDomainError } from '@/lib/errors'
import { type Refusal, refusalOf } from '@/lib/http/refusals'
import { type Claim, release } from '@/lib/jobs/queue'
import { mailPayoutNotSent } from '@/lib/mail/account-mail'
import { formatMajor } from '@/lib/money/money'
import { now } from '@/lib/time/clock'
import { type Account, findAccountById, requireApproval } from '@/lib/vendors/account'
import { askApprovers, mailedRequest } from './approval-notices'
import { findMemberEmail } from './approvers'
import { payOut } from './create-payout'
import {
  type ApprovedRequest,
  dueTimeOf,
  endClaim,
  findApprovedRequest,
  payoutRequestQueue,
  type StoredRequest,
} from './payout-request'

/**
 * Makes the payout of a claimed request, or notes why it was refused. The payout's intent and the request's end are one
 * transaction under the request's lease: whatever dies, and however many workers try, it has one payout or none. A
 * request that was canceled or changed meanwhile has lost its lease, and the intent is undone.
 */
export async function payRequest(claim: Claim): Promise<void> {
  const { tenantId: accountId, id } = claim
  const [request] = await findApprovedRequest(connectionPool(), { accountId, id })
  if (!request) return
  const account = await findAccountById(database(), accountId)
  const dueAt = request.batchId === null ? dueTimeOf(account.zone, request.day) : now()
  if (dueAt > now()) {
    // The vendor has moved to a time zone where the day begins later.
    await release(connectionPool(), payoutRequestQueue, claim, dueAt)
    return
  }
  try {
    requirePayouts(account)
    // A vendor who revokes a key expects it to move nothing any more.
    if (request.isKeyRevoked) throw new DomainError('payout_key_revoked')
    await payUnderLease(account, request, claim)
  } catch (error) {
    if (error instanceof LostLease) return
    if (!(error instanceof DomainError)) throw error
    // Since it was scheduled, the threshold was set or lowered. A row of a batch is confirmed again instead.
    const needsApproval = isScheduled(request) && isDomainError(error, 'payout_needs_approval')
    if (needsApproval && (await letWait(account, request, claim))) return
    await refuse(account, request, claim, refusalOf(reasonOf(error as AnyDomainError)))
  }
}

/** Its recipient was there when it was requested, and nothing is deleted: it was archived since. */
function reasonOf(error: AnyDomainError): AnyDomainError {
  const isGone = isDomainError(error, 'customer_not_found') || isDomainError(error, 'bank_account_not_found')
  return isGone ? new DomainError('payout_recipient_archived') : error
}

/** No row of a batch: a person has requested it. */
function isScheduled(request: ApprovedRequest): request is ApprovedRequest & StoredRequest {
  return request.batchId === null
}

class LostLease extends Error {}

/** Throws where a request for a payout is refused as it comes in. */
function requirePayouts(account: Account): void {
  if (account.isBanned) throw new DomainError('vendor_banned')
  requireApproval(account)
}

async function payUnderLease(account: Account, request: ApprovedRequest, claim: Claim): Promise<void> {
  const { id: payoutRequestId, customerId, bankAccountId, amountMinor, requestId } = request
  const { keyName, requestedById: memberId, requestedByName: memberName } = request
  const metadata = withReference(request)
  const order = { customerId, bankAccountId, amountMinor, metadata, payoutRequestId }
  // A change of the request ends its lease, and with it what was approved.
  const approval = request.decidedById === null ? {} : { approve: async () => {} }
  const onRequested = async (tx: Transaction, payoutId: string) => {
    if (!(await endClaim(tx, claim, { status: 'SENT' }))) throw new LostLease()
    await recordAuditEvent(tx, {
      vendorId: account.vendorId,
      accountId: account.id,
      member: memberId === null ? undefined : { id: memberId, name: memberName ?? '' },
      action: 'payout.requested',
      subjectId: payoutId,
      detail: `${formatMajor(amountMinor, 'USD')} USD, ${wayOf(request)}${keyName === null ? '' : `, by the API key “${keyName}”`}`,
    })
  }
  await payOut(account, order, { claim: null, requestId }, { ...approval, onRequested })
}

/** JSON text: the metadata of the request, with the reference of a row. */
function withReference({ metadata, reference }: ApprovedRequest): string | null {
  return reference === null ? metadata : JSON.stringify({ ...JSON.parse(metadata ?? '{}'), reference })
}

function wayOf({ batchId, seriesId, isSwept }: ApprovedRequest): string {
  if (batchId) return 'in a batch'
  if (isSwept) return 'as an automatic withdrawal'
  return seriesId ? 'from a recurring payout' : 'as scheduled'
}

/**
 * Lets a scheduled payout wait for a second person from now on. False if the first one has left the team, so that nobody
 * is the second.
 */
async function letWait(account: Account, request: StoredRequest, claim: Claim): Promise<boolean> {
  const { vendorId } = account
  return inTransaction(async (tx) => {
    const [scheduler] = await holdMember(tx, { vendorId, memberId: request.requestedById })
    if (!scheduler) return false
    const isWaiting = await endClaim(tx, claim, { status: 'WAITING' })
    if (isWaiting) await askApprovers(tx, vendorId, scheduler.id, await mailedRequest(tx, request))
    return true
  })
}

/** Nobody watches a scheduled payout, so its refusal is mailed. */
async function refuse(
  { vendorId }: Account,
  request: ApprovedRequest,
  claim: Claim,
  refusal: Refusal,
): Promise<void> {
  await inTransaction(async (tx) => {
    if (!(await endClaim(tx, claim, { status: 'REFUSED', refusal })) || !isScheduled(request)) return
    const [scheduler] = await findMemberEmail(tx, { vendorId, memberId: request.requestedById })
    await mailPayoutNotSent(tx, {
      accountId: claim.tenantId,
      customerId: request.customerId,
      // Each refusal is a cause of its own: the payout may be scheduled again.
      reference: `${claim.id}:${claim.attemptCount}`,
      scheduledBy: scheduler?.email ?? null,
      amountMinor: request.amountMinor,
      reason: refusal.message,
    })
  })
}
