import { now } from '@/lib/clock'
import type { Transaction } from '@/lib/db/transaction'

/** Well above the ten seconds that an attempt takes at most. */
export const LEASE_MS = 30_000

export type EventReference = { accountId: string; eventId: string }

/** An event that is ours to deliver until `leaseUntil`, which no other claim on it has had or will have. */
export type ClaimedEvent = {
  accountId: string
  id: string
  url: string
  payload: string
  sequence: number
  /** Sent on request, to see whether the receiver works: it tells of no invoice. */
  isTest: boolean
  /** Attempts before this one. */
  attemptCount: number
  leaseUntil: Date
}

/**
 * Takes a lease on a due event. Null when it is not due, is settled, or is another worker's: of any number
 * of workers, one gets it. A lease runs out by itself, so a worker that dies holds its event up for
 * `LEASE_MS` and no longer.
 */
export async function claimEvent(tx: Transaction, reference: EventReference): Promise<ClaimedEvent | null> {
  const { accountId, eventId } = reference
  const at = now()
  const leaseUntil = new Date(at.getTime() + LEASE_MS)
  const [row] = await tx.$queryRaw<
    { url: string; payload: string; sequence: number; isTest: boolean; attemptCount: number }[]
  >`
    UPDATE webhook_events SET lease_until = ${leaseUntil}::timestamptz
     WHERE account_id = ${accountId}::uuid AND id = ${eventId}::uuid
       AND status = 'PENDING' AND next_attempt_at <= ${at}::timestamptz
       AND (lease_until IS NULL OR lease_until <= ${at}::timestamptz)
    RETURNING url, payload, sequence, invoice_id IS NULL AS "isTest", attempt_count AS "attemptCount"`
  return row ? { accountId, id: eventId, ...row, leaseUntil } : null
}
