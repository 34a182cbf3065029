import assert from 'node:assert/strict'
import {
  type ActingMember,
  type AuditAction,
  type ByMember,
  recordAuditEvent,
} from '@/lib/audit/record-audit-event'
import { lockAccountFor } from '@/lib/db/account-lock'
import { connectionPool } from '@/lib/db/client'
import type { PayoutApprovalStatus } from '@/lib/db/generated/enums'
import type { Runner } from '@/lib/db/statement'
import { inDriverTransaction } from '@/lib/db/transaction'
import { DomainError, isDomainError } from '@/lib/errors'
import { type Commit, noteCreated } from '@/lib/http/idempotency'
import { refuseInput } from '@/lib/http/refusals'
import { isId, newId } from '@/lib/ids'
import { type MailedApproval, mailApprovalOver, mailApprovalWanted } from '@/lib/mail/approval-mail'
import { formatMajor } from '@/lib/money/money'
import { now } from '@/lib/time/clock'
import type { Account } from '@/lib/vendors/account'
import {
  addApproval,
  countWaiting,
  decideApproval,
  expireApprovals,
  findApprovalRow,
  findRecipientFacts,
  lockApprovalRow,
  type StoredApproval,
} from './approval-statements'
import { findApprovers, findMemberEmail, holdApprover, isSamePerson } from './approvers'
import { makePayout } from './make-payout'
import { getPayout, type PayoutRecord } from './payout'
import type { PayoutRequest } from './request-payout'

/*
 * Large payouts take two people (docs/decisions/0055-payouts-by-two-people.md). What one asks for waits here, moves no
 * money and reserves none; what another approves is made as any payout is, in the transaction of the approval.
 */

const DAY_MS = 24 * 60 * 60 * 1000
/** A payout waits for a second person for this long. */
const WAITS_MS = 7 * DAY_MS
/** Payouts of one account that may wait at once: each is mailed to everybody who may approve it. */
const MAXIMUM_WAITING = 100

/**
 * Pays out or, from the vendor's threshold on, asks for a second person. Under an idempotency key whose first request
 * died, it answers what that one did. Throws what `makePayout` does, but for `payout_needs_approval`, and refuses one
 * more request than may wait.
 */
export async function makeOrAskFor(
  account: Account,
  request: PayoutRequest,
  commit: Commit,
  by: ByMember,
): Promise<{ payout: PayoutRecord } | { approvalId: string }> {
  const created = commit.claim?.resourceId
  if (created && (await isApproval(account.id, created))) return { approvalId: created }
  try {
    const payout = await makePayout(account, request, commit, {
      onRequested: (tx, subjectId) =>
        record(tx, { accountId: account.id }, by, {
          action: 'payout.requested',
          subjectId,
          detail: inWords(request),
        }),
    })
    return { payout }
  } catch (error) {
    // Its other checks have passed, but for the balance and the day's limit, which count when it is made.
    if (!isDomainError(error, 'payout_needs_approval')) throw error
    return { approvalId: await askForApproval(account, request, commit, by) }
  }
}

/** True if an id is that of a payout's approval rather than of a payout. */
export async function isApproval(accountId: string, id: string): Promise<boolean> {
  return (await findApprovalRow(connectionPool(), accountId, id)).length === 1
}

/** Keeps the request for a second person, and mails everybody who may approve it. */
async function askForApproval(
  account: Account,
  request: PayoutRequest,
  { claim }: Commit,
  by: ByMember,
): Promise<string> {
  const { customerId, bankAccountId, amountMinor, metadata = null } = request
  const id = newId()
  const createdAt = now()
  const expiresAt = new Date(createdAt.getTime() + WAITS_MS)
  await inDriverTransaction(async (tx) => {
    await lockAccountFor(tx, 'waiting approvals', account.id)
    const [waiting] = await countWaiting(tx, account.id, createdAt)
    if ((waiting?.count ?? 0) >= MAXIMUM_WAITING) {
      refuseInput(`${MAXIMUM_WAITING} payouts wait for approval already. Decide on one of them first`)
    }
    const [approval] = await addApproval(
      tx,
      account.id,
      id,
      customerId,
      bankAccountId,
      amountMinor,
      'USD',
      metadata,
      by.member.id,
      by.member.name,
      createdAt,
      expiresAt,
    )
    assert(approval, 'the row was added')
    if (claim) await noteCreated(tx, claim, id)
    await record(tx, approval, by, {
      action: 'payout.approval_requested',
      subjectId: id,
      detail: inWords(request),
    })
    const approvers = await findApprovers(tx, by.vendorId, by.member.id, by.member.name)
    await mailApprovalWanted(tx, approvers, await mailedFacts(tx, approval))
  })
  return id
}

/** Throws `payout_approval_not_found` for an unknown id, another account's, or an invalid one. */
async function findApproval(accountId: string, id: string): Promise<StoredApproval> {
  const [approval] = isId(id) ? await findApprovalRow(connectionPool(), accountId, id) : []
  if (!approval) throw new DomainError('payout_approval_not_found')
  return approval
}

/**
 * Approves a payout that somebody else asked for, and makes it: both in one transaction, so that a kill or a race
 * leaves one payout or none. Then calls the provider. Approving again what the same person has approved makes no other
 * payout.
 *
 * Throws `payout_approval_not_found`, `role_not_allowed` if the person's role was taken meanwhile,
 * `payout_approval_over`, `payout_approval_own`, and what `makePayout` does: then nothing has happened, and it goes on
 * waiting.
 */
export async function approvePayout(
  account: Account,
  id: string,
  by: ByMember,
  requestId: string,
): Promise<PayoutRecord> {
  const asked = await findApproval(account.id, id)
  // The answer was lost, or the request died after its commit.
  if (asked.payoutId && asked.decidedById === by.member.id) {
    return getPayout(connectionPool(), account.id, asked.payoutId)
  }
  const intent = { claim: null, requestId }
  return makePayout(account, asked, intent, {
    approve: async (tx) => {
      const waiting = await lockWaiting(tx, asked, by)
      if (isSamePerson(requesterOf(waiting), by.member)) throw new DomainError('payout_approval_own')
    },
    onRequested: async (tx, payoutId) => {
      await decide(tx, asked, by, { status: 'APPROVED', payoutId })
      const detail = `${inWords(asked)}, requested by ${asked.requestedByName}`
      await record(tx, asked, by, { action: 'payout.approved', subjectId: payoutId, detail })
    },
  })
}

/**
 * Rejects a payout that somebody else asked for. Throws `payout_approval_not_found`, `role_not_allowed`,
 * `payout_approval_over`, `payout_approval_own`.
 */
export async function rejectPayout(
  accountId: string,
  id: string,
  by: ByMember,
  reason: string | null,
): Promise<void> {
  const asked = await findApproval(accountId, id)
  await inDriverTransaction(async (tx) => {
    const waiting = await lockWaiting(tx, asked, by)
    if (isSamePerson(requesterOf(waiting), by.member)) throw new DomainError('payout_approval_own')
    await decide(tx, asked, by, { status: 'REJECTED', reason })
    const detail = [`${inWords(asked)}, requested by ${asked.requestedByName}`, reason]
      .filter(Boolean)
      .join(': ')
    await record(tx, asked, by, { action: 'payout.rejected', subjectId: id, detail })
  })
}

/**
 * Takes back a payout that the person asked for. Throws `payout_approval_not_found`, `role_not_allowed`,
 * `payout_approval_over`, `payout_approval_of_another`.
 */
export async function cancelApproval(accountId: string, id: string, by: ByMember): Promise<void> {
  const asked = await findApproval(accountId, id)
  await inDriverTransaction(async (tx) => {
    const waiting = await lockWaiting(tx, asked, by)
    if (!isSamePerson(requesterOf(waiting), by.member)) throw new DomainError('payout_approval_of_another')
    await decide(tx, asked, by, { status: 'CANCELLED' })
    await record(tx, asked, by, {
      action: 'payout.approval_cancelled',
      subjectId: id,
      detail: inWords(asked),
    })
  })
}

const EXPIRED_AT_ONCE = 100

/** Ends the wait of payouts that nobody decided on in time, and tells who asked for them. */
export async function expireWaitingPayouts(): Promise<void> {
  await inDriverTransaction(async (tx) => {
    for (const { vendorId, ...expired } of await expireApprovals(tx, now(), EXPIRED_AT_ONCE)) {
      await recordAuditEvent(tx, {
        vendorId,
        accountId: expired.accountId,
        action: 'payout.approval_expired',
        subjectId: expired.id,
        detail: `${inWords(expired)}, requested by ${expired.requestedByName}`,
      })
      await mailRequester(tx, vendorId, expired)
    }
  })
}

/**
 * Makes sure that the payout still waits, and that the person still may decide, until the transaction is over. The
 * person first: a change of roles holds the member and nothing else of ours.
 */
async function lockWaiting(
  tx: Runner,
  { accountId, id }: ApprovalKey,
  by: ByMember,
): Promise<StoredApproval> {
  await holdApprover(tx, accountId, by.member)
  const [approval] = await lockApprovalRow(tx, accountId, id)
  assert(approval, 'the payout exists')
  const outcome = outcomeOf(approval)
  if (outcome) throw new DomainError('payout_approval_over', { outcome })
  return approval
}

type ApprovalKey = Pick<StoredApproval, 'accountId' | 'id'>

function requesterOf({ requestedById: id, requestedByName: name }: StoredApproval): ActingMember {
  return { id, name }
}

/** The outcome of the wait; null while it goes on. A wait whose time is over has ended before the worker notes it. */
function outcomeOf({ status, expiresAt }: StoredApproval) {
  if (status === 'WAITING') return expiresAt <= now() ? 'expired' : null
  return OUTCOMES[status]
}

const OUTCOMES = {
  APPROVED: 'approved',
  REJECTED: 'rejected',
  CANCELLED: 'cancelled',
  EXPIRED: 'expired',
} as const

type Decision = {
  status: Exclude<PayoutApprovalStatus, 'WAITING' | 'EXPIRED'>
  reason?: string | null
  payoutId?: string | null
}

async function decide(
  tx: Runner,
  { accountId, id }: ApprovalKey,
  { vendorId, member }: ByMember,
  { status, reason = null, payoutId = null }: Decision,
): Promise<void> {
  const [decided] = await decideApproval(
    tx,
    accountId,
    id,
    status,
    member.id,
    member.name,
    now(),
    reason,
    payoutId,
  )
  assert(decided, 'it waited under a lock')
  if (status !== 'CANCELLED') await mailRequester(tx, vendorId, decided)
}

/** Tells the person who asked, if it is still a member, what became of its payout. */
async function mailRequester(tx: Runner, vendorId: string, approval: StoredApproval): Promise<void> {
  const { status, decidedByName, reason, requestedById } = approval
  const [requester] = await findMemberEmail(tx, vendorId, requestedById)
  if (!requester || status === 'WAITING' || status === 'CANCELLED') return
  const to = { id: requestedById, email: requester.email }
  await mailApprovalOver(tx, to, { ...(await mailedFacts(tx, approval)), status, decidedByName, reason })
}

async function mailedFacts(tx: Runner, approval: StoredApproval): Promise<MailedApproval> {
  const [recipient] = await findRecipientFacts(tx, approval.accountId, approval.bankAccountId)
  assert(recipient, 'a bank account is never deleted')
  return { ...approval, ...recipient }
}

function record(
  tx: Runner,
  { accountId }: Pick<ApprovalKey, 'accountId'>,
  by: ByMember,
  event: { action: AuditAction; subjectId: string; detail: string },
): Promise<void> {
  return recordAuditEvent(tx, { ...by, ...event, accountId })
}

function inWords({ amountMinor }: { amountMinor: bigint }): string {
  return `${formatMajor(amountMinor, 'USD')} USD`
}
