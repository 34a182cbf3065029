import type { DisputeStatus, OutsideMethod } from '@/lib/db/generated/enums'

/** Each status of a dispute as our own pages call it. The API names the codes, and so do the list's filter and tabs. */
export const DISPUTE_STATUSES = {
  OPEN: { displayStatus: 'Open', tone: 'danger' },
  WON: { displayStatus: 'Won', tone: 'success' },
  LOST: { displayStatus: 'Lost', tone: 'neutral' },
} as const satisfies Record<DisputeStatus, { displayStatus: string; tone: string }>

/** How payments come in outside the wallet, in the words of our own pages. */
export const OUTSIDE_METHODS = {
  bank_transfer: 'Bank transfer',
  cash: 'Cash',
  check: 'Check',
  other: 'Other',
} as const satisfies Record<OutsideMethod, string>
