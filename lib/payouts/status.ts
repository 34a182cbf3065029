import type { PayoutStatus } from '@/lib/db/generated/enums'

/** Each status as our own pages call it. The API names the codes, and so do the list's filter and tabs. */
export const PAYOUT_STATUSES = {
  PROCESSING: { displayStatus: 'Processing', tone: 'accent' },
  PAID: { displayStatus: 'Paid', tone: 'success' },
  FAILED: { displayStatus: 'Failed', tone: 'danger' },
  RETURNED: { displayStatus: 'Returned', tone: 'warning' },
} as const satisfies Record<PayoutStatus, { displayStatus: string; tone: string }>
