import { sql } from '@/lib/db/client'
import { forget } from '@/lib/jobs/forget'
import { now } from '@/lib/time/clock'
import { DAY_MS } from '@/lib/time/units'

/** The request log goes back this far. */
export const REQUESTS_KEPT_DAYS = 30

/** Deletes requests older than `REQUESTS_KEPT_DAYS`, at most `batches` of `batchSize`, and returns how many. */
export async function forgetOldRequests({ batchSize = 1000, batches = 200 } = {}): Promise<number> {
  const before = new Date(now().getTime() - REQUESTS_KEPT_DAYS * DAY_MS)
  const old = {
    table: 'api_requests',
    tenantColumn: 'account_id',
    idColumn: 'id',
    idType: 'uuid',
    timeColumn: 'created_at',
    isOver: sql`created_at < ${before}::timestamptz`,
  } as const
  let forgotten = 0
  for (let batch = 0; batch < batches; batch += 1) {
    const count = await forget(old, batchSize)
    forgotten += count
    if (count < batchSize) break
  }
  return forgotten
}
