import type { PayoutStatus } from '@/lib/db/generated/enums'
import type { ApprovalStatus } from './approval-status'
import type { ScheduledPayoutRow } from './scheduled-payouts'

type StatusWords = { displayStatus: string; tone: string }

/** Each status as our own pages call it. The API names the codes, and so do the list's filter and tabs. */
export const PAYOUT_STATUSES = {
  PROCESSING: { displayStatus: 'Processing', tone: 'accent' },
  PAID: { displayStatus: 'Paid', tone: 'success' },
  FAILED: { displayStatus: 'Failed', tone: 'danger' },
  RETURNED: { displayStatus: 'Returned', tone: 'warning' },
} as const satisfies Record<PayoutStatus, StatusWords>

/** The approval of a payout, in the order of the list's filter. */
export const APPROVAL_STATUSES = {
  WAITING: { displayStatus: 'Waiting for approval', tone: 'warning' },
  APPROVED: { displayStatus: 'Approved', tone: 'success' },
  REJECTED: { displayStatus: 'Rejected', tone: 'danger' },
  CANCELED: { displayStatus: 'Canceled', tone: 'neutral' },
  EXPIRED: { displayStatus: 'Expired', tone: 'neutral' },
} as const satisfies Record<ApprovalStatus, StatusWords>

export const BATCH_STATUSES = {
  draft: { displayStatus: 'Not confirmed', tone: 'warning' },
  discarded: { displayStatus: 'Discarded', tone: 'neutral' },
  held: { displayStatus: 'Waiting for approval', tone: 'warning' },
  scheduled: { displayStatus: 'Scheduled', tone: 'accent' },
  running: { displayStatus: 'Paying', tone: 'accent' },
  done: { displayStatus: 'Done', tone: 'success' },
} as const satisfies Record<string, StatusWords>

export type BatchStatus = keyof typeof BATCH_STATUSES

/** A row of a batch, in the order in which the page counts them: first those that need somebody. */
export const BATCH_ROW_STATUSES = {
  bad: { displayStatus: 'Needs fixing', tone: 'danger' },
  failed: { displayStatus: 'Failed', tone: 'danger' },
  returned: { displayStatus: 'Returned', tone: 'warning' },
  processing: { displayStatus: 'Processing', tone: 'accent' },
  held: { displayStatus: 'To approve', tone: 'warning' },
  waiting: { displayStatus: 'Waiting', tone: 'accent' },
  ready: { displayStatus: 'Ready', tone: 'neutral' },
  paid: { displayStatus: 'Paid', tone: 'success' },
  stopped: { displayStatus: 'Not sent', tone: 'neutral' },
  removed: { displayStatus: 'Removed', tone: 'neutral' },
} as const satisfies Record<string, StatusWords>

export type RowStatus = keyof typeof BATCH_ROW_STATUSES

/** A scheduled payout until it is sent: from then on its payout's status counts. */
export const SCHEDULED_PAYOUT_STATUSES = {
  HELD: { displayStatus: 'Waiting for approval', tone: 'warning' },
  WAITING: { displayStatus: 'Scheduled', tone: 'accent' },
  SENT: null,
  REFUSED: { displayStatus: 'Not sent', tone: 'danger' },
  CANCELED: { displayStatus: 'Canceled', tone: 'neutral' },
} as const satisfies Record<ScheduledPayoutRow['status'], StatusWords | null>
