import { afterEach, beforeEach, expect, test } from 'vitest'
import { anOperator } from '@/lib/audit/operator.fixture'
import { database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { newId } from '@/lib/ids'
import { signedIn } from '@/lib/sign-in/signed-in.fixture'
import { setClock } from '@/lib/time/clock'
import { dayAfter, formatIsoDate } from '@/lib/time/dates'
import { markVendorBanned } from '@/lib/vendors/manage-vendor'
import { buildMember } from '@/prisma/seed/builders'
import {
  approvePayout,
  cancelPayoutApproval,
  getPayoutApproval,
  getWaitingPayouts,
  listPayoutApprovals,
  rejectPayout,
} from './approval-dashboard'
import { readApproval } from './approval-view'
import { type PayableCustomer, payableCustomer } from './payable-customer.fixture'
import { requestPayout } from './payout-dashboard'
import { readPayout } from './queries'
import { approveScheduledPayout, schedulePayout } from './schedule-dashboard'

type Person = Awaited<ReturnType<typeof signedIn>>

let payable: PayableCustomer
let owner: Person
let finance: Person
let time = new Date()

beforeEach(async () => {
  time = new Date()
  setClock(() => time)
  payable = await payableCustomer(100_000n)
  const { vendorId: id } = payable.account
  await database().vendor.update({
    where: { id },
    data: { payoutApprovalFromMinor: 50_000n, payoutProofAboveMinor: null },
  })
  owner = await signedIn(id)
  finance = await signedIn(await buildMember(id, 'finance'))
})
afterEach(() => setClock(null))

const send = (amount: string, key = newId(), by = finance) => {
  const order = { customer_id: payable.customerId, bank_account_id: payable.bankAccountId, amount }
  return by.call(requestPayout, 'POST', requestPayout.path, order, undefined, { 'idempotency-key': key })
}

/** Asks for a payout that needs two people, and returns the id under which it waits. */
async function ask(amount = '600.00', by = finance): Promise<string> {
  const { status, body } = await send(amount, newId(), by)
  expect(status).toBe(202)
  return (body.approval as { id: string }).id
}

const at = ({ path }: { path: string }, id: string) => path.replace('{id}', id)
const approve = (id: string, by = owner) => by.call(approvePayout, 'POST', at(approvePayout, id), {})
const payouts = () => database().payout.count({ where: { accountId: payable.account.id } })

test('a form sent ten times at once waits once, and a repeat answers the same', async () => {
  const key = newId()
  const replies = await Promise.all(Array.from({ length: 10 }, () => send('600', key)))
  const waiting = replies.filter(({ status }) => status === 202).map(({ body }) => JSON.stringify(body))
  expect(new Set(waiting).size).toBe(1)
  expect(replies.every(({ status }) => status === 202 || status === 409)).toBe(true)
  expect(await database().payoutRequest.count({ where: { accountId: payable.account.id } })).toBe(1)
  await database().vendor.update({
    where: { id: payable.account.vendorId },
    data: { payoutApprovalFromMinor: null },
  })
  // Although it would now be paid at once.
  const again = await send('600', key)
  expect(JSON.stringify(again.body)).toBe(waiting[0])
  expect(await payouts()).toBe(0)
})

test('beyond a hundred that wait, another is refused until one is decided', async () => {
  const id = await ask()
  const request = await database().payoutRequest.findFirstOrThrow({ where: { id } })
  await database().payoutRequest.createMany({
    data: Array.from({ length: 99 }, () => ({ ...request, id: newId(), metadata: {} })),
  })
  const key = newId()
  expect(await send('600', key)).toMatchObject({
    status: 400,
    body: { error: '100 payouts wait for approval already. Decide on one of them first' },
  })
  expect((await approve(id)).status).toBe(200)
  expect((await send('600', key)).status).toBe(202)
})

test('a request that died after it was kept is not paid by its repeat', async () => {
  const key = newId()
  const first = await send('600', key)
  await database().idempotencyClaim.updateMany({
    where: { key },
    data: { responseStatus: null, responseEncrypted: null, leaseUntil: new Date(0) },
  })
  await database().vendor.update({
    where: { id: payable.account.vendorId },
    data: { payoutApprovalFromMinor: null },
  })
  expect(await send('600', key)).toMatchObject({ status: 202, body: first.body })
  expect(await payouts()).toBe(0)
})

test('people who may decide see all facts, and the person who asked sees that somebody else has to', async () => {
  const id = await ask()
  const { body } = await owner.call(getPayoutApproval, 'GET', at(getPayoutApproval, id))
  expect(body).toMatchObject({
    status: 'WAITING',
    amount: { amount: '600.00', currency: 'USD' },
    customer: { name: 'Ada Lovelace' },
    bankAccount: { last4: '9012' },
    requestedBy: finance.email,
    isOwn: false,
    available: { amount: '1000.00' },
    approvers: 1,
  })
  expect(JSON.stringify(body)).not.toContain('123456789012')
  const own = await finance.call(getPayoutApproval, 'GET', at(getPayoutApproval, id))
  expect(own.body).toMatchObject({ isOwn: true })
  expect((await approve(id, finance)).body.error).toMatch(/somebody else has to decide/)
  const paid = await approve(id)
  expect(paid).toMatchObject({ status: 200, body: { payout: { status: 'PAID' } } })
  // Its answer was lost: the same payout again.
  expect((await approve(id)).body).toEqual(paid.body)
  expect(await payouts()).toBe(1)
  const { id: payoutId } = paid.body.payout as { id: string }
  const steps = (await readPayout(owner.id, 'test', payoutId))?.steps ?? []
  expect(steps.slice(0, 2)).toMatchObject([
    { title: 'Approval requested', detail: `By ${finance.email}` },
    { title: `Approved by ${owner.email}` },
  ])
  expect((await owner.call(getPayoutApproval, 'GET', at(getPayoutApproval, id))).body).toMatchObject({
    status: 'APPROVED',
    decidedBy: owner.email,
    payoutId,
  })
})

test('approving asks for the password or a code if the last one is too old', async () => {
  const id = await ask()
  time = new Date(time.getTime() + 16 * 60 * 1000)
  expect(await approve(id)).toMatchObject({ status: 403, body: { error: 'Enter your password to continue' } })
  expect(await payouts()).toBe(0)
})

test('developers and read-only members see waiting payouts, and decide nothing', async () => {
  const id = await ask()
  for (const role of ['developer', 'read_only'] as const) {
    const person = await signedIn(await buildMember(payable.account.vendorId, role))
    expect((await person.call(getPayoutApproval, 'GET', at(getPayoutApproval, id))).status).toBe(200)
    for (const decide of [approvePayout, rejectPayout, cancelPayoutApproval]) {
      expect((await person.call(decide, 'POST', at(decide, id), {})).status).toBe(403)
    }
  }
})

test('nothing is approved while the vendor is banned', async () => {
  const id = await ask()
  await inOrmTransaction((tx) => markVendorBanned(tx, payable.account.vendorId, 'Fraud', anOperator))
  expect(await approve(id)).toMatchObject({ status: 403 })
  expect(await payouts()).toBe(0)
})

test('another vendor’s request looks missing, in every operation', async () => {
  const id = await ask()
  const stranger = await signedIn((await payableCustomer(100_000n)).account.vendorId)
  expect((await stranger.call(getPayoutApproval, 'GET', at(getPayoutApproval, id))).status).toBe(404)
  for (const decide of [approvePayout, rejectPayout, cancelPayoutApproval]) {
    expect(await stranger.call(decide, 'POST', at(decide, id), {})).toMatchObject({ status: 404 })
  }
  const { id: vendorId } = stranger
  expect(await readApproval({ id: vendorId, memberId: vendorId }, id)).toBeNull()
  expect((await stranger.call(getWaitingPayouts, 'GET', getWaitingPayouts.path)).body).toMatchObject({
    count: 0,
  })
})

test('waiting payouts are listed with the first to expire first, and found by customer and status', async () => {
  const first = await ask('600.00')
  const second = await ask('700.00')
  const waiting = await owner.call(getWaitingPayouts, 'GET', getWaitingPayouts.path)
  expect(waiting.body).toMatchObject({ count: 2, rows: [{ id: first }, { id: second }] })
  await owner.call(rejectPayout, 'POST', at(rejectPayout, first), { reason: 'Wrong amount' })
  await finance.call(cancelPayoutApproval, 'POST', at(cancelPayoutApproval, second), {})
  expect((await owner.call(getWaitingPayouts, 'GET', getWaitingPayouts.path)).body).toMatchObject({
    count: 0,
  })
  const list = async (search: string) => {
    const { body } = await owner.call(listPayoutApprovals, 'GET', `${listPayoutApprovals.path}?${search}`)
    return (body.rows as { id: string }[]).map(({ id }) => id)
  }
  expect(await list('')).toEqual([second, first])
  expect(await list('status=REJECTED')).toEqual([first])
  expect(await list('q=lovelace')).toEqual([second, first])
  expect(await list(`q=${first}`)).toEqual([first])
  expect(await list('q=nobody')).toEqual([])
})

test('a scheduled payout waits too: another person approves it as shown, with a recent proof, and the log says who', async () => {
  const day = formatIsoDate(dayAfter(time, 3))
  const order = { bank_account_id: payable.bankAccountId, amount: '600.00', day }
  const answer = await finance.call(
    schedulePayout,
    'POST',
    schedulePayout.path,
    { ...order, customer_id: payable.customerId },
    undefined,
    { 'idempotency-key': newId() },
  )
  expect(answer.status).toBe(201)
  const path = at(approveScheduledPayout, String(answer.body.id))
  const send = (by: Person, changes = {}) =>
    by.call(approveScheduledPayout, 'POST', path, { ...order, ...changes })
  expect(await send(finance)).toMatchObject({ status: 403 })
  expect(await send(owner, { amount: '600.01' })).toMatchObject({ status: 409 })
  time = new Date(time.getTime() + 16 * 60_000)
  expect(await send(owner)).toMatchObject({
    status: 403,
    body: { error: expect.stringContaining('password') },
  })
  time = new Date(time.getTime() - 16 * 60_000)
  expect(await send(owner)).toMatchObject({
    status: 200,
    body: { upcoming: [{ id: answer.body.id, status: 'WAITING', approvedBy: owner.email }] },
  })
  const audited = await database().auditEvent.findMany({ where: { subjectId: String(answer.body.id) } })
  expect(audited.map(({ action, memberName }) => [action, memberName]).toSorted()).toEqual([
    ['payout.approved', owner.email],
    ['payout.scheduled', finance.email],
  ])
})
