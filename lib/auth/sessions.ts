import { type ActingOperator, recordAuditEvent } from '@/lib/audit/record-audit-event'
import type { Transaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import { Refusal } from '@/lib/http/refusals'
import { isId, newId } from '@/lib/ids'
import { now } from '@/lib/time/clock'
import { VENDOR_COLUMNS, type VendorRecord } from '@/lib/vendors/vendor'

/** A session as its cookie identifies it. */
export type SessionKey = { vendorId: string; sessionId: string }

/** `last seen` is recorded to five minutes: a write per request would make all requests queue on one row. */
const LAST_SEEN_STEP_MS = 5 * 60 * 1000

/** The vendor of a session that has neither ended nor expired; records that it was seen. */
export async function findSession(
  tx: Transaction,
  { vendorId, sessionId }: SessionKey,
): Promise<(VendorRecord & { provedAt: Date }) | null> {
  if (!isId(vendorId) || !isId(sessionId)) return null
  const session = await tx.vendorSession.findUnique({
    where: { vendorId_id: { vendorId, id: sessionId } },
    select: {
      createdAt: true,
      lastSeenAt: true,
      expiresAt: true,
      provedAt: true,
      vendor: { select: VENDOR_COLUMNS },
    },
  })
  const time = now()
  if (!session || session.expiresAt <= time) return null
  const unnoted = new Date(time.getTime() - LAST_SEEN_STEP_MS)
  if (session.lastSeenAt <= unnoted) {
    // One of several concurrent requests records it, and an ended session stays ended.
    await tx.vendorSession.updateMany({
      where: { vendorId, id: sessionId, lastSeenAt: { lte: unnoted } },
      data: { lastSeenAt: time, expiresAt: expiryOf(session.createdAt, time) },
    })
  }
  return { ...session.vendor, provedAt: session.provedAt }
}

const HOUR_MS = 60 * 60 * 1000

/** How long a session lasts, however much it is used. */
export const SESSION_MS = 30 * 24 * HOUR_MS
/** How long it lasts unused. */
export const IDLE_MS = 12 * HOUR_MS

/** When a session ends that is not seen again. */
function expiryOf(createdAt: Date, lastSeenAt: Date): Date {
  return new Date(Math.min(createdAt.getTime() + SESSION_MS, lastSeenAt.getTime() + IDLE_MS))
}

/** Maximum number of sessions per vendor; the oldest make way. */
const MAXIMUM_SESSIONS = 50

const MAXIMUM_ADDRESS_LENGTH = 64
const MAXIMUM_USER_AGENT_LENGTH = 512

/** Where a sign-in comes from, as far as known. */
export type SignInOrigin = {
  address: string | null
  userAgent: string | null
  /** The value of the cookie that marks a known browser. */
  browserMark?: string | null
}

/**
 * Starts a session for a vendor whose password was verified against `passwordHash`, and returns its id; null
 * if the password has changed since.
 */
export async function startSession(
  tx: Transaction,
  { vendorId, passwordHash, origin }: { vendorId: string; passwordHash: string; origin: SignInOrigin },
): Promise<string | null> {
  // A concurrent password change waits for this lock, and then ends this session with the others.
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
      expiresAt: expiryOf(createdAt, createdAt),
      provedAt: createdAt,
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
 * Ends every session of the vendor except one; each is refused on its next request. Returns how many ended.
 * Call it after the change that requires it, in the same transaction: a concurrent sign-in then either sees
 * the change or is ended too.
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

/**
 * Keeps a session from ending until the transaction is over, for a change that hands out access: a request
 * that ends the sessions to keep somebody out then sees the change. Throws `session_ended`.
 */
export async function holdSession(tx: Transaction, { vendorId, sessionId }: SessionKey): Promise<void> {
  const held: unknown[] = await tx.$queryRaw`
    SELECT 1 FROM vendor_sessions WHERE vendor_id = ${vendorId}::uuid AND id = ${sessionId}::uuid FOR SHARE`
  if (held.length === 0) throw new Refusal('session_ended')
}

/** Records that the user of the session gave the password or a second factor now. */
export async function noteProof(tx: Transaction, { vendorId, sessionId }: SessionKey): Promise<void> {
  await tx.vendorSession.updateMany({ where: { vendorId, id: sessionId }, data: { provedAt: now() } })
}

/** Ends all of them, by the operator. */
export async function endSessionsByOperator(
  tx: Transaction,
  vendorId: string,
  operator: ActingOperator,
): Promise<number> {
  const count = await endSessions(tx, vendorId)
  const detail = `All: ${count}`
  await recordAuditEvent(tx, { vendorId, action: 'session.revoked', operator, detail })
  return count
}

/**
 * Ends one session and returns where it was signed in. Throws `session_not_found` if it is not the vendor's.
 */
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

/** Ends the session that signs itself out; does nothing if it has ended. */
export async function signOutSession(tx: Transaction, { vendorId, sessionId }: SessionKey): Promise<void> {
  if (!isId(vendorId) || !isId(sessionId)) return
  await tx.vendorSession.deleteMany({ where: { vendorId, id: sessionId } })
}

/** Deletes expired sessions, at most `limit`; they are refused anyway. */
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

/** The vendor's valid sessions, last seen first. There are never many. */
export function listSessions(tx: Transaction, vendorId: string): Promise<SessionRecord[]> {
  return tx.vendorSession.findMany({
    where: { vendorId, expiresAt: { gt: now() } },
    select: { id: true, address: true, userAgent: true, createdAt: true, lastSeenAt: true },
    orderBy: [{ lastSeenAt: 'desc' }, { id: 'desc' }],
  })
}
