import { z } from 'zod'
import { knownBrowserCookie } from '@/lib/auth/known-browser'
import { hashPassword } from '@/lib/auth/password'
import { refuseWeakPassword } from '@/lib/auth/password-strength'
import { provenSession, session } from '@/lib/auth/session-access'
import type { SessionVendor } from '@/lib/auth/session-vendor'
import { holdSession } from '@/lib/auth/sessions'
import { database } from '@/lib/db/client'
import { inOrmTransaction, type OrmTransaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import { jsonFields } from '@/lib/http/input'
import { operation } from '@/lib/http/operation'
import { anyone } from '@/lib/http/public-access'
import { Refusal } from '@/lib/http/refusals'
import { cancelRequestsOf } from '@/lib/payouts/cancel-requests'
import { liftSuspension } from './suspension'
import {
  acceptInvitation,
  assignRole,
  createInvitation,
  excludeMember,
  findTeamInvitation,
  handOverOwnership,
  lockVendor,
  withdrawInvitation,
} from './team'
import { inviteFields, joinRequest, roleFields } from './team-fields'
import { readTeam, teamView } from './team-view'

const PATH = '/api/dashboard/settings/team'
const TAG = 'Team'

/** Changes the team, unless the session has been ended meanwhile: somebody who was shut out changes nothing more. */
function changeTeam(
  vendor: SessionVendor,
  assignRole: (tx: OrmTransaction) => Promise<unknown>,
): Promise<unknown> {
  return inOrmTransaction(async (tx) => {
    await lockVendor(tx, vendor.id)
    await holdSession(tx, vendor)
    return assignRole(tx)
  })
}

export const getTeam = operation({
  method: 'GET',
  path: PATH,
  summary: 'Read the team',
  tag: TAG,
  access: session('team.manage'),
  answers: { 200: teamView },
}).handle(async ({ vendor }) => ({ status: 200, body: await readTeam(vendor) }))

export const inviteMember = operation({
  method: 'POST',
  path: `${PATH}/invitations`,
  summary: 'Invite a person',
  description: 'Emails a link that works once, within 7 days. An earlier one for the email stops working.',
  tag: TAG,
  access: provenSession('team.manage'),
  body: jsonFields(inviteFields),
  answers: { 201: teamView },
  errors: ['email_not_confirmed', 'member_email_taken', 'team_full', 'too_many_invitations'],
}).handle(async ({ vendor, by, input }) => {
  // Mail to strangers goes out in the name of somebody who can be reached.
  if (!vendor.isEmailConfirmed) throw new Refusal('email_not_confirmed')
  await changeTeam(vendor, (tx) => createInvitation(tx, by, input))
  return { status: 201, body: await readTeam(vendor) }
})

export const revokeInvitation = operation({
  method: 'DELETE',
  path: `${PATH}/invitations/{id}`,
  summary: 'Revoke an invitation',
  tag: TAG,
  access: session('team.manage'),
  answers: { 200: teamView },
  errors: ['team_invitation_not_found'],
}).handle(async ({ vendor, by, params: { id } }) => {
  await changeTeam(vendor, (tx) => withdrawInvitation(tx, by, id))
  return { status: 200, body: await readTeam(vendor) }
})

export const changeRole = operation({
  method: 'POST',
  path: `${PATH}/members/{id}/role`,
  summary: 'Change a member’s role',
  tag: TAG,
  access: provenSession('team.manage'),
  body: jsonFields(roleFields),
  answers: { 200: teamView },
  errors: ['member_not_found', 'own_membership', 'member_is_owner'],
}).handle(async ({ vendor, by, params: { id: memberId }, input: { role } }) => {
  await changeTeam(vendor, (tx) => assignRole(tx, by, { memberId, role }))
  return { status: 200, body: await readTeam(vendor) }
})

export const removeMember = operation({
  method: 'DELETE',
  path: `${PATH}/members/{id}`,
  summary: 'Remove a member',
  description:
    'Ends every session of the person at once. Its open invitations stop working, and payouts that it asked for and that wait for approval are canceled. API keys that it made go on working.',
  tag: TAG,
  access: provenSession('team.manage'),
  answers: { 200: teamView },
  errors: ['member_not_found', 'own_membership', 'member_is_owner'],
}).handle(async ({ vendor, by, params: { id } }) => {
  await changeTeam(vendor, async (tx) => cancelRequestsOf(tx, by, await excludeMember(tx, by, id)))
  return { status: 200, body: await readTeam(vendor) }
})

export const readmitMember = operation({
  method: 'POST',
  path: `${PATH}/members/{id}/readmit`,
  summary: 'Re-admit a suspended member',
  description: 'The person signs in with the role, password and second factor of before.',
  tag: TAG,
  access: provenSession('ownership'),
  answers: { 200: teamView },
  errors: ['member_not_found', 'own_membership', 'member_is_owner'],
}).handle(async ({ vendor, by, params: { id } }) => {
  await changeTeam(vendor, (tx) => liftSuspension(tx, by, id))
  return { status: 200, body: await readTeam(vendor) }
})

export const transferOwnership = operation({
  method: 'POST',
  path: `${PATH}/members/{id}/owner`,
  summary: 'Transfer ownership',
  description: 'The owner who asks becomes an admin.',
  tag: TAG,
  access: provenSession('ownership'),
  answers: { 200: teamView },
  errors: ['member_not_found', 'own_membership', 'owner_not_ready'],
}).handle(async ({ vendor, by, params: { id } }) => {
  await changeTeam(vendor, (tx) => handOverOwnership(tx, by, id))
  return { status: 200, body: await readTeam(vendor) }
})

export const joinTeam = operation({
  method: 'POST',
  path: '/api/dashboard/join',
  summary: 'Join a team by an emailed link',
  tag: TAG,
  access: anyone({ limit: 'sign_up', tooMany: 'too_many_attempts' }),
  body: jsonFields(joinRequest),
  answers: { 201: z.object({ email: z.string() }) },
  errors: ['team_invitation_not_valid', 'password_too_common', 'password_is_own_name', 'member_email_taken'],
}).handle(async ({ clientAddress: address, input: { token, name, password } }) => {
  // Hashing is expensive, so check for an invented token first.
  const invitation = await findTeamInvitation(database(), token)
  if (!invitation) throw new DomainError('team_invitation_not_valid')
  refuseWeakPassword(password, { email: invitation.email, name })
  const passwordHash = await hashPassword(password)
  const { memberId, email } = await inOrmTransaction((tx) =>
    acceptInvitation(tx, { token, name, passwordHash, address }),
  )
  return { status: 201, body: { email }, cookies: [knownBrowserCookie(memberId)] }
})
