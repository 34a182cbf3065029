import type { SessionVendor } from '@/lib/auth/session'
import { database } from '@/lib/db/client'
import { listSessions } from '@/lib/domain/vendors/list-sessions'
import { countRecoveryCodes } from '@/lib/domain/vendors/recovery-codes'
import { totpSince } from '@/lib/domain/vendors/totp'
import { describeUserAgent } from './describe-user-agent'

export type SessionRow = {
  id: string
  /** The one that asks. */
  isCurrent: boolean
  browser: string
  userAgent: string | null
  address: string | null
  createdAt: string
  lastSeenAt: string
}

export type SecurityView = {
  sessions: SessionRow[]
  /** When two-step sign-in was switched on; null: it is off. */
  totpSince: string | null
  recoveryCodesLeft: number
}

/** How a vendor signs in, and where it is signed in. */
export async function readSecurity(vendor: Pick<SessionVendor, 'id' | 'sessionId'>): Promise<SecurityView> {
  const tx = database()
  const sessions = await listSessions(tx, vendor.id)
  const since = await totpSince(tx, vendor.id)
  return {
    sessions: sessions.map(({ id, userAgent, address, createdAt, lastSeenAt }) => ({
      id,
      isCurrent: id === vendor.sessionId,
      browser: describeUserAgent(userAgent),
      userAgent,
      address,
      createdAt: createdAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
    })),
    totpSince: since?.toISOString() ?? null,
    recoveryCodesLeft: since ? await countRecoveryCodes(tx, vendor.id) : 0,
  }
}
