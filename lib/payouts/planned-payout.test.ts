import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { anOperator } from '@/lib/audit/operator.fixture'
import { connectionPool, database } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import { newId } from '@/lib/ids'
import { due, workOn } from '@/lib/jobs/queue.fixture'
import { expectSoundLedger } from '@/lib/ledger/sound-ledger.fixture'
import { mailsOf } from '@/lib/mail/mail.fixture'
import { setClock } from '@/lib/time/clock'
import { dayAfter } from '@/lib/time/dates'
import { banVendor } from '@/lib/vendors/manage-vendor'
import { buildBankAccount, buildMember } from '@/prisma/seed/builders'
import { plannedPayoutWork } from './jobs'
import { type PayableCustomer, payableCustomer, walletOf } from './payable-customer.fixture'
import { plannedPayoutQueue } from './planned-payout'
import { cancelScheduledPayout, changeScheduledPayout, schedulePayout } from './scheduled-payouts'

let to: PayableCustomer
let confirmer: { memberId: string; memberName: string; requestId: string }

beforeEach(async () => {
  to = await payableCustomer(10_000n)
  const { id: memberId, email } = await database().member.findFirstOrThrow({
    where: { vendorId: to.account.vendorId },
  })
  confirmer = { memberId, memberName: email, requestId: newId() }
})
afterEach(async () => {
  setClock(null)
  await expectSoundLedger()
})

const tomorrow = () => dayAfter(new Date(), 1)

function scheduled(amountMinor = 2500n, day = tomorrow()): Promise<string> {
  const { customerId, bankAccountId } = to
  const order = { customerId, bankAccountId, amountMinor, day }
  return inTransaction((tx) => schedulePayout(tx, to.account, order, confirmer))
}

const onDay = (day: Date) => setClock(() => new Date(day.getTime() + 1000))
const dueRows = async () =>
  (await due(plannedPayoutQueue)).filter(({ tenantId }) => tenantId === to.account.id)
const workOff = async () => {
  for (const row of await dueRows()) await workOn(plannedPayoutWork, row)
}
const rowOf = (id: string) =>
  database().plannedPayout.findUniqueOrThrow({
    where: { accountId_id: { accountId: to.account.id, id } },
    include: { payout: true },
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
    if (row) await workOn(plannedPayoutWork, row)
    expect(await payouts()).toHaveLength(1)
    expect(await rowOf(id)).toMatchObject({ status: 'SENT', payout: { status: 'PAID', amountMinor: 2500n } })
    expect((await walletOf(to)).available).toBe(7500n)
    const { payoutId } = await rowOf(id)
    const [audited] = await database().auditEvent.findMany({ where: { subjectId: payoutId } })
    expect(audited).toMatchObject({ action: 'payout.requested', memberId: confirmer.memberId })
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
      'UPDATE planned_payouts SET lease_until = $2, next_attempt_at = $2 WHERE id = $1',
      [id, claims[1]?.leaseUntil],
    )
    await Promise.all(claims.map((claim) => plannedPayoutWork.work(claim)))
    expect(await payouts()).toHaveLength(1)
    expect((await walletOf(to)).available).toBe(7500n)
  })

  test('that is cancelled while it is being sent is sent or cancelled, never both', async () => {
    const ids = await Promise.all(Array.from({ length: 8 }, () => scheduled(100n)))
    onDay(tomorrow())
    const rows = await dueRows()
    const cancelled = await Promise.all([
      ...ids.map((id) =>
        inTransaction((tx) => cancelScheduledPayout(tx, to.account.id, id)).then(
          () => id,
          () => null,
        ),
      ),
      ...rows.map((row) => workOn(plannedPayoutWork, row).then(() => null)),
    ])
    const withdrawn = cancelled.filter((id) => id !== null)
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
    await inTransaction((tx) => changeScheduledPayout(tx, to.account, id, change, confirmer))
    onDay(tomorrow())
    await workOff()
    expect(await payouts()).toEqual([])
    onDay(later)
    await workOff()
    expect(await payouts()).toMatchObject([{ bankAccountId, amountMinor: 500n }])
    const again = inTransaction((tx) =>
      changeScheduledPayout(tx, to.account, id, { ...change, day: dayAfter(later, 1) }, confirmer),
    )
    await expect(again).rejects.toMatchObject({ code: 'scheduled_payout_over' })
  })

  test('that the balance does not cover on its day is refused with a mail, and can be scheduled again', async () => {
    const id = await scheduled(10_000n)
    await scheduled(9000n, tomorrow())
    onDay(tomorrow())
    const rows = await dueRows()
    for (const row of [...rows].sort((a, b) => Number(a.id === id) - Number(b.id === id))) {
      await workOn(plannedPayoutWork, row)
    }
    expect(await rowOf(id)).toMatchObject({
      status: 'REFUSED',
      refusalCode: 'insufficient_balance',
      refusalDetail: 'Insufficient available balance',
    })
    const mails = await mailsOf(to.account.id, 'payout_not_sent')
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toContain('Insufficient available balance')
    const change = { bankAccountId: to.bankAccountId, amountMinor: 1000n, day: dayAfter(tomorrow(), 1) }
    await inTransaction((tx) => changeScheduledPayout(tx, to.account, id, change, confirmer))
    onDay(change.day)
    await workOff()
    expect(await rowOf(id)).toMatchObject({ status: 'SENT', payout: { status: 'PAID' } })
  })

  test('that is refused is mailed to the owner and to the member who scheduled it, unless that one has left', async () => {
    const { vendorId } = to.account
    const [stays, leaves] = [await buildMember(vendorId, 'finance'), await buildMember(vendorId, 'finance')]
    for (const memberId of [stays, leaves]) {
      confirmer = { memberId, memberName: `member-${memberId}@example.com`, requestId: newId() }
      await scheduled(10_001n)
    }
    await inTransaction((tx) => tx.member.delete({ where: { id: leaves } }))
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
    await inTransaction((tx) => banVendor(tx, to.account.vendorId, 'Fraud', anOperator))
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
    const attempt = schedulePayout(connectionPool(), to.account, { ...order, day: tomorrow() }, confirmer)
    await expect(attempt).rejects.toMatchObject({ code: 'customer_not_found' })
    const mine = await scheduled()
    const change = { bankAccountId: to.bankAccountId, amountMinor: 1n, day: tomorrow() }
    const by = inTransaction((tx) => changeScheduledPayout(tx, theirs.account, mine, change, confirmer))
    await expect(by).rejects.toMatchObject({ code: 'scheduled_payout_not_found' })
    const cancel = inTransaction((tx) => cancelScheduledPayout(tx, theirs.account.id, mine))
    await expect(cancel).rejects.toMatchObject({ code: 'scheduled_payout_not_found' })
  })
})

test('a row keeps a payout that has not failed, whatever a program tries', async () => {
  const id = await scheduled()
  onDay(tomorrow())
  await workOff()
  const letGo = connectionPool().query(
    "UPDATE planned_payouts SET status = 'WAITING', next_attempt_at = now(), payout_id = NULL WHERE id = $1",
    [id],
  )
  await expect(letGo).rejects.toThrow('keeps a payout that has not failed')
})
