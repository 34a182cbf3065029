import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { connectionPool, database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { formatDayIn } from '@/lib/i18n/locale-format'
import { newId } from '@/lib/ids'
import { due, workOn } from '@/lib/jobs/queue.fixture'
import { mailsOf } from '@/lib/mail/mail.fixture'
import { signedIn } from '@/lib/sign-in/signed-in.fixture'
import { changeRole, inviteMember, joinTeam, removeMember } from '@/lib/sign-in/team-dashboard'
import { setClock } from '@/lib/time/clock'
import { dayAfter, formatIsoDate } from '@/lib/time/dates'
import { buildMember } from '@/prisma/seed/builders'
import { approvePayout, getPayoutApproval, rejectPayout } from './approval-dashboard'
import { decideOnPayoutBatch, getPayoutBatch, payPayoutBatch, uploadPayoutBatch } from './batch-dashboard'
import type { BatchView } from './batch-view'
import { payoutRequestWork } from './jobs'
import { type PayableCustomer, payableCustomer } from './payable-customer.fixture'
import { requestPayout } from './payout-dashboard'
import { payoutRequestQueue } from './payout-request'
import { approveScheduledPayout, listScheduledPayouts, schedulePayout } from './schedule-dashboard'
import type { ScheduledPayoutsView } from './scheduled-payouts'

type Person = Awaited<ReturnType<typeof signedIn>> & { memberId: string }

const DAY_MS = 24 * 60 * 60 * 1000

let payable: PayableCustomer
let vendorId: string
let owner: Person
let finance: Person
let time = new Date()

beforeEach(async () => {
  time = new Date()
  setClock(() => time)
  payable = await payableCustomer(1_000_000n)
  vendorId = payable.account.vendorId
  await database().vendor.update({
    where: { id: vendorId },
    data: { payoutApprovalFromMinor: 50_000n, payoutProofAboveMinor: null },
  })
  owner = await person(vendorId)
  finance = await person(await buildMember(vendorId, 'finance'))
})
afterEach(() => setClock(null))

async function person(memberId: string): Promise<Person> {
  return { ...(await signedIn(memberId)), memberId }
}

const anEmail = () => `person-${newId()}@example.com`
const at = ({ path }: { path: string }, id: string) => path.replace('{id}', id)
const payouts = () => database().payout.count({ where: { accountId: payable.account.id } })
const dueRows = async () =>
  (await due(payoutRequestQueue)).filter(({ tenantId }) => tenantId === payable.account.id)
const workOff = async () => {
  for (let rows = await dueRows(); rows.length > 0; rows = await dueRows()) {
    for (const row of rows) await workOn(payoutRequestWork, row)
  }
}
/** A new email, whichever way it takes effect. */
const changeEmail = async ({ memberId }: Person, email = anEmail()) => {
  await database().member.update({ where: { id: memberId }, data: { email } })
  return email
}

async function remove({ memberId }: Person): Promise<void> {
  expect((await owner.call(removeMember, 'DELETE', at(removeMember, memberId))).status).toBe(200)
}

/** Invites a person, who joins. */
async function join(email: string, role = 'finance'): Promise<Person> {
  expect((await owner.call(inviteMember, 'POST', inviteMember.path, { email, role })).status).toBe(201)
  const mail = (await mailsOf(vendorId, 'invitation')).at(-1)
  const token = /\/join\/([0-9A-Za-z]+)$/m.exec(mail?.text ?? '')?.[1] ?? ''
  const fields = { token, name: 'Grace Hopper', password: 'a quiet horse at noon' }
  expect((await owner.call(joinTeam, 'POST', joinTeam.path, fields)).status).toBe(201)
  const { id } = await database().member.findUniqueOrThrow({ where: { email } })
  return person(id)
}

/** What one person asks for and another approves, in each of the three ways. */
type Way = {
  /** The part that asks nobody yet. */
  prepare?: (by: Person) => Promise<string>
  ask: (by: Person, prepared?: string) => Promise<string>
  approve: (by: Person, id: string) => Promise<number>
}

const key = () => ({ 'idempotency-key': newId() })

const WAYS: { [way: string]: Way } = {
  payout: {
    ask: async (by) => {
      const order = { customer_id: payable.customerId, bank_account_id: payable.bankAccountId, amount: '600' }
      const reply = await by.call(requestPayout, 'POST', requestPayout.path, order, undefined, key())
      expect(reply.status, JSON.stringify(reply.body)).toBe(202)
      return (reply.body.approval as { id: string }).id
    },
    approve: async (by, id) => (await by.call(approvePayout, 'POST', at(approvePayout, id), {})).status,
  },
  batch: {
    prepare: upload,
    ask: async (by, prepared) => {
      const id = prepared ?? (await upload(by))
      const confirmed = { selection: 'new', count: 1, sum: '600.00' }
      expect((await by.call(payPayoutBatch, 'POST', at(payPayoutBatch, id), confirmed)).status).toBe(202)
      return id
    },
    approve: async (by, id) => {
      const decision = { isApproved: true, count: 1, sum: '600.00' }
      return (await by.call(decideOnPayoutBatch, 'POST', at(decideOnPayoutBatch, id), decision)).status
    },
  },
  'scheduled payout': {
    ask: async (by) => {
      const order = { ...scheduledOrder(), customer_id: payable.customerId }
      const reply = await by.call(schedulePayout, 'POST', schedulePayout.path, order, undefined, key())
      expect(reply.status, JSON.stringify(reply.body)).toBe(201)
      return String(reply.body.id)
    },
    approve: async (by, id) => {
      const path = at(approveScheduledPayout, id)
      return (await by.call(approveScheduledPayout, 'POST', path, scheduledOrder())).status
    },
  },
}

async function upload(by: Person): Promise<string> {
  const { email } = await database().customer.findFirstOrThrow({
    where: { accountId: payable.account.id, id: payable.customerId },
  })
  const file = `recipient,bank account,amount,reference\n${email},,600,`
  const { status, body } = await by.call(uploadPayoutBatch, 'POST', uploadPayoutBatch.path, {
    name: 'may.csv',
    file,
  })
  expect(status, JSON.stringify(body)).toBe(201)
  return String(body.id)
}

const scheduledOrder = () => ({
  bank_account_id: payable.bankAccountId,
  amount: '600.00',
  day: formatIsoDate(dayAfter(new Date(), 20)),
})

describe.each(Object.entries(WAYS))('a %s', (_, { prepare, ask, approve }) => {
  test('is not approved by the person who asked for it and comes back under a new email, however late', async () => {
    const id = await ask(finance)
    const email = await changeEmail(finance)
    await remove(finance)
    const again = await join(email)
    for (const days of [0, 4, 2]) {
      time = new Date(time.getTime() + days * DAY_MS)
      // Signed in anew: the first session has expired.
      expect(await approve(await person(again.memberId), id)).not.toBeLessThan(400)
    }
    await workOff()
    expect(await payouts()).toBe(0)
  })

  test('is not approved under an email that the person who asked for it had before', async () => {
    const former = finance.email
    await changeEmail(finance)
    await changeEmail(finance)
    const id = await ask(finance)
    const second = await person(await buildMember(vendorId, 'finance', { email: former }))
    expect(await approve(second, id)).toBe(403)
    expect(await approve(owner, id)).toBeLessThan(300)
  })

  test('is not approved once the person who asked has left, whatever way that one left', async () => {
    const id = await ask(finance)
    await database().memberSession.deleteMany({ where: { memberId: finance.memberId } })
    await inOrmTransaction((tx) => tx.member.delete({ where: { id: finance.memberId } }))
    expect(await approve(owner, id)).toBe(403)
    expect(await payouts()).toBe(0)
  })

  test('that a person asks for while it is removed is canceled, or was never asked for', async () => {
    for (let round = 0; round < 5; round += 1) {
      const leaving = await person(await buildMember(vendorId, 'finance'))
      const prepared = await prepare?.(leaving)
      await Promise.all([ask(leaving, prepared).catch(() => null), remove(leaving)])
    }
    const accountId = payable.account.id
    expect(await database().payoutRequest.count({ where: { accountId, status: 'WAITING' } })).toBe(0)
    expect(await payouts()).toBe(0)
  })

  test('is approved by a member from the fourth day of a role that approves, and by the first owner at once', async () => {
    const id = await ask(finance)
    const young = await join(anEmail(), 'admin')
    expect(await approve(young, id)).toBe(403)
    time = new Date(time.getTime() + 3 * DAY_MS - 1)
    expect(await approve(await person(young.memberId), id)).toBe(403)
    time = new Date(time.getTime() + 1)
    expect(await approve(await person(young.memberId), id)).toBeLessThan(300)
    const founder = await person(vendorId)
    expect(await approve(founder, await ask(await person(finance.memberId)))).toBeLessThan(300)
  })
})

describe('what a removed person asked for', () => {
  test('says why it is not paid, and a batch or a scheduled payout can be confirmed by somebody else', async () => {
    const ids = new Map<string, string>()
    for (const [way, { ask }] of Object.entries(WAYS)) ids.set(way, await ask(finance))
    await remove(finance)
    const reason = `${finance.email}, who requested it, was removed from the team`
    const approval = await owner.call(
      getPayoutApproval,
      'GET',
      at(getPayoutApproval, ids.get('payout') ?? ''),
    )
    expect(approval.body).toMatchObject({ status: 'CANCELED', decidedBy: owner.email, reason })
    const path = at(getPayoutBatch, ids.get('batch') ?? '')
    const batch = (await owner.call(getPayoutBatch, 'GET', path)).body as unknown as BatchView
    expect(batch).toMatchObject({ held: { count: 0 }, failed: { count: 1 }, rows: [{ problem: reason }] })
    const { past } = (await owner.call(listScheduledPayouts, 'GET', listScheduledPayouts.path))
      .body as unknown as ScheduledPayoutsView
    expect(past).toMatchObject([{ id: ids.get('scheduled payout'), status: 'REFUSED', reason }])
    const logged = await database().auditEvent.findMany({
      where: { vendorId, subjectId: { in: [...ids.values()] }, detail: { contains: reason } },
    })
    expect(logged.map(({ action, memberName }) => [action, memberName]).toSorted()).toEqual([
      ['payout.approval_canceled', owner.email],
      ['payout.unscheduled', owner.email],
      ['payout_batch.returned', owner.email],
    ])
    const confirmed = { selection: 'failed', count: 1, sum: '600.00' }
    expect((await owner.call(payPayoutBatch, 'POST', `${path}/pay`, confirmed)).status).toBe(202)
    const second = await person(await buildMember(vendorId, 'admin'))
    expect(await WAYS.batch?.approve(second, ids.get('batch') ?? '')).toBe(202)
    await workOff()
    expect(await payouts()).toBe(1)
  })

  test('leaves alone what others asked for, and what was approved already', async () => {
    const admin = await person(await buildMember(vendorId, 'admin'))
    const others = await WAYS.payout?.ask(admin)
    const approved = (await WAYS['scheduled payout']?.ask(finance)) ?? ''
    await WAYS['scheduled payout']?.approve(owner, approved)
    await remove(finance)
    const where = { accountId: payable.account.id }
    expect(await database().payoutRequest.findMany({ where, orderBy: { id: 'asc' } })).toMatchObject([
      { id: others, status: 'WAITING' },
      { id: approved, status: 'APPROVED', decidedById: owner.memberId },
    ])
  })

  test('below a threshold that was lowered since is refused on its day: nobody is the second person', async () => {
    await database().vendor.update({ where: { id: vendorId }, data: { payoutApprovalFromMinor: null } })
    const id = (await WAYS['scheduled payout']?.ask(finance)) ?? ''
    await remove(finance)
    await database().vendor.update({ where: { id: vendorId }, data: { payoutApprovalFromMinor: 100n } })
    time = dayAfter(new Date(), 21)
    await workOff()
    expect(await database().payoutRequest.findFirstOrThrow({ where: { id } })).toMatchObject({
      status: 'REFUSED',
      refusalCode: 'payout_needs_approval',
    })
    expect(await payouts()).toBe(0)
  })
})

describe('a member who may not approve yet', () => {
  test('is told from when it may, and rejects at once', async () => {
    const id = (await WAYS.payout?.ask(finance)) ?? ''
    const joinedAt = new Date('2026-11-23T10:20:30Z')
    const young = await person(await buildMember(vendorId, 'finance'))
    await database().member.update({ where: { id: young.memberId }, data: { approverSince: joinedAt } })
    time = joinedAt
    const reply = await (await person(young.memberId)).call(approvePayout, 'POST', at(approvePayout, id), {})
    expect(reply).toMatchObject({
      status: 403,
      body: {
        error: 'You joined or changed roles recently. You can approve payouts from 2026-11-26 10:21 UTC on',
      },
    })
    const path = at(rejectPayout, id)
    expect((await (await person(young.memberId)).call(rejectPayout, 'POST', path, {})).status).toBe(200)
  })

  test('has had another role in between: a break starts the count again, a change between such roles does not', async () => {
    const set = async (role: string) => {
      const path = at(changeRole, finance.memberId)
      expect((await owner.call(changeRole, 'POST', path, { role })).status).toBe(200)
    }
    const id = (await WAYS.payout?.ask(owner)) ?? ''
    await set('developer')
    await set('finance')
    expect(await WAYS.payout?.approve(finance, id)).toBe(403)
    time = new Date(time.getTime() + 3 * DAY_MS)
    owner = await person(vendorId)
    await set('admin')
    expect(await WAYS.payout?.approve(await person(finance.memberId), id)).toBe(200)
  })

  test('is announced to the owner: invited, joined, or promoted, with the day', async () => {
    const email = anEmail()
    const admin = await person(await buildMember(vendorId, 'admin'))
    expect(
      (await admin.call(inviteMember, 'POST', inviteMember.path, { email, role: 'finance' })).status,
    ).toBe(201)
    await join(anEmail(), 'read_only')
    const reader = await database().member.findFirstOrThrow({ where: { vendorId, role: 'read_only' } })
    const path = at(changeRole, reader.id)
    expect((await admin.call(changeRole, 'POST', path, { role: 'finance' })).status).toBe(200)
    const joiner = await join(anEmail(), 'admin')
    const notices = (await mailsOf(vendorId, 'security_notice')).filter(({ subject }) =>
      /approve/.test(subject),
    )
    expect(new Set(notices.map(({ recipient }) => recipient))).toEqual(new Set([owner.email]))
    const texts = notices.map(({ text }) => text)
    const day = formatDayIn('en', new Date(time.getTime() + 3 * DAY_MS))
    expect(texts[0]).toContain(`${admin.email} has invited ${email}`)
    expect(texts[1]).toContain(`${reader.email} can approve payouts that others request, from ${day} on`)
    expect(texts.at(-1)).toContain(`${joiner.email} can approve payouts that others request, from ${day}`)
  })
})

test('a person keeps its former emails, whatever changes the email', async () => {
  const [first, second] = [finance.email, anEmail()]
  for (const email of [second, first, second]) {
    await connectionPool().query('UPDATE members SET email = $1 WHERE id = $2', [email, finance.memberId])
  }
  expect(await database().member.findUniqueOrThrow({ where: { id: finance.memberId } })).toMatchObject({
    email: second,
    formerEmails: [second, first],
  })
})
