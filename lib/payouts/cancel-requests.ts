import { type ActingMember, type ByMember, recordAuditEvent } from '@/lib/audit/record-audit-event'
import { sql } from '@/lib/db/client'
import type { OrmTransaction } from '@/lib/db/transaction'
import { formatMajor } from '@/lib/money/money'
import { now } from '@/lib/time/clock'
import { accountsOf } from '@/lib/vendors/account'
import { cancelRequests, decideOnRequests, IS_UNSENT, refuseRequests } from './payout-request'
import { stopPayoutSeriesOf } from './recurring-payout'
import { tellStopped } from './request-period'

/**
 * Cancels every payout of the account that is not sent yet: scheduled ones, rows of batches, and those that wait for a
 * second person. Batches that nobody has confirmed are discarded. Nobody is told but the audit log; returns how many
 * there were. A worker that is making one has lost its lease, and its intent is undone.
 */
export async function cancelUnsentPayouts(
  tx: OrmTransaction,
  accountId: string,
  by: ByMember,
  reason: string,
): Promise<number> {
  const { member } = by
  const ofAccount = sql`account_id = ${accountId}::uuid`
  const planned = await cancelRequests(tx, sql`${ofAccount} AND ${IS_UNSENT}`)
  await tx.payoutBatch.updateMany({
    where: { accountId, startedAt: null, discardedAt: null },
    data: { discardedAt: now() },
  })
  // The database holds who takes back an own request, and who rejects another's.
  const isOwn = sql`(requested_by_id = ${member.id}::uuid OR requested_by_name = ${member.name})`
  const immediate = sql`${ofAccount} AND kind = 'immediate'`
  const decided = [
    ...(await decideOnRequests(tx, sql`${immediate} AND ${isOwn}`, {
      status: 'CANCELED',
      by: member,
      reason,
    })),
    ...(await decideOnRequests(tx, immediate, { status: 'REJECTED', by: member, reason })),
  ]
  for (const { id } of planned) {
    await recordAuditEvent(tx, {
      ...by,
      accountId,
      action: 'payout.unscheduled',
      subjectId: id,
      detail: reason,
    })
  }
  for (const { id } of decided) {
    await recordAuditEvent(tx, { ...by, accountId, action: 'payout.rejected', subjectId: id, detail: reason })
  }
  return planned.length + decided.length
}

/**
 * Cancels what a person who has left the team asked for and what still waits for a second one: they could come back
 * under another email and be that one. Payouts of batches and scheduled ones are refused with the reason, so that others
 * can confirm them in their own name, and recurring payouts stop until somebody else resumes them. Approved payouts are
 * still sent. Call it in the transaction of the removal, which has
 * locked the member: nothing that it asks for is on the way.
 */
export async function cancelRequestsOf(
  tx: OrmTransaction,
  by: ByMember,
  leaver: ActingMember,
): Promise<void> {
  const { vendorId, member } = by
  const reason = `${leaver.name}, who requested it, was removed from the team`
  for (const { id: accountId } of accountsOf(vendorId)) {
    const own = sql`account_id = ${accountId}::uuid AND requested_by_id = ${leaver.id}::uuid`
    const immediate = sql`${own} AND kind = 'immediate'`
    const canceled = await decideOnRequests(tx, immediate, { status: 'CANCELED', by: member, reason })
    for (const { id: subjectId, amountMinor } of canceled) {
      const detail = `${formatMajor(amountMinor, 'USD')} USD: ${reason}`
      await recordAuditEvent(tx, { ...by, accountId, action: 'payout.approval_canceled', subjectId, detail })
    }
    const refused = await refuseRequests(tx, own, { code: 'requester_left', reason })
    for (const subjectId of new Set(refused.map(({ batchId, id }) => batchId ?? id))) {
      const rows = refused.filter(({ batchId, id }) => (batchId ?? id) === subjectId)
      const action = rows[0]?.batchId ? 'payout_batch.returned' : 'payout.unscheduled'
      const sumMinor = rows.reduce((sum, { amountMinor }) => sum + amountMinor, 0n)
      const detail = `${formatMajor(sumMinor, 'USD')} USD: ${reason}`
      await recordAuditEvent(tx, { ...by, accountId, action, subjectId, detail })
    }
    for (const series of await stopPayoutSeriesOf(tx, accountId, leaver)) {
      await tellStopped(tx, { id: accountId, vendorId }, series, 'requester_left')
    }
  }
}
