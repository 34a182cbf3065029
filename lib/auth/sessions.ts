import { type ActingOperator, recordAuditEvent } from '@/lib/audit/record-audit-event'
import { type Orm, sql } from '@/lib/db/client'
import { statement } from '@/lib/db/statement'
import type { OrmTransaction, Transaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import { Refusal } from '@/lib/http/refusals'
import { isId, newId } from '@/lib/ids'
import { forget } from '@/lib/jobs/forget'
import { now } from '@/lib/time/clock'
import { HOUR_MS } from '@/lib/time/units'
import { MEMBER_COLUMNS, type MemberRecord, recordMemberEvent } from '@/lib/vendors/member'

/** A session as its cookie identifies it. */
export type SessionKey = { memberId: string; sessionId: string }

/** `last seen` is recorded to five minutes: a write per request would make all requests queue on one row. */
const LAST_SEEN_STEP_MS = 5 * 60 * 1000

/** The member of a session that has neither ended nor expired; records that it was seen. */
export async function findSession(
  tx: Orm,
  { memberId, sessionId }: SessionKey,
): Promise<(MemberRecord & { provedAt: Date }) | null> {
  if (!isId(memberId) || !isId(sessionId)) return null
  const time = now()
  const [session] = await tx.$queryRaw<SessionRow[]>`
    SELECT ${MEMBER_COLUMNS}, session.created_at AS "startedAt", session.last_seen_at AS "lastSeenAt",
           session.proved_at AS "provedAt"
      FROM member_sessions AS session
      JOIN members AS member ON member.id = session.member_id
      JOIN vendors AS vendor ON vendor.id = member.vendor_id
     WHERE session.member_id = ${memberId}::uuid AND session.id = ${sessionId}::uuid
       AND session.expires_at > ${time}::timestamptz`
  if (!session) return null
  const { startedAt, lastSeenAt, ...member } = session
  const unnoted = new Date(time.getTime() - LAST_SEEN_STEP_MS)
  if (lastSeenAt <= unnoted) {
    // One of several concurrent requests records it, and an ended session stays ended.
    await tx.memberSession.updateMany({
      where: { memberId, id: sessionId, lastSeenAt: { lte: unnoted } },
      data: { lastSeenAt: time, expiresAt: expiryOf(startedAt, time) },
    })
  }
  return member
}

type SessionRow = MemberRecord & { startedAt: Date; lastSeenAt: Date; provedAt: Date }

/** The lifetime of a session, however much it is used. */
export const SESSION_MS = 30 * 24 * HOUR_MS
/** A session that is not used ends after this time. */
export const IDLE_MS = 12 * HOUR_MS

/** The end of a session that is not used again. */
function expiryOf(createdAt: Date, lastSeenAt: Date): Date {
  return new Date(Math.min(createdAt.getTime() + SESSION_MS, lastSeenAt.getTime() + IDLE_MS))
}

/** Maximum number of sessions per member; the oldest make way. */
const MAX_SESSIONS = 50

const MAX_ADDRESS_LENGTH = 64
const MAX_USER_AGENT_LENGTH = 512

/** The origin of a sign-in, as far as known. */
export type SignInOrigin = {
  address: string | null
  userAgent: string | null
  /** The value of the cookie that marks a known browser. */
  browserMark?: string | null
}

/**
 * Starts a session for a member whose password was verified against `passwordHash`, and returns its id; null
 * if the password has changed since, or the member was suspended.
 */
export async function startSession(
  tx: OrmTransaction,
  { memberId, passwordHash, origin }: { memberId: string; passwordHash: string; origin: SignInOrigin },
): Promise<string | null> {
  // A concurrent password change or suspension waits for this lock, and then ends this session with the others.
  const unchanged: unknown[] = await tx.$queryRaw`
    SELECT 1 FROM members
     WHERE id = ${memberId}::uuid AND password_hash = ${passwordHash} AND suspended_at IS NULL FOR SHARE`
  if (unchanged.length === 0) return null
  const id = newId()
  const createdAt = now()
  const address = origin.address?.slice(0, MAX_ADDRESS_LENGTH) ?? null
  const userAgent = origin.userAgent?.slice(0, MAX_USER_AGENT_LENGTH) ?? null
  await tx.memberSession.create({
    data: {
      memberId,
      id,
      address,
      userAgent,
      createdAt,
      lastSeenAt: createdAt,
      expiresAt: expiryOf(createdAt, createdAt),
      provedAt: createdAt,
    },
  })
  await dropOldest(tx, memberId)
  await recordMemberEvent(tx, memberId, {
    action: 'session.signed_in',
    subjectId: id,
    address,
    ...(userAgent ? { detail: userAgent } : {}),
  })
  return id
}

async function dropOldest(tx: OrmTransaction, memberId: string): Promise<void> {
  const tooOld = await tx.memberSession.findMany({
    where: { memberId },
    select: { id: true },
    orderBy: { id: 'desc' },
    skip: MAX_SESSIONS,
  })
  if (tooOld.length === 0) return
  await tx.memberSession.deleteMany({ where: { memberId, id: { in: tooOld.map(({ id }) => id) } } })
}

/**
 * Ends every session of the member except one; each is refused on its next request. Returns how many ended.
 * Call it after the change that requires it, in the same transaction: a concurrent sign-in then either sees
 * the change or is ended too.
 */
export async function endSessions(
  tx: OrmTransaction,
  memberId: string,
  { except }: { except?: string } = {},
): Promise<number> {
  const { count } = await tx.memberSession.deleteMany({
    where: { memberId, ...(except ? { id: { not: except } } : {}) },
  })
  return count
}

/**
 * Keeps a session from ending until the transaction is over, for a change that hands out access: a request
 * that ends the sessions to keep somebody out then sees the change. Throws `session_ended`.
 */
export async function holdSession(tx: Transaction, { memberId, sessionId }: SessionKey): Promise<void> {
  const rows = await lockSession(tx, { memberId, sessionId })
  if (rows.length === 0) throw new Refusal('session_ended')
}

const lockSession = statement<{ memberId: string; sessionId: string }, object>(
  'lock_session',
  `SELECT id FROM member_sessions WHERE member_id = :memberId::uuid AND id = :sessionId::uuid FOR SHARE`,
)

/** Records that the user of the session gave the password or a second factor now. */
export async function noteProof(tx: Orm, { memberId, sessionId }: SessionKey): Promise<void> {
  await tx.memberSession.updateMany({ where: { memberId, id: sessionId }, data: { provedAt: now() } })
}

/** Ends the sessions of all members of the vendor, by the operator. */
export async function endSessionsByOperator(
  tx: OrmTransaction,
  vendorId: string,
  operator: ActingOperator,
): Promise<number> {
  const { count } = await tx.memberSession.deleteMany({ where: { member: { vendorId } } })
  const detail = `All: ${count}`
  await recordAuditEvent(tx, { vendorId, action: 'session.revoked', operator, detail })
  return count
}

/**
 * Ends one session and returns where it was signed in. Throws `session_not_found` if it is not the member's.
 */
export async function endSession(
  tx: OrmTransaction,
  memberId: string,
  sessionId: string,
): Promise<{ userAgent: string | null }> {
  const where = { memberId, id: sessionId }
  const session = isId(sessionId) ? await tx.memberSession.findFirst({ where }) : null
  const { count } = session ? await tx.memberSession.deleteMany({ where }) : { count: 0 }
  if (!session || count !== 1) throw new DomainError('session_not_found')
  return { userAgent: session.userAgent }
}

/** Ends the session that signs itself out; does nothing if it has ended. */
export async function signOutSession(tx: Orm, { memberId, sessionId }: SessionKey): Promise<void> {
  if (!isId(memberId) || !isId(sessionId)) return
  await tx.memberSession.deleteMany({ where: { memberId, id: sessionId } })
}

/** Deletes expired sessions, at most `limit`; they are refused anyway. */
export async function forgetExpiredSessions(limit: number): Promise<void> {
  const isOver = sql`expires_at <= ${now()}::timestamptz`
  const sessions = {
    table: 'member_sessions',
    tenantColumn: 'member_id',
    idColumn: 'id',
    idType: 'uuid',
  } as const
  await forget({ ...sessions, timeColumn: 'expires_at', isOver }, limit)
}

export type SessionRecord = {
  id: string
  address: string | null
  userAgent: string | null
  createdAt: Date
  lastSeenAt: Date
}

/** The member's valid sessions, last seen first. There are never many. */
export function listSessions(tx: Orm, memberId: string): Promise<SessionRecord[]> {
  return tx.memberSession.findMany({
    where: { memberId, expiresAt: { gt: now() } },
    select: { id: true, address: true, userAgent: true, createdAt: true, lastSeenAt: true },
    orderBy: [{ lastSeenAt: 'desc' }, { id: 'desc' }],
  })
}
