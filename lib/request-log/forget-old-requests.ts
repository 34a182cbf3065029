import { database } from '@/lib/db/client'
import { now } from '@/lib/time/clock'

/** The request log goes back this far. */
export const REQUESTS_KEPT_DAYS = 30

const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Deletes requests older than `REQUESTS_KEPT_DAYS`, oldest first, and returns how many. Each batch is a
 * statement of its own, so that no lock is held for long; at most `batches` of `batchSize`.
 */
export async function forgetOldRequests({ batchSize = 1000, batches = 20 } = {}): Promise<number> {
  const before = new Date(now().getTime() - REQUESTS_KEPT_DAYS * DAY_MS)
  let forgotten = 0
  for (let batch = 0; batch < batches; batch += 1) {
    const count = await database().$executeRaw`
      DELETE FROM api_requests
       WHERE (account_id, id) IN (
         SELECT account_id, id FROM api_requests
          WHERE created_at < ${before}::timestamptz ORDER BY created_at LIMIT ${batchSize}
            FOR UPDATE SKIP LOCKED)`
    forgotten += count
    if (count < batchSize) break
  }
  return forgotten
}
