import { now } from '@/lib/clock'
import type { Transaction } from '@/lib/db/transaction'
import { newId } from '@/lib/ids'
import { recordAuditEvent } from '../audit/record-audit-event'

const DAY_MS = 24 * 60 * 60 * 1000

/** How long a session lasts, however much it is used: then it is time to sign in again. */
export const SESSION_MS = 30 * DAY_MS

/** A vendor has so many at most; the oldest make way. */
const MAXIMUM_SESSIONS = 50

const MAXIMUM_ADDRESS_LENGTH = 64
const MAXIMUM_USER_AGENT_LENGTH = 512

/** Where a sign-in comes from, as far as it is told. */
export type SignInOrigin = { address: string | null; userAgent: string | null }

/**
 * Signs a vendor in whose password was found right, and returns the session's id. `passwordHash` is what it
 * was checked against: null, and no session, where the password was changed since.
 */
export async function startSession(
  tx: Transaction,
  { vendorId, passwordHash, origin }: { vendorId: string; passwordHash: string; origin: SignInOrigin },
): Promise<string | null> {
  // Whoever changes the password waits for this, and then ends this session with the others.
  const unchanged: unknown[] = await tx.$queryRaw`
    SELECT 1 FROM vendors WHERE id = ${vendorId}::uuid AND password_hash = ${passwordHash} FOR SHARE`
  if (unchanged.length === 0) return null
  const id = newId()
  const createdAt = now()
  const address = origin.address?.slice(0, MAXIMUM_ADDRESS_LENGTH) ?? null
  const userAgent = origin.userAgent?.slice(0, MAXIMUM_USER_AGENT_LENGTH) ?? null
  await tx.vendorSession.create({
    data: {
      vendorId,
      id,
      address,
      userAgent,
      createdAt,
      lastSeenAt: createdAt,
      expiresAt: new Date(createdAt.getTime() + SESSION_MS),
    },
  })
  await dropOldest(tx, vendorId)
  await recordAuditEvent(tx, {
    vendorId,
    action: 'session.signed_in',
    subjectId: id,
    address,
    ...(userAgent ? { detail: userAgent } : {}),
  })
  return id
}

async function dropOldest(tx: Transaction, vendorId: string): Promise<void> {
  const tooOld = await tx.vendorSession.findMany({
    where: { vendorId },
    select: { id: true },
    orderBy: { id: 'desc' },
    skip: MAXIMUM_SESSIONS,
  })
  if (tooOld.length === 0) return
  await tx.vendorSession.deleteMany({ where: { vendorId, id: { in: tooOld.map(({ id }) => id) } } })
}
