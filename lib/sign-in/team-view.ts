import { z } from 'zod'
import { database } from '@/lib/db/client'
import { MemberRole } from '@/lib/db/generated/enums'
import { moment } from '@/lib/http/schemas'
import { now } from '@/lib/time/clock'

const teamMember = z.object({
  id: z.uuid(),
  isSelf: z.boolean().describe('The member who asks.'),
  name: z.string().nullable(),
  email: z.string(),
  role: z.enum(MemberRole),
  hasSecondFactor: z.boolean(),
  isSuspended: z.boolean().describe('Kept out until the owner re-admits the person.'),
  lastSeenAt: moment.nullable().describe('Null without an open session.'),
  createdAt: moment,
  openInvitations: z
    .int()
    .describe('Those that it has sent and that can still be used. They go when it is removed.'),
})

const teamInvitation = z.object({
  id: z.uuid(),
  email: z.string(),
  role: z.enum(MemberRole),
  createdAt: moment,
  expiresAt: moment,
})

export const teamView = z.object({
  members: z.array(teamMember).describe('The owner first, then by when they joined.'),
  invitations: z.array(teamInvitation).describe('Those that can still be used, latest first.'),
})

export type TeamView = z.infer<typeof teamView>
export type TeamMember = TeamView['members'][number]
export type TeamInvitation = TeamView['invitations'][number]

/** The people of the vendor and its open invitations, as a member sees them. */
export async function readTeam({
  id: vendorId,
  memberId,
}: {
  id: string
  memberId: string
}): Promise<TeamView> {
  const tx = database()
  const members = await tx.member.findMany({
    where: { vendorId },
    select: {
      id: true,
      name: true,
      email: true,
      role: true,
      totpConfirmedAt: true,
      suspendedAt: true,
      createdAt: true,
      _count: { select: { invitations: { where: { expiresAt: { gt: now() } } } } },
      sessions: {
        where: { expiresAt: { gt: now() } },
        select: { lastSeenAt: true },
        orderBy: { lastSeenAt: 'desc' },
        take: 1,
      },
    },
    orderBy: [{ role: 'asc' }, { id: 'asc' }],
  })
  const invitations = await tx.memberInvitation.findMany({
    where: { vendorId, expiresAt: { gt: now() } },
    select: { id: true, email: true, role: true, createdAt: true, expiresAt: true },
    orderBy: { id: 'desc' },
  })
  return {
    members: members.map(({ totpConfirmedAt, suspendedAt, createdAt, sessions, _count, ...member }) => ({
      ...member,
      isSelf: member.id === memberId,
      hasSecondFactor: totpConfirmedAt !== null,
      isSuspended: suspendedAt !== null,
      lastSeenAt: sessions[0]?.lastSeenAt.toISOString() ?? null,
      createdAt: createdAt.toISOString(),
      openInvitations: _count.invitations,
    })),
    invitations: invitations.map(({ createdAt, expiresAt, ...invitation }) => ({
      ...invitation,
      createdAt: createdAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
    })),
  }
}
