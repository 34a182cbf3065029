import type { PayoutRequestStatus } from '@/lib/db/generated/enums'
import { now } from '@/lib/time/clock'

/** The codes of an immediate payout's approval, as the API and the dashboard name them. */
export const APPROVAL_CODES = ['WAITING', 'APPROVED', 'REJECTED', 'CANCELED', 'EXPIRED'] as const

export type ApprovalStatus = (typeof APPROVAL_CODES)[number]

const STORED = {
  WAITING: 'WAITING',
  // It is approved and made in one transaction.
  APPROVED: 'SENT',
  REJECTED: 'REJECTED',
  CANCELED: 'CANCELED',
  EXPIRED: 'EXPIRED',
} as const satisfies Record<ApprovalStatus, PayoutRequestStatus>

export function storedApprovalStatus(status: ApprovalStatus): PayoutRequestStatus {
  return STORED[status]
}

/** The approval's name for the status of an immediate request. */
export function approvalStatus(stored: PayoutRequestStatus): ApprovalStatus {
  const status = APPROVAL_CODES.find((each) => STORED[each] === stored)
  if (!status) throw new Error(`an immediate payout request is never ${stored}`)
  return status
}

/** The same for people: the worker notes the end of the wait up to a minute late. */
export function approvalStatusNow({
  status,
  expiresAt,
}: {
  status: PayoutRequestStatus
  expiresAt: Date | null
}): ApprovalStatus {
  const hasEnded = status === 'WAITING' && expiresAt !== null && expiresAt <= now()
  return hasEnded ? 'EXPIRED' : approvalStatus(status)
}
