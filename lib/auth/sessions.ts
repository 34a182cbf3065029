import { recordAuditEvent } from '@/lib/audit/record-audit-event'
import type { Transaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import { isId, newId } from '@/lib/ids'
import { now } from '@/lib/time/clock'
import { VENDOR_COLUMNS, type VendorRecord } from '@/lib/vendors/vendor'

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

/**
 * Ends every session of the vendor, but for the one that is excepted: each is out at its next request.
 * Returns how many there were. Called after the change that asks for it, in the same transaction: a sign-in
 * that is under way either sees the change or is among the ended.
 */
export async function endSessions(
  tx: Transaction,
  vendorId: string,
  { except }: { except?: string } = {},
): Promise<number> {
  const { count } = await tx.vendorSession.deleteMany({
    where: { vendorId, ...(except ? { id: { not: except } } : {}) },
  })
  return count
}

/** All of them, by the operator. */
export async function endSessionsByOperator(tx: Transaction, vendorId: string): Promise<number> {
  const count = await endSessions(tx, vendorId)
  const detail = `All: ${count}`
  await recordAuditEvent(tx, { vendorId, action: 'session.revoked', actor: 'operator', detail })
  return count
}

/** Ends one session and returns what it signed in from. `session_not_found` for one that is not the vendor's. */
export async function endSession(
  tx: Transaction,
  vendorId: string,
  sessionId: string,
): Promise<{ userAgent: string | null }> {
  const where = { vendorId, id: sessionId }
  const session = isId(sessionId) ? await tx.vendorSession.findFirst({ where }) : null
  const { count } = session ? await tx.vendorSession.deleteMany({ where }) : { count: 0 }
  if (!session || count !== 1) throw new DomainError('session_not_found')
  return { userAgent: session.userAgent }
}

/** Ends the session that signs itself out; nothing where it was ended before. */
export async function signOutSession(tx: Transaction, { vendorId, sessionId }: SessionKey): Promise<void> {
  if (!isId(vendorId) || !isId(sessionId)) return
  await tx.vendorSession.deleteMany({ where: { vendorId, id: sessionId } })
}

/** Deletes sessions that are past their time, at most `limit` of them. They are none already. */
export async function forgetExpiredSessions(tx: Transaction, limit: number): Promise<void> {
  await tx.$executeRaw`
    DELETE FROM vendor_sessions WHERE (vendor_id, id) IN (
      SELECT vendor_id, id FROM vendor_sessions WHERE expires_at <= ${now()}::timestamptz ORDER BY expires_at
       LIMIT ${limit} FOR UPDATE SKIP LOCKED)`
}

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
