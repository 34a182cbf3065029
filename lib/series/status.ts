import type { RecurringStatus } from '@/lib/db/generated/enums'

/**
 * Each status as the API and our own pages call it. To a program, one that was stopped is paused, with a reason. The
 * list's filter names the codes.
 */
export const SERIES_STATUSES = {
  ACTIVE: { apiStatus: 'active', displayStatus: 'Active', tone: 'success' },
  PAUSED: { apiStatus: 'paused', displayStatus: 'Paused', tone: 'neutral' },
  STOPPED: { apiStatus: 'paused', displayStatus: 'Stopped', tone: 'danger' },
  ENDED: { apiStatus: 'ended', displayStatus: 'Ended', tone: 'neutral' },
} as const satisfies Record<RecurringStatus, { apiStatus: string; displayStatus: string; tone: string }>

/** The words of the API. */
export const SERIES_API_STATUSES = ['active', 'paused', 'ended'] as const

/** The statuses that the API calls by one word. */
export function statusesCalled(apiStatus: (typeof SERIES_API_STATUSES)[number]): RecurringStatus[] {
  const all = Object.keys(SERIES_STATUSES) as RecurringStatus[]
  return all.filter((status) => SERIES_STATUSES[status].apiStatus === apiStatus)
}
