import { z } from 'zod'
import { describeUserAgent } from '@/lib/audit/describe-user-agent'
import { listPasskeys } from '@/lib/auth/passkeys'
import { countRecoveryCodes, totpSince } from '@/lib/auth/second-factor'
import type { SessionVendor } from '@/lib/auth/session-vendor'
import { listSessions } from '@/lib/auth/sessions'
import { database } from '@/lib/db/client'
import { moment } from '@/lib/http/schemas'
import { formatDecimal } from '@/lib/money/decimals'
import { countApprovers } from './payout-approval'

const sessionRow = z.object({
  id: z.string(),
  isCurrent: z.boolean().describe('The session that asks.'),
  browser: z.string(),
  userAgent: z.string().nullable(),
  address: z.string().nullable(),
  createdAt: moment,
  lastSeenAt: moment,
})

export type SessionRow = z.infer<typeof sessionRow>

const passkeyRow = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: moment,
  lastUsedAt: moment.nullable(),
})

export type PasskeyRow = z.infer<typeof passkeyRow>

export const securityView = z.object({
  passkeys: z.array(passkeyRow),
  sessions: z.array(sessionRow),
  totpSince: moment
    .nullable()
    .describe('The time at which two-step sign-in was turned on; null while it is off.'),
  recoveryCodesLeft: z.int(),
  payoutProofAbove: z
    .string()
    .nullable()
    .describe('Payouts above this amount (USD) ask for the password or a code again; null for none.'),
  payoutApproval: z.object({
    from: z
      .string()
      .nullable()
      .describe('Payouts of this amount (USD) or more need a second person; null: none does.'),
    approvers: z.int().describe('Members whose role may approve them.'),
  }),
})

export type SecurityView = z.infer<typeof securityView>

/** The member's sessions, passkeys and two-step sign-in. */
export async function readSecurity(
  vendor: Pick<SessionVendor, 'id' | 'memberId' | 'sessionId' | 'payoutProofAboveMinor'>,
): Promise<SecurityView> {
  const { memberId, payoutProofAboveMinor: aboveMinor } = vendor
  const tx = database()
  const { payoutApprovalFromMinor: fromMinor } = await tx.vendor.findUniqueOrThrow({
    where: { id: vendor.id },
    select: { payoutApprovalFromMinor: true },
  })
  const sessions = await listSessions(tx, memberId)
  const since = await totpSince(tx, memberId)
  const passkeys = await listPasskeys(tx, memberId)
  return {
    passkeys: passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
      id,
      name,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    })),
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
    payoutProofAbove: aboveMinor === null ? null : formatDecimal(aboveMinor, 2),
    payoutApproval: {
      from: fromMinor === null ? null : formatDecimal(fromMinor, 2),
      approvers: await countApprovers(tx, vendor.id),
    },
    recoveryCodesLeft: since ? await countRecoveryCodes(tx, memberId) : 0,
  }
}
