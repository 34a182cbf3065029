import assert from 'node:assert/strict'
import { type ActingMember, recordAuditEvent } from '@/lib/audit/record-audit-event'
import { connectionPool, database, sql } from '@/lib/db/client'
import { type Runner, statement } from '@/lib/db/statement'
import { inDriverTransaction } from '@/lib/db/transaction'
import { type AnyDomainError, DomainError, isDomainError } from '@/lib/errors'
import { type Refusal, refusalOf } from '@/lib/http/refusals'
import { type Claim, complete, type LeasedQueue } from '@/lib/jobs/queue'
import { mailPayoutNotSent } from '@/lib/mail/account-mail'
import { type MailedApproval, mailApprovalOver, mailApprovalWanted } from '@/lib/mail/approval-mail'
import { formatMajor } from '@/lib/money/money'
import { type Account, findAccountById, requireApproval } from '@/lib/vendors/account'
import { findRecipientFacts } from './approval-statements'
import { findApprovers, findMemberEmail } from './approvers'
import { makePayout } from './make-payout'

/*
 * A planned payout is confirmed now and made later by the worker: a row of a batch, or a payout that is scheduled for a
 * day. docs/decisions/0062-planned-payouts.md
 */

/** Planned payouts whose time comes. */
export const plannedPayoutQueue: LeasedQueue = {
  table: 'planned_payouts',
  tenantColumn: 'account_id',
  idColumn: 'id',
}

/** The person who confirms payouts, and the request that does it. */
export type Confirmer = { memberId: string; memberName: string; requestId: string }

/** The member who confirmed a row, or is about to. */
export function memberOf({
  memberId: id,
  memberName: name,
}: Pick<Confirmer, 'memberId' | 'memberName'>): ActingMember {
  return { id, name }
}

type DuePayout = {
  batchId: string | null
  customerId: string
  bankAccountId: string
  amountMinor: bigint
  /** Midnight in UTC; null for a row of a batch. */
  day: Date | null
  reference: string | null
  memberId: string
  memberName: string
  requestId: string | null
  isApproved: boolean
}

/**
 * Makes the payout of a claimed row, or notes why it was refused. The payout's intent and the row's end are one
 * transaction under the row's lease: whatever dies, and however many workers try, the row has one payout or none. A
 * row that was cancelled or changed meanwhile has lost its lease, and the intent is undone.
 */
export async function makePlannedPayout(claim: Claim): Promise<void> {
  const { tenantId: accountId, id } = claim
  const [due] = await findDuePayout(connectionPool(), accountId, id)
  if (!due) return
  const account = await findAccountById(database(), accountId)
  try {
    requirePayouts(account)
    await makeUnderLease(account, due, claim)
  } catch (error) {
    if (error instanceof LostLease) return
    if (!(error instanceof DomainError)) throw error
    const { day } = due
    // Since it was scheduled, the threshold was set or lowered. A row of a batch is confirmed again instead.
    if (day && isDomainError(error, 'payout_needs_approval')) await hold(account, { ...due, day }, claim)
    else await refuse(account, due, claim, refusalOf(error as AnyDomainError))
  }
}

class LostLease extends Error {}

/** Throws where a request for a payout is refused as it comes in. */
function requirePayouts(account: Account): void {
  if (account.isBanned) throw new DomainError('vendor_banned')
  requireApproval(account)
}

async function makeUnderLease(account: Account, due: DuePayout, claim: Claim): Promise<void> {
  const { customerId, bankAccountId, amountMinor, reference } = due
  const metadata = reference === null ? null : JSON.stringify({ reference })
  const request = { customerId, bankAccountId, amountMinor, metadata }
  // A change of the row ends its lease, and with it what was approved.
  const approval = due.isApproved ? { approve: async () => {} } : {}
  const onRequested = async (tx: Runner, payoutId: string) => {
    const sent = sql`status = 'SENT', payout_id = ${payoutId}::uuid`
    if (!(await complete(tx, plannedPayoutQueue, claim, sent))) throw new LostLease()
    await recordAuditEvent(tx, {
      vendorId: account.vendorId,
      accountId: account.id,
      member: memberOf(due),
      action: 'payout.requested',
      subjectId: payoutId,
      detail: `${formatMajor(amountMinor, 'USD')} USD, ${due.batchId ? 'in a batch' : 'as scheduled'}`,
    })
  }
  await makePayout(account, request, { claim: null, requestId: due.requestId }, { ...approval, onRequested })
}

/** Lets a scheduled payout wait for a second person from now on. */
async function hold(account: Account, due: DuePayout & Pick<HeldPayout, 'day'>, claim: Claim): Promise<void> {
  await inDriverTransaction(async (tx) => {
    if (!(await complete(tx, plannedPayoutQueue, claim, sql`status = 'HELD'`))) return
    await mailHeldPayout(tx, account, { ...due, id: claim.id })
  })
}

/** A scheduled payout that waits for a second person, and who scheduled it. */
export type HeldPayout = Pick<Confirmer, 'memberId' | 'memberName'> & {
  id: string
  bankAccountId: string
  /** US cents. */
  amountMinor: bigint
  day: Date
}

/** Asks everybody who may approve a scheduled payout to decide on it. */
export async function mailHeldPayout(tx: Runner, account: Account, held: HeldPayout): Promise<void> {
  const approvers = await findApprovers(tx, account.vendorId, held.memberId, held.memberName)
  await mailApprovalWanted(tx, approvers, await mailedPayout(tx, account, held))
}

/** Tells the member who scheduled a payout what somebody else has decided on it. */
export async function mailScheduler(
  tx: Runner,
  account: Account,
  held: HeldPayout,
  decision: { status: 'APPROVED' | 'REJECTED'; decidedByName: string },
): Promise<void> {
  const [member] = await findMemberEmail(tx, account.vendorId, held.memberId)
  if (!member) return
  const to = { id: held.memberId, email: member.email }
  await mailApprovalOver(tx, to, { ...(await mailedPayout(tx, account, held)), ...decision, reason: null })
}

async function mailedPayout(tx: Runner, account: Account, held: HeldPayout): Promise<MailedApproval> {
  const { id, amountMinor, day, memberName: requestedByName } = held
  const [recipient] = await findRecipientFacts(tx, account.id, held.bankAccountId)
  assert(recipient, 'a bank account is never deleted')
  return { accountId: account.id, id, amountMinor, currency: 'USD', day, requestedByName, ...recipient }
}

/** Nobody watches a scheduled payout, so its refusal is mailed. */
async function refuse(
  { vendorId }: Account,
  due: DuePayout,
  claim: Claim,
  { code, message }: Refusal,
): Promise<void> {
  const why = sql`status = 'REFUSED', refusal_code = ${code}, refusal_detail = ${message}`
  await inDriverTransaction(async (tx) => {
    if (!(await complete(tx, plannedPayoutQueue, claim, why)) || due.batchId) return
    const [scheduler] = await findMemberEmail(tx, vendorId, due.memberId)
    await mailPayoutNotSent(tx, {
      accountId: claim.tenantId,
      customerId: due.customerId,
      // Each refusal is a cause of its own: the payout may be scheduled again.
      reference: `${claim.id}:${claim.attemptCount}`,
      scheduledBy: scheduler?.email ?? null,
      amountMinor: due.amountMinor,
      reason: message,
    })
  })
}

const findDuePayout = statement<[accountId: string, id: string], DuePayout>(
  'find_due_payout',
  `SELECT batch_id AS "batchId", customer_id AS "customerId", bank_account_id AS "bankAccountId",
          amount_minor AS "amountMinor", day, reference, member_id AS "memberId", member_name AS "memberName",
          request_id AS "requestId", approved_by_id IS NOT NULL AS "isApproved"
     FROM planned_payouts
    WHERE account_id = $1::uuid AND id = $2::uuid AND status = 'WAITING'`,
)
