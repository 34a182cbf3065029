import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { generateApiKey } from '@/lib/api-keys/api-key-dashboard'
import { readAuditLog } from '@/lib/audit/audit-list'
import { anOperator } from '@/lib/audit/operator.fixture'
import type { ByMember } from '@/lib/audit/record-audit-event'
import { hashPassword } from '@/lib/auth/password'
import { vendorOfSession } from '@/lib/auth/session-vendor'
import { createCustomer } from '@/lib/customers/customer-dashboard'
import { database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { newId } from '@/lib/ids'
import { mailsOf } from '@/lib/mail/mail.fixture'
import { setClock } from '@/lib/time/clock'
import { DAY_MS } from '@/lib/time/units'
import { findAccount } from '@/lib/vendors/account'
import { grantLiveMode } from '@/lib/vendors/live-approval'
import { buildMember, buildSecondFactor, buildVendor } from '@/prisma/seed/builders'
import { checkSignIn } from './authenticate'
import { confirmEmailChange, requestEmailChange } from './email-change'
import { resetPasswordWithToken, sendPasswordReset } from './passwords'
import { savePayoutApproval } from './payout-approval'
import { signedIn } from './signed-in.fixture'
import {
  acceptInvitation,
  assignRole,
  createInvitation,
  excludeMember,
  handOverOwnership,
  withdrawInvitation,
} from './team'
import {
  changeRole,
  getTeam,
  inviteMember,
  joinTeam,
  removeMember,
  revokeInvitation,
  transferOwnership,
} from './team-dashboard'

const PASSWORD = 'a quiet horse at noon'

let time = new Date()
let vendorId: string
let owner: Awaited<ReturnType<typeof signedIn>>

beforeEach(async () => {
  time = new Date()
  setClock(() => time)
  vendorId = (await buildVendor({ name: 'Corner Bakery' })).id
  owner = await signedIn(vendorId)
})
afterEach(() => setClock(null))

const anEmail = () => `person-${newId()}@example.com`
const at = (path: string, id: string) => path.replace('{id}', id)
const memberOf = (email: string) => database().member.findUnique({ where: { email } })

async function invite(email: string, role = 'finance'): Promise<number> {
  return (await owner.call(inviteMember, 'POST', inviteMember.path, { email, role })).status
}

const waitingForLocks = async () => {
  const waiting = await database().$queryRaw<unknown[]>`
    SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
  return waiting.length
}

/** The token in the latest invitation. */
async function mailedToken(): Promise<string> {
  const mail = (await mailsOf(vendorId, 'invitation')).at(-1)
  return /\/join\/([0-9A-Za-z]+)$/m.exec(mail?.text ?? '')?.[1] ?? ''
}

const accept = (token: string, password = PASSWORD) =>
  owner.call(joinTeam, 'POST', joinTeam.path, { token, name: 'Grace Hopper', password })

/** A person who was invited and has joined. */
async function joined(role = 'finance'): Promise<{ id: string; email: string }> {
  const email = anEmail()
  await invite(email, role)
  await accept(await mailedToken())
  return (await memberOf(email)) ?? expect.fail('nobody joined')
}

describe('an invitation', () => {
  test('lets its reader join, and sign in with a password of its own', async () => {
    const email = anEmail()
    expect(await invite(email.toUpperCase())).toBe(201)
    expect((await accept(await mailedToken())).status).toBe(201)
    expect(await memberOf(email)).toMatchObject({
      vendorId,
      role: 'finance',
      name: 'Grace Hopper',
      emailConfirmedAt: time,
    })
    const session = await checkSignIn({ email, password: PASSWORD }, { address: null, userAgent: null })
    expect(await vendorOfSession(session)).toMatchObject({ id: vendorId, role: 'finance', email })
  })

  test('works once, for two at the same time too', async () => {
    await invite(anEmail())
    const token = await mailedToken()
    const passwordHash = await hashPassword(PASSWORD)
    const acceptance = { token, name: 'Grace', passwordHash, address: null }
    const ends = await Promise.allSettled(
      [1, 2, 3].map(() => inOrmTransaction((tx) => acceptInvitation(tx, acceptance))),
    )
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await accept(token)).status).toBe(400)
  })

  test('ends after seven days, when it is revoked, and when another one is sent', async () => {
    await invite(anEmail())
    const late = await mailedToken()
    time = new Date(time.getTime() + 7 * DAY_MS)
    owner = await signedIn(vendorId)
    expect((await accept(late)).status).toBe(400)
    const email = anEmail()
    await invite(email)
    const first = await mailedToken()
    time = new Date(time.getTime() + 1000)
    await invite(email)
    const second = await mailedToken()
    expect((await accept(first)).status).toBe(400)
    const { id } = await database().memberInvitation.findFirstOrThrow({ where: { vendorId, email } })
    const path = at(revokeInvitation.path, id)
    expect((await owner.call(revokeInvitation, 'DELETE', path)).status).toBe(200)
    expect((await accept(second)).status).toBe(400)
    expect(await memberOf(email)).toBeNull()
  })

  test('is not sent for an email that signs in here, of whichever business', async () => {
    const other = await buildVendor({ email: anEmail() })
    const { email } = await database().vendor.findUniqueOrThrow({ where: { id: other.id } })
    expect(await invite(email)).toBe(409)
    expect(await invite(owner.email)).toBe(409)
  })

  test('is nowhere in the database in a usable form', async () => {
    await invite(anEmail())
    const rows = await database().memberInvitation.findMany({ where: { vendorId } })
    expect(JSON.stringify(rows)).not.toContain(await mailedToken())
  })

  test('is sent at most twenty times a day', async () => {
    for (let count = 0; count < 20; count += 1) expect(await invite(anEmail())).toBe(201)
    expect(await invite(anEmail())).toBe(429)
  })

  test('is not sent by somebody whose own email is not confirmed', async () => {
    await database().member.update({ where: { id: vendorId }, data: { emailConfirmedAt: null } })
    expect(await invite(anEmail())).toBe(403)
  })

  test('is for any role but the owner’s', async () => {
    expect(await invite(anEmail(), 'owner')).toBe(400)
  })
})

describe('a member', () => {
  test('who is removed is signed out at once, and its email can be invited again', async () => {
    const person = await joined()
    const session = await signedIn(person.id)
    expect((await session.call(createCustomer, 'POST', createCustomer.path, {})).status).toBe(400)
    expect((await owner.call(removeMember, 'DELETE', at(removeMember.path, person.id))).status).toBe(200)
    expect((await session.call(createCustomer, 'POST', createCustomer.path, {})).status).toBe(401)
    expect(
      await checkSignIn({ email: person.email, password: PASSWORD }, { address: null, userAgent: null }),
    ).toBeNull()
    expect(await invite(person.email)).toBe(201)
  })

  test('of another role does what that role allows from the next request', async () => {
    const person = await joined('finance')
    const session = await signedIn(person.id)
    const make = async () =>
      (await session.call(generateApiKey, 'POST', generateApiKey.path, { name: 'Till' })).status
    expect(await make()).toBe(403)
    const path = at(changeRole.path, person.id)
    expect((await owner.call(changeRole, 'POST', path, { role: 'developer' })).status).toBe(200)
    expect(await make()).toBe(201)
  })

  test('is named in the audit log', async () => {
    const person = await joined('developer')
    await (await signedIn(person.id)).call(generateApiKey, 'POST', generateApiKey.path, { name: 'Till' })
    const { rows } = await readAuditLog(vendorId, new URLSearchParams())
    expect(rows.find(({ action }) => action === 'api_key.generated')).toMatchObject({ member: person.email })
    expect(rows.find(({ action }) => action === 'member.invited')).toMatchObject({ member: owner.email })
  })

  test('resets its own password, changes its own email, and leaves those of others', async () => {
    const person = await joined()
    const others = await database().member.findUniqueOrThrow({ where: { id: vendorId } })
    const next = anEmail()
    const origin = { address: null, userAgent: null }
    await inOrmTransaction((tx) => requestEmailChange(tx, { memberId: person.id, email: next, origin }))
    const [link] = (await mailsOf(vendorId, 'email_confirmation')).slice(-1)
    const confirmation = /\/confirm-email\/(\w+)/.exec(link?.text ?? '')?.[1] ?? ''
    await inOrmTransaction((tx) => confirmEmailChange(tx, { token: confirmation, address: null }))
    await inOrmTransaction((tx) => sendPasswordReset(tx, next))
    const [mail] = (await mailsOf(vendorId, 'password_reset')).slice(-1)
    const token = /\/reset-password\/(\w+)/.exec(mail?.text ?? '')?.[1] ?? ''
    await inOrmTransaction((tx) => resetPasswordWithToken(tx, { token, passwordHash: 'new', address: null }))
    expect(await database().member.findUniqueOrThrow({ where: { id: person.id } })).toMatchObject({
      email: next,
      passwordHash: 'new',
    })
    expect(await database().member.findUniqueOrThrow({ where: { id: vendorId } })).toEqual(others)
    expect((await database().vendor.findUniqueOrThrow({ where: { id: vendorId } })).email).toBe(owner.email)
  })

  test('of another business looks missing', async () => {
    const other = await buildVendor()
    const stranger = await buildMember(other.id, 'finance')
    for (const id of [stranger, other.id, newId(), 'x']) {
      expect((await owner.call(removeMember, 'DELETE', at(removeMember.path, id))).status, id).toBe(404)
      const role = { role: 'admin' }
      expect((await owner.call(changeRole, 'POST', at(changeRole.path, id), role)).status, id).toBe(404)
    }
    expect(await database().member.count({ where: { vendorId: other.id } })).toBe(2)
  })
})

describe('who may not invite any more', () => {
  type Act = (by: ByMember, other: string) => Promise<unknown>

  const actor = async (role: 'admin' | 'finance' = 'admin'): Promise<ByMember> => {
    const id = await buildMember(vendorId, role)
    const { email } = await database().member.findUniqueOrThrow({ where: { id } })
    return { vendorId, member: { id, name: email }, address: null }
  }
  const byOwner = (): ByMember => ({ vendorId, member: { id: vendorId, name: owner.email }, address: null })
  const remove = ({ member }: ByMember) => inOrmTransaction((tx) => excludeMember(tx, byOwner(), member.id))
  const demote = ({ member }: ByMember) =>
    inOrmTransaction((tx) => assignRole(tx, byOwner(), { memberId: member.id, role: 'finance' }))
  const inviteAs = (by: ByMember, email = anEmail()) =>
    inOrmTransaction((tx) => createInvitation(tx, by, { email, role: 'admin' }))

  const ENDS: [string, (by: ByMember) => Promise<unknown>][] = [
    ['removed', remove],
    ['demoted', demote],
  ]

  test.each(ENDS)('and is %s takes the open invitations along, and nobody else’s', async (_, end) => {
    const rogue = await signedIn((await actor()).member.id)
    const email = anEmail()
    const invitation = { email, role: 'admin' }
    expect((await rogue.call(inviteMember, 'POST', inviteMember.path, invitation)).status).toBe(201)
    const token = await mailedToken()
    const kept = anEmail()
    await invite(kept)
    const team = (await owner.call(getTeam, 'GET', getTeam.path)).body.members as {
      id: string
      email: string
      openInvitations: number
    }[]
    const member = team.find((one) => one.email === rogue.email) ?? expect.fail('no such member')
    expect(member.openInvitations).toBe(1)
    await end({ ...byOwner(), member: { id: member.id, name: rogue.email } })
    expect((await accept(token)).status).toBe(400)
    expect(await memberOf(email)).toBeNull()
    const left = await database().memberInvitation.findMany({ where: { vendorId } })
    expect(left.map((one) => one.email)).toEqual([kept])
    const { rows } = await readAuditLog(vendorId, new URLSearchParams())
    expect(rows.find(({ action }) => action === 'member.invitation_revoked')).toMatchObject({
      member: owner.email,
      detail: `${email}, invited by ${rogue.email}`,
    })
  })

  test.each(ENDS)(
    'leaves no invitation when it is %s with three on the way, on connections of their own',
    async (_, end) => {
      for (let round = 0; round < 12; round += 1) {
        const rogue = await actor()
        const sent = [1, 2, 3].map(() => inviteAs(rogue))
        const ends = await Promise.allSettled(round % 2 ? [end(rogue), ...sent] : [...sent, end(rogue)])
        for (const one of ends) {
          if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'role_not_allowed' })
        }
        const left = { vendorId, invitedById: rogue.member.id }
        expect(await database().memberInvitation.count({ where: left })).toBe(0)
        // A day's invitations are counted in the audit log.
        time = new Date(time.getTime() + DAY_MS)
      }
    },
  )

  test('waits for a removal that is on the way, and then sees it', async () => {
    const rogue = await actor()
    let inviting: Promise<unknown> = Promise.resolve()
    await inOrmTransaction(async (tx) => {
      await excludeMember(tx, byOwner(), rogue.member.id)
      inviting = expect(inviteAs(rogue)).rejects.toMatchObject({ code: 'role_not_allowed' })
      await expect.poll(waitingForLocks).toBe(1)
    })
    await inviting
  })

  const ACTS: [string, Act][] = [
    ['invites', (by) => inviteAs(by)],
    [
      'revokes an invitation',
      async (by) => {
        const { id } = await inviteAs(byOwner())
        return inOrmTransaction((tx) => withdrawInvitation(tx, by, id))
      },
    ],
    [
      'changes a role',
      (by, memberId) => inOrmTransaction((tx) => assignRole(tx, by, { memberId, role: 'developer' })),
    ],
    ['removes', (by, memberId) => inOrmTransaction((tx) => excludeMember(tx, by, memberId))],
    ['hands over', (by, memberId) => inOrmTransaction((tx) => handOverOwnership(tx, by, memberId))],
    ['sets the approval of payouts', (by) => inOrmTransaction((tx) => savePayoutApproval(tx, by, null))],
  ]

  test.each(ACTS)('nobody %s by a session that was read before the role was taken', async (_, act) => {
    const other = await buildMember(vendorId, 'admin')
    for (const end of [remove, demote]) {
      const rogue = await actor()
      await end(rogue)
      await expect(act(rogue, other)).rejects.toMatchObject({ code: 'role_not_allowed' })
    }
    expect(await database().member.findUniqueOrThrow({ where: { id: other } })).toMatchObject({
      role: 'admin',
    })
  })

  test('creates no API key by a session that was read before', async () => {
    const rogue = await actor()
    const session = await signedIn(rogue.member.id)
    let making: Promise<{ status: number }> = Promise.resolve({ status: 0 })
    await inOrmTransaction(async (tx) => {
      await assignRole(tx, byOwner(), { memberId: rogue.member.id, role: 'finance' })
      making = session.call(generateApiKey, 'POST', generateApiKey.path, { name: 'Till' })
      await expect.poll(waitingForLocks).toBe(1)
    })
    expect((await making).status).toBe(403)
    const { id: accountId } = await findAccount(database(), vendorId, 'test')
    expect(await database().apiKey.count({ where: { accountId } })).toBe(0)
  })
})

describe('the owner', () => {
  test('can be neither removed nor given another role', async () => {
    const admin = await signedIn((await joined('admin')).id)
    expect((await admin.call(removeMember, 'DELETE', at(removeMember.path, vendorId))).status).toBe(409)
    const path = at(changeRole.path, vendorId)
    expect((await admin.call(changeRole, 'POST', path, { role: 'finance' })).status).toBe(409)
    expect((await owner.call(removeMember, 'DELETE', at(removeMember.path, vendorId))).status).toBe(409)
  })

  test('hands the account over, and nobody else does', async () => {
    const person = await joined('admin')
    const admin = await signedIn(person.id)
    const path = at(transferOwnership.path, person.id)
    expect((await admin.call(transferOwnership, 'POST', path, {})).status).toBe(403)
    expect((await owner.call(transferOwnership, 'POST', path, {})).status).toBe(200)
    const { email } = await database().vendor.findUniqueOrThrow({ where: { id: vendorId } })
    expect(email).toBe(person.email)
    const { body } = await admin.call(getTeam, 'GET', getTeam.path)
    expect((body.members as { email: string; role: string }[]).map((one) => [one.email, one.role])).toEqual([
      [person.email, 'owner'],
      [owner.email, 'admin'],
    ])
    expect((await owner.call(transferOwnership, 'POST', path, {})).status).toBe(403)
  })

  test('of an account in live mode needs two-step sign-in', async () => {
    await buildSecondFactor(vendorId)
    await inOrmTransaction((tx) => grantLiveMode(tx, vendorId, anOperator))
    const person = await joined('admin')
    const path = at(transferOwnership.path, person.id)
    expect((await owner.call(transferOwnership, 'POST', path, {})).status).toBe(409)
    await database().member.update({
      where: { id: person.id },
      data: { totpSecretEncrypted: '-', totpConfirmedAt: time },
    })
    expect((await owner.call(transferOwnership, 'POST', path, {})).status).toBe(200)
  })

  test('is one, however many transfers come at once', async () => {
    const people = [await joined('admin'), await joined('admin')]
    await Promise.all(
      people.map(({ id }) => owner.call(transferOwnership, 'POST', at(transferOwnership.path, id), {})),
    )
    expect(await database().member.count({ where: { vendorId, role: 'owner' } })).toBe(1)
  })

  test('runs the instance, and its team does not', async () => {
    await database().vendor.update({ where: { id: vendorId }, data: { isOperator: true } })
    const person = await joined('admin')
    const admin = await signedIn(person.id)
    expect(await vendorOfSession({ memberId: vendorId, sessionId: owner.sessionId })).toMatchObject({
      isOperator: true,
    })
    expect(await vendorOfSession({ memberId: person.id, sessionId: admin.sessionId })).toMatchObject({
      isOperator: false,
    })
  })
})
