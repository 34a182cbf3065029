import { describeUserAgent } from '@/lib/audit/describe-user-agent'
import { countRecoveryCodes, totpSince } from '@/lib/auth/second-factor'
import type { SessionVendor } from '@/lib/auth/session'
import { listSessions } from '@/lib/auth/sessions'
import { database } from '@/lib/db/client'

export type SessionRow = {
  id: string
  /** The current session. */
  isCurrent: boolean
  browser: string
  userAgent: string | null
  address: string | null
  createdAt: string
  lastSeenAt: string
}

export type SecurityView = {
  sessions: SessionRow[]
  /** When two-step sign-in was turned on; null while it is off. */
  totpSince: string | null
  recoveryCodesLeft: number
}

/** How a vendor signs in, and its sessions. */
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
