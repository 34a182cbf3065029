import { env } from '@/lib/env'
import { leaseMs } from '@/lib/jobs/lease'
import type { LeasedWork } from '@/lib/jobs/queue'
import { issuePeriod } from './issue-period'
import { recurringQueue } from './recurring-invoice'

export const recurringWork: LeasedWork = {
  queue: recurringQueue,
  leaseMs: () => leaseMs(env.PROVIDER_TIMEOUT_MS),
  slots: 10,
  work: issuePeriod,
}
