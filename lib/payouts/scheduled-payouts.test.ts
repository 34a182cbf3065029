import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { anOperator } from '@/lib/audit/operator.fixture'
import type { ActingMember } from '@/lib/audit/record-audit-event'
import { markBankAccountArchived } from '@/lib/bank-accounts/bank-account'
import { markCustomerArchived } from '@/lib/customers/customer'
import { connectionPool, database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { newId } from '@/lib/ids'
import { due, workOn } from '@/lib/jobs/queue.fixture'
import { mailsOf } from '@/lib/mail/mail.fixture'
import { excludeMember } from '@/lib/sign-in/team'
import { advanceClock } from '@/lib/test-mode/advance-clock'
import { setClock } from '@/lib/time/clock'
import { dayAfter } from '@/lib/time/dates'
import { zoneOf } from '@/lib/time/zone-names'
import { findAccount } from '@/lib/vendors/account'
import { markVendorBanned } from '@/lib/vendors/manage-vendor'
import { buildBankAccount, buildMember } from '@/prisma/seed/builders'
import { readWaiting } from './approval-list'
import { payoutRequestWork } from './jobs'
import { type PayableCustomer, payableCustomer, walletOf } from './payable-customer.fixture'
import { payoutRequestQueue } from './payout-request'
import {
  approveScheduledRequest,
  cancelScheduledPayout,
  changeScheduledPayout,
  createScheduledPayout,
  readScheduledPayouts,
  type ScheduledChange,
} from './scheduled-payouts'

let to: PayableCustomer
let requester: { member: ActingMember; requestId: string }

beforeEach(async () => {
  to = await payableCustomer(10_000n)
  const { id, email } = await database().member.findFirstOrThrow({
    where: { vendorId: to.account.vendorId },
  })
  requester = { member: { id, name: email }, requestId: newId() }
})
afterEach(() => setClock(null))

/** The vendor has chosen another time zone. */
const moveTo = async (timeZone: string) => {
  await database().vendor.update({ where: { id: to.account.vendorId }, data: { timeZone } })
  to.account = { ...to.account, zone: zoneOf(timeZone) }
}

const tomorrow = () => dayAfter(new Date(), 1)

function scheduled(amountMinor = 2500n, day = tomorrow()): Promise<string> {
  const { customerId, bankAccountId } = to
  const order = { customerId, bankAccountId, amountMinor, day }
  return inOrmTransaction((tx) => createScheduledPayout(tx, to.account, order, requester))
}

const onDay = (day: Date) => setClock(() => new Date(day.getTime() + 1000))
const dueRows = async () =>
  (await due(payoutRequestQueue)).filter(({ tenantId }) => tenantId === to.account.id)
const workOff = async () => {
  for (const row of await dueRows()) await workOn(payoutRequestWork, row)
}
const rowOf = (id: string) =>
  database().payoutRequest.findUniqueOrThrow({
    where: { accountId_id: { accountId: to.account.id, id } },
    include: { payouts: true },
  })
const payouts = () => database().payout.findMany({ where: { accountId: to.account.id } })

describe('a scheduled payout', () => {
  test('is sent when its day begins, once, in the name of the member who scheduled it', async () => {
    const id = await scheduled()
    expect(await dueRows()).toEqual([])
    expect(await walletOf(to)).toEqual({ available: 10_000n, held: 0n })
    onDay(tomorrow())
    const [row] = await dueRows()
    await workOff()
    // Another worker had seen it too.
    if (row) await workOn(payoutRequestWork, row)
    expect(await payouts()).toHaveLength(1)
    expect(await rowOf(id)).toMatchObject({
      status: 'SENT',
      payouts: [{ status: 'PAID', amountMinor: 2500n }],
    })
    expect((await walletOf(to)).available).toBe(7500n)
    const [payout] = await payouts()
    const [audited] = await database().auditEvent.findMany({ where: { subjectId: payout?.id ?? '' } })
    expect(audited).toMatchObject({ action: 'payout.requested', memberId: requester.member.id })
  })

  test.each([
    ['Pacific/Kiritimati', '2031-01-09T10:00:00Z'],
    ['Pacific/Pago_Pago', '2031-01-10T11:00:00Z'],
    ['America/New_York', '2031-01-10T05:00:00Z'],
  ])('is sent when its day begins in %s', async (name, start) => {
    setClock(() => new Date('2031-01-05T12:00:00Z'))
    await moveTo(name)
    const id = await scheduled(2500n, new Date('2031-01-10'))
    setClock(() => new Date(new Date(start).getTime() - 1))
    expect(await dueRows()).toEqual([])
    setClock(() => new Date(start))
    await workOff()
    expect((await rowOf(id)).status).toBe('SENT')
  })

  test('waits for its day where the vendor has moved', async () => {
    setClock(() => new Date('2031-01-05T12:00:00Z'))
    await moveTo('Pacific/Auckland')
    const id = await scheduled(2500n, new Date('2031-01-10'))
    await moveTo('America/New_York')
    setClock(() => new Date('2031-01-09T11:00:00Z'))
    await workOff()
    expect((await rowOf(id)).status).toBe('APPROVED')
    setClock(() => new Date('2031-01-10T05:00:00Z'))
    await workOff()
    expect(await rowOf(id)).toMatchObject({ status: 'SENT', payouts: [{ status: 'PAID' }] })
  })

  test('that two workers have claimed is sent by the one whose lease is the later', async () => {
    const id = await scheduled()
    onDay(tomorrow())
    const [row] = await dueRows()
    const claims = [10, 20].map((ms) => ({
      tenantId: to.account.id,
      id: row?.id ?? '',
      leaseUntil: new Date(Date.now() + 86_400_000 + ms),
      attemptCount: 0,
    }))
    await connectionPool().query(
      'UPDATE payout_requests SET lease_until = $2, next_attempt_at = $2 WHERE id = $1',
      [id, claims[1]?.leaseUntil],
    )
    await Promise.all(claims.map((claim) => payoutRequestWork.work(claim)))
    expect(await payouts()).toHaveLength(1)
    expect((await walletOf(to)).available).toBe(7500n)
  })

  test('that is canceled while it is being sent is sent or canceled, never both', async () => {
    const ids = await Promise.all(Array.from({ length: 8 }, () => scheduled(100n)))
    onDay(tomorrow())
    const rows = await dueRows()
    const canceled = await Promise.all([
      ...ids.map((id) =>
        inOrmTransaction((tx) => cancelScheduledPayout(tx, to.account, id, requester.member)).then(
          () => id,
          () => null,
        ),
      ),
      ...rows.map((row) => workOn(payoutRequestWork, row).then(() => null)),
    ])
    const withdrawn = canceled.filter((id) => id !== null)
    for (const id of ids) {
      expect((await rowOf(id)).status).toBe(withdrawn.includes(id) ? 'CANCELED' : 'SENT')
    }
    expect(await payouts()).toHaveLength(ids.length - withdrawn.length)
  })

  test('is sent on its new day and to its new amount and account after a change', async () => {
    const id = await scheduled()
    const { id: bankAccountId } = await buildBankAccount(to.account, to.customerId)
    const later = dayAfter(new Date(), 3)
    const change = { bankAccountId, amountMinor: 500n, day: later }
    await inOrmTransaction((tx) => changeScheduledPayout(tx, to.account, id, change, requester))
    onDay(tomorrow())
    await workOff()
    expect(await payouts()).toEqual([])
    onDay(later)
    await workOff()
    expect(await payouts()).toMatchObject([{ bankAccountId, amountMinor: 500n }])
    const again = inOrmTransaction((tx) =>
      changeScheduledPayout(tx, to.account, id, { ...change, day: dayAfter(later, 1) }, requester),
    )
    await expect(again).rejects.toMatchObject({ code: 'scheduled_payout_over' })
  })

  test('that the balance does not cover on its day is refused with a mail, and can be scheduled again', async () => {
    const id = await scheduled(10_000n)
    await scheduled(9000n, tomorrow())
    onDay(tomorrow())
    const rows = await dueRows()
    for (const row of [...rows].sort((a, b) => Number(a.id === id) - Number(b.id === id))) {
      await workOn(payoutRequestWork, row)
    }
    expect(await rowOf(id)).toMatchObject({
      status: 'REFUSED',
      refusalCode: 'insufficient_balance',
      reason: 'Insufficient available balance',
    })
    const mails = await mailsOf(to.account.id, 'payout_not_sent')
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toContain('Insufficient available balance')
    const change = { bankAccountId: to.bankAccountId, amountMinor: 1000n, day: dayAfter(tomorrow(), 1) }
    await inOrmTransaction((tx) => changeScheduledPayout(tx, to.account, id, change, requester))
    onDay(change.day)
    await workOff()
    expect(await rowOf(id)).toMatchObject({ status: 'SENT', payouts: [{ status: 'PAID' }] })
  })

  test('that is refused is mailed to the owner and to the member who scheduled it, unless that one has left', async () => {
    const { vendorId } = to.account
    const [stays, leaves] = [await buildMember(vendorId, 'finance'), await buildMember(vendorId, 'finance')]
    for (const memberId of [stays, leaves]) {
      const member = { id: memberId, name: `member-${memberId}@example.com` }
      requester = { member, requestId: newId() }
      await scheduled(10_001n)
    }
    await inOrmTransaction((tx) => tx.member.delete({ where: { id: leaves } }))
    onDay(tomorrow())
    await workOff()
    const owner = await database().member.findFirstOrThrow({ where: { vendorId, role: 'owner' } })
    const mails = await mailsOf(to.account.id, 'payout_not_sent')
    expect(mails.map(({ recipient }) => recipient).sort()).toEqual(
      [owner.email, owner.email, `member-${stays}@example.com`].sort(),
    )
  })

  test('of a vendor who is banned by then is refused', async () => {
    const id = await scheduled()
    await inOrmTransaction((tx) => markVendorBanned(tx, to.account.vendorId, 'Fraud', anOperator))
    onDay(tomorrow())
    await workOff()
    expect(await rowOf(id)).toMatchObject({ status: 'REFUSED', refusalCode: 'vendor_banned' })
    expect(await payouts()).toEqual([])
  })

  test.each([
    ['today', 0],
    ['more than a year ahead', 367],
  ])('for %s is refused', async (_, days) => {
    await expect(scheduled(100n, dayAfter(new Date(), days))).rejects.toMatchObject({ code: 'invalid_input' })
  })

  test('to another account’s customer looks like one to a missing customer', async () => {
    const theirs = await payableCustomer(0n)
    const order = { customerId: theirs.customerId, bankAccountId: theirs.bankAccountId, amountMinor: 1n }
    const attempt = createScheduledPayout(
      connectionPool(),
      to.account,
      { ...order, day: tomorrow() },
      requester,
    )
    await expect(attempt).rejects.toMatchObject({ code: 'customer_not_found' })
    const mine = await scheduled()
    const change = { bankAccountId: to.bankAccountId, amountMinor: 1n, day: tomorrow() }
    const { vendorId } = theirs.account
    const stranger = { ...requester, member: { ...requester.member, id: vendorId } }
    const by = inOrmTransaction((tx) => changeScheduledPayout(tx, theirs.account, mine, change, stranger))
    await expect(by).rejects.toMatchObject({ code: 'scheduled_payout_not_found' })
    const cancel = inOrmTransaction((tx) => cancelScheduledPayout(tx, theirs.account, mine, requester.member))
    await expect(cancel).rejects.toMatchObject({ code: 'scheduled_payout_not_found' })
  })
})

describe('a scheduled payout from the vendor’s threshold on', () => {
  let finance: ActingMember
  let owner: ActingMember

  const threshold = async (fromMinor: bigint | null) => {
    const { vendorId } = to.account
    const data = { payoutApprovalFromMinor: fromMinor }
    await inOrmTransaction((tx) => tx.vendor.update({ where: { id: vendorId }, data }))
    to = { ...to, account: await findAccount(database(), vendorId, 'test') }
  }
  const member = async (role: 'admin' | 'finance', email?: string): Promise<ActingMember> => {
    const id = await buildMember(to.account.vendorId, role, email === undefined ? {} : { email })
    const stored = await database().member.findUniqueOrThrow({ where: { id } })
    return { id, name: stored.email }
  }
  const changeTo = (changes: Partial<ScheduledChange> = {}): ScheduledChange => ({
    bankAccountId: to.bankAccountId,
    amountMinor: 2500n,
    day: tomorrow(),
    ...changes,
  })
  const approve = (id: string, by: ActingMember, changes?: Partial<ScheduledChange>) =>
    inOrmTransaction((tx) => approveScheduledRequest(tx, to.account, id, changeTo(changes), by))
  const cancel = (id: string, by: ActingMember) =>
    inOrmTransaction((tx) => cancelScheduledPayout(tx, to.account, id, by))
  const mails = async () =>
    (await mailsOf(to.account.id, 'payout_approval')).map(({ recipient, subject, text }) => ({
      recipient,
      subject,
      text,
    }))
  const upcomingPayout = async (id: string) =>
    (await readScheduledPayouts(database(), to.account)).upcoming.find((row) => row.id === id)

  beforeEach(async () => {
    await threshold(2500n)
    finance = await member('finance')
    owner = requester.member
  })

  test('that is approved before its day is sent on its day, in the name of both', async () => {
    const id = await scheduled()
    expect(await upcomingPayout(id)).toMatchObject({ status: 'HELD', isLate: false, approvedBy: null })
    expect(await mails()).toMatchObject([
      { recipient: finance.name, subject: expect.stringMatching(/^\[Test\] Approve a payout: \$25\.00/) },
    ])
    expect(await readWaiting(to.account.id)).toMatchObject({
      count: 1,
      batches: [],
      scheduled: [{ id, amount: { amount: '25.00' }, scheduledBy: owner.name }],
    })
    await approve(id, finance)
    expect(await upcomingPayout(id)).toMatchObject({ status: 'WAITING', approvedBy: finance.name })
    expect(await readWaiting(to.account.id)).toMatchObject({ count: 0, scheduled: [] })
    expect((await mails()).at(-1)).toMatchObject({
      recipient: owner.name,
      subject: expect.stringContaining('Payout approved: $25.00'),
    })
    await expect(approve(id, finance)).rejects.toMatchObject({ code: 'payout_approval_over' })
    expect(await dueRows()).toEqual([])
    onDay(tomorrow())
    await Promise.all([workOff(), workOff()])
    expect(await payouts()).toMatchObject([{ status: 'PAID', amountMinor: 2500n }])
  })

  test('that nobody has approved by its day waits, says so, and is sent once somebody does', async () => {
    const id = await scheduled()
    onDay(dayAfter(tomorrow(), 2))
    await workOff()
    expect(await upcomingPayout(id)).toMatchObject({ status: 'HELD', isLate: true })
    expect(await payouts()).toEqual([])
    await approve(id, finance)
    await workOff()
    expect(await rowOf(id)).toMatchObject({ status: 'SENT', payouts: [{ status: 'PAID' }] })
    expect((await walletOf(to)).available).toBe(7500n)
  })

  test('that is declined is canceled, and the person who scheduled it is told', async () => {
    const id = await scheduled()
    await cancel(id, finance)
    expect(await rowOf(id)).toMatchObject({ status: 'CANCELED' })
    expect((await mails()).at(-1)).toMatchObject({
      recipient: owner.name,
      subject: expect.stringContaining('Payout rejected: $25.00'),
    })
    await expect(approve(id, finance)).rejects.toMatchObject({ code: 'scheduled_payout_over' })
    // Nobody needs a mail about a payout that they canceled themselves.
    const own = await scheduled()
    const before = (await mails()).length
    await cancel(own, owner)
    expect(await mails()).toHaveLength(before)
    onDay(tomorrow())
    await workOff()
    expect(await payouts()).toEqual([])
  })

  test('is approved neither by the person who scheduled it nor by one who was removed', async () => {
    const id = await scheduled()
    await expect(approve(id, owner)).rejects.toMatchObject({ code: 'payout_approval_own' })
    const by = { vendorId: to.account.vendorId, member: owner, address: null }
    await inOrmTransaction((tx) => excludeMember(tx, by, finance.id))
    await expect(approve(id, finance)).rejects.toMatchObject({ code: 'role_not_allowed' })
    onDay(tomorrow())
    await workOff()
    expect(await payouts()).toEqual([])
  })

  test('is approved as it was shown, and again after a change', async () => {
    const id = await scheduled()
    for (const changes of [
      { amountMinor: 2501n },
      { day: dayAfter(tomorrow(), 1) },
      { bankAccountId: newId() },
    ]) {
      await expect(approve(id, finance, changes)).rejects.toMatchObject({ code: 'scheduled_payout_changed' })
    }
    await approve(id, finance)
    const change = changeTo({ amountMinor: 9000n })
    await inOrmTransaction((tx) => changeScheduledPayout(tx, to.account, id, change, requester))
    expect(await upcomingPayout(id)).toMatchObject({ status: 'HELD', approvedBy: null })
    onDay(tomorrow())
    await workOff()
    expect(await payouts()).toEqual([])
    setClock(null)
    // Below the threshold, nobody has to approve it.
    const small = changeTo({ amountMinor: 2499n })
    await inOrmTransaction((tx) => changeScheduledPayout(tx, to.account, id, small, requester))
    onDay(tomorrow())
    await workOff()
    expect(await payouts()).toMatchObject([{ amountMinor: 2499n }])
  })

  test('approved and canceled at once is sent or canceled, never both', async () => {
    const ids = await Promise.all(Array.from({ length: 6 }, () => scheduled()))
    onDay(tomorrow())
    const decided = await Promise.all(
      ids.map((id) => Promise.allSettled([approve(id, finance), cancel(id, owner)])),
    )
    await workOff()
    for (const [index, [approved, canceled]] of decided.entries()) {
      // An approved payout can still be canceled, and a canceled one can't be approved.
      expect(approved.status === 'fulfilled' || canceled.status === 'fulfilled').toBe(true)
      const { status } = await rowOf(ids[index] ?? '')
      expect(status === 'CANCELED').toBe(canceled.status === 'fulfilled')
    }
    const sent = decided.filter(([, canceled]) => canceled.status === 'rejected')
    expect((await payouts()).length).toBe(Math.min(sent.length, 4))
  })

  test('begins to wait on its day if the threshold was lowered since it was scheduled', async () => {
    await threshold(null)
    const id = await scheduled()
    expect(await rowOf(id)).toMatchObject({ status: 'APPROVED' })
    await threshold(1000n)
    onDay(tomorrow())
    await workOff()
    expect(await rowOf(id)).toMatchObject({ status: 'WAITING', refusalCode: null })
    expect(await mails()).toMatchObject([{ recipient: finance.name }])
    expect(await mailsOf(to.account.id, 'payout_not_sent')).toEqual([])
    await approve(id, finance)
    await workOff()
    expect(await rowOf(id)).toMatchObject({ status: 'SENT', payouts: [{ status: 'PAID' }] })
  })

  test('is sent at once when its day passes by the test clock and it is approved then', async () => {
    const id = await scheduled()
    await advanceClock(to.account.id, 2)
    const row = await upcomingPayout(id)
    expect(row).toMatchObject({ status: 'HELD', isLate: true })
    await approve(id, finance, { day: new Date(`${row?.day}T00:00:00Z`) })
    await workOff()
    expect(await payouts()).toMatchObject([{ status: 'PAID' }])
  })

  test('looks missing to another account, and another vendor’s member approves nothing', async () => {
    const id = await scheduled()
    const theirs = await payableCustomer(0n)
    const { vendorId } = theirs.account
    const stranger = await database().member.findFirstOrThrow({ where: { vendorId } })
    const by = { id: stranger.id, name: stranger.email }
    await expect(
      inOrmTransaction((tx) => approveScheduledRequest(tx, theirs.account, id, changeTo(), by)),
    ).rejects.toMatchObject({ code: 'scheduled_payout_not_found' })
    await expect(approve(id, by)).rejects.toMatchObject({ code: 'role_not_allowed' })
  })
})

test('one that was sent is not sent again, whatever a program tries', async () => {
  const id = await scheduled()
  onDay(tomorrow())
  await workOff()
  const again = connectionPool().query(
    "UPDATE payout_requests SET status = 'APPROVED', next_attempt_at = now() WHERE id = $1",
    [id],
  )
  await expect(again).rejects.toThrow('cannot go from SENT to APPROVED')
})

describe('a scheduled payout whose recipient was archived', () => {
  test.each([
    ['customer', () => markCustomerArchived(connectionPool(), to.account.id, to.customerId)],
    [
      'bank account',
      () => markBankAccountArchived(connectionPool(), to.account.id, to.customerId, to.bankAccountId),
    ],
  ])(
    'by its %s is refused on its day, nothing moves, and who scheduled it is told why',
    async (_, archive) => {
      const id = await scheduled()
      await archive()
      onDay(tomorrow())
      await workOff()
      expect(await rowOf(id)).toMatchObject({
        status: 'REFUSED',
        refusalCode: 'payout_recipient_archived',
        reason: 'The customer or bank account was archived',
        payouts: [],
      })
      expect(await walletOf(to)).toEqual({ available: 10_000n, held: 0n })
      const mails = await mailsOf(to.account.id, 'payout_not_sent')
      expect(mails.map(({ text }) => text).join()).toContain('The customer or bank account was archived')
    },
  )
})
