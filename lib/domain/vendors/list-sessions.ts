import { now } from '@/lib/clock'
import type { Transaction } from '@/lib/db/transaction'

export type SessionRecord = {
  id: string
  address: string | null
  userAgent: string | null
  createdAt: Date
  lastSeenAt: Date
}

/** The vendor's sessions that are still good, the one seen last first. There are never many. */
export function listSessions(tx: Transaction, vendorId: string): Promise<SessionRecord[]> {
  return tx.vendorSession.findMany({
    where: { vendorId, expiresAt: { gt: now() } },
    select: { id: true, address: true, userAgent: true, createdAt: true, lastSeenAt: true },
    orderBy: [{ lastSeenAt: 'desc' }, { id: 'desc' }],
  })
}
