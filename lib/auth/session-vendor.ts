import { decode, type JWT } from 'next-auth/jwt'
import { sessionSecrets } from '@/lib/crypto/secrets'
import { database } from '@/lib/db/client'
import type { MemberRole } from '@/lib/db/generated/enums'
import { cookieName, readCookie } from '@/lib/http/cookies'
import type { Zone } from '@/lib/time/zone'
import { zoneOf } from '@/lib/time/zone-names'
import { approvesFrom } from './acting-member'
import { findSession, type SessionKey } from './sessions'

/* The member of a session, without Next.js: operations are served in front of it. */

/** Remembers the mode that pages open in. */
export const MODE_COOKIE = 'counterfoil-mode'

export const sessionCookieName = () => cookieName('next-auth.session-token')

/** Reads a session cookie; null if it is not ours or has expired. */
export async function readSessionToken(cookie: string | null): Promise<SessionKey | null> {
  if (!cookie) return null
  return sessionOfToken(await decodeSession(cookie))
}

/** The beginning of our tokens: encrypted and authenticated under the key itself, with AES-256-GCM. */
const ALGORITHM = `${Buffer.from(JSON.stringify({ alg: 'dir', enc: 'A256GCM' })).toString('base64url')}..`

/** The contents of a session token that one of our keys has encrypted; null for any other. */
export async function decodeSession(token: string): Promise<JWT | null> {
  // A token must not choose how it is checked.
  if (!token.startsWith(ALGORITHM)) return null
  for (const secret of sessionSecrets()) {
    try {
      return await decode({ token, secret })
    } catch (error) {
      // Whatever is wrong with it (not a token, another key, expired), there is no session.
      if (!(error instanceof Error)) throw error
    }
  }
  return null
}

/** The session in one of our tokens; null for a token that names none. */
export function sessionOfToken(token: { sub?: unknown; sessionId?: unknown } | null): SessionKey | null {
  if (typeof token?.sub !== 'string' || typeof token.sessionId !== 'string') return null
  return { memberId: token.sub, sessionId: token.sessionId }
}

/** A signed-in member and its vendor. Of a banned vendor it may read everything and hardly change anything. */
export type SessionVendor = {
  id: string
  /** The person. */
  memberId: string
  role: MemberRole
  /** The person's name; null where nobody gave one. */
  memberName: string | null
  email: string
  /** The id of the current session. */
  sessionId: string
  /** The business's name. */
  name: string
  isBanned: boolean
  banReason: string | null
  isEmailConfirmed: boolean
  /** Runs this instance and sees the operator's pages. */
  isOperator: boolean
  hasSecondFactor: boolean
  /** The time from which it may approve payouts that others ask for; null if its role doesn't. */
  approvesFrom: Date | null
  /** US cents: larger payouts ask for the password or a code again; null for none. */
  payoutProofAboveMinor: bigint | null
  /** The vendor's, for the days of its pages and papers. */
  zone: Zone
  /** The last time this session's user gave the password or, if set up, a second factor. */
  provedAt: Date
}

/**
 * The member of a session that has not ended, and its vendor. Reads the database every time: a session whose row is
 * deleted is over at once, although its cookie stays well-formed for weeks.
 */
export async function vendorOfSession(session: SessionKey | null): Promise<SessionVendor | null> {
  const vendor = session && (await findSession(database(), session))
  if (!vendor) return null
  const { vendorId: id, memberId, role, memberName, email, name } = vendor
  const { bannedAt, banReason, emailConfirmedAt, totpConfirmedAt } = vendor
  return {
    id,
    memberId,
    role,
    memberName,
    email,
    sessionId: session.sessionId,
    name,
    isBanned: bannedAt !== null,
    banReason,
    isEmailConfirmed: emailConfirmedAt !== null,
    // Running the instance is not part of what an owner shares with its team.
    isOperator: vendor.isOperator && role === 'owner',
    hasSecondFactor: totpConfirmedAt !== null,
    approvesFrom: approvesFrom({ id: memberId, vendorId: id, role, approverSince: vendor.approverSince }),
    payoutProofAboveMinor: vendor.payoutProofAboveMinor,
    zone: zoneOf(vendor.timeZone),
    provedAt: vendor.provedAt,
  }
}

/** The signed-in member of a request, for operations. */
export async function vendorOfRequest({
  headers,
}: {
  headers: Pick<Headers, 'get'>
}): Promise<SessionVendor | null> {
  return vendorOfSession(await readSessionToken(readCookie(headers, sessionCookieName())))
}
