import { now } from '@/lib/clock'
import type { Transaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import { isId } from '@/lib/ids'
import { recordAuditEvent } from '../audit/record-audit-event'
import type { SessionKey } from './find-session'

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
