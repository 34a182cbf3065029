import { now } from '@/lib/clock'
import type { Transaction } from '@/lib/db/transaction'
import { isId } from '@/lib/ids'
import { VENDOR_COLUMNS, type VendorRecord } from './find-vendor'

/** A session as its cookie names it. */
export type SessionKey = { vendorId: string; sessionId: string }

/** `last seen` is told to five minutes: a write for each request would be a row that all of them queue on. */
const LAST_SEEN_STEP_MS = 5 * 60 * 1000

/** The vendor of a session that was neither ended nor is past its time, and notes that it was seen. */
export async function findSession(
  tx: Transaction,
  { vendorId, sessionId }: SessionKey,
): Promise<VendorRecord | null> {
  if (!isId(vendorId) || !isId(sessionId)) return null
  const session = await tx.vendorSession.findUnique({
    where: { vendorId_id: { vendorId, id: sessionId } },
    select: { lastSeenAt: true, expiresAt: true, vendor: { select: VENDOR_COLUMNS } },
  })
  const time = now()
  if (!session || session.expiresAt <= time) return null
  const unnoted = new Date(time.getTime() - LAST_SEEN_STEP_MS)
  if (session.lastSeenAt <= unnoted) {
    // Of several requests at the same moment one notes it, and a session that has just been ended stays so.
    await tx.vendorSession.updateMany({
      where: { vendorId, id: sessionId, lastSeenAt: { lte: unnoted } },
      data: { lastSeenAt: time },
    })
  }
  return session.vendor
}
