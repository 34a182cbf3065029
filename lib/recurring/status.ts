import type { RecurringStatus } from '@/lib/db/generated/enums'

/** Each status as our own pages call it. The list's filter names the codes. */
export const RECURRING_STATUSES = {
  ACTIVE: { displayStatus: 'Active', tone: 'success' },
  PAUSED: { displayStatus: 'Paused', tone: 'neutral' },
  STOPPED: { displayStatus: 'Stopped', tone: 'danger' },
  ENDED: { displayStatus: 'Ended', tone: 'neutral' },
} as const satisfies Record<RecurringStatus, { displayStatus: string; tone: string }>
