import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ByMember } from '@/lib/audit/record-audit-event'
import { markBankAccountArchived } from '@/lib/bank-accounts/bank-account'
import { markCustomerArchived } from '@/lib/customers/customer'
import { connectionPool, database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { newId } from '@/lib/ids'
import { mailsOf } from '@/lib/mail/mail.fixture'
import { killAt } from '@/lib/payments/killed-process.fixture'
import { payoutProviders } from '@/lib/providers/registry'
import { savePayoutApproval } from '@/lib/sign-in/payout-approval'
import { assignRole, excludeMember } from '@/lib/sign-in/team'
import { setClock } from '@/lib/time/clock'
import { findAccount } from '@/lib/vendors/account'
import { buildBankAccount, buildMember } from '@/prisma/seed/builders'
import { readWaiting } from './approval-list'
import { payOut } from './create-payout'
import { type PayableCustomer, payableCustomer, postingsOf, walletOf } from './payable-customer.fixture'
import {
  approvePayoutRequest,
  cancelApproval,
  createPayoutOrRequestApproval,
  expireWaitingPayouts,
  rejectPayoutRequest,
} from './payout-approval'
import { reconcilePayout } from './reconcile-payout'

const FROM_MINOR = 50_000n
const COMMIT = { claim: null, requestId: newId() } as Parameters<typeof createPayoutOrRequestApproval>[2]

let payable: PayableCustomer
let owner: ByMember
let finance: ByMember
let another: ByMember

beforeEach(async () => {
  payable = await payableCustomer(100_000n)
  const { vendorId } = payable.account
  owner = await personOf(vendorId, vendorId)
  finance = await personOf(vendorId, await buildMember(vendorId, 'finance'))
  another = await personOf(vendorId, await buildMember(vendorId, 'admin'))
  await inOrmTransaction((tx) => savePayoutApproval(tx, owner, FROM_MINOR))
  payable = { ...payable, account: await findAccount(database(), vendorId, 'test') }
})
afterEach(() => setClock(null))

async function personOf(vendorId: string, id: string): Promise<ByMember> {
  const { email } = await database().member.findUniqueOrThrow({ where: { id } })
  return { vendorId, member: { id, name: email }, address: '192.0.2.7' }
}

async function ask(amountMinor = 60_000n, by = finance): Promise<string> {
  const { account, ...to } = payable
  const outcome = await createPayoutOrRequestApproval(account, { ...to, amountMinor }, COMMIT, by)
  return 'approvalId' in outcome ? outcome.approvalId : expect.fail('it was paid without approval')
}

const approve = (id: string, by: ByMember) => approvePayoutRequest(payable.account, id, by, newId())
const reject = (id: string, by: ByMember) => rejectPayoutRequest(payable.account.id, id, by, 'Wrong amount')
const cancel = (id: string, by: ByMember) => cancelApproval(payable.account.id, id, by)
const payouts = () => database().payout.findMany({ where: { accountId: payable.account.id } })
const stored = (id: string) =>
  database().payoutRequest.findFirstOrThrow({ where: { id }, include: { payouts: true } })
const audited = async () =>
  (
    await database().auditEvent.findMany({
      where: { vendorId: payable.account.vendorId, action: { startsWith: 'payout' } },
      orderBy: { id: 'asc' },
    })
  ).map(({ action, memberName }) => [action, memberName])

/** Counts the attempts that succeeded; the others must have been refused with this code. */
async function wins(attempts: Promise<unknown>[], code: string): Promise<number> {
  const results = await Promise.allSettled(attempts)
  for (const result of results) {
    if (result.status === 'rejected') expect(result.reason).toMatchObject({ code })
  }
  return results.filter(({ status }) => status === 'fulfilled').length
}

describe('a payout from the threshold on', () => {
  test('waits and moves nothing, and one below it is made at once', async () => {
    const id = await ask(FROM_MINOR)
    expect(await payouts()).toEqual([])
    expect(await walletOf(payable)).toEqual({ available: 100_000n, held: 0n })
    expect(await stored(id)).toMatchObject({ status: 'WAITING', amountMinor: FROM_MINOR })
    const { account, ...to } = payable
    const small = await createPayoutOrRequestApproval(
      account,
      { ...to, amountMinor: FROM_MINOR - 1n },
      COMMIT,
      finance,
    )
    expect(small).toMatchObject({ payout: { status: 'PAID' } })
  })

  test('can’t be approved once its bank account or customer is archived: nothing moves, and it goes on waiting', async () => {
    const id = await ask()
    const { account, customerId, bankAccountId } = payable
    await markBankAccountArchived(connectionPool(), account.id, customerId, bankAccountId)
    await expect(approve(id, another)).rejects.toMatchObject({ code: 'bank_account_not_found' })
    await markCustomerArchived(connectionPool(), account.id, customerId)
    await expect(approve(id, another)).rejects.toMatchObject({ code: 'customer_not_found' })
    expect(await payouts()).toEqual([])
    expect(await walletOf(payable)).toEqual({ available: 100_000n, held: 0n })
    expect((await stored(id)).status).toBe('WAITING')
    await reject(id, another)
  })

  test('is paid once somebody else approves it, and the log names both', async () => {
    const id = await ask()
    const payout = await approve(id, another)
    expect(payout).toMatchObject({ status: 'PAID', amountMinor: 60_000n })
    expect(await stored(id)).toMatchObject({
      status: 'SENT',
      payouts: [{ id: payout.id }],
      decidedByName: another.member.name,
    })
    expect(await walletOf(payable)).toEqual({ available: 40_000n, held: 0n })
    expect(await postingsOf(payout.id)).toEqual({ 'payout.delivered': 1, 'payout.requested': 1 })
    expect(await audited()).toEqual([
      ['payout_approval.changed', owner.member.name],
      ['payout.approval_requested', finance.member.name],
      ['payout.approved', another.member.name],
    ])
  })

  test('keeps the metadata of its request', async () => {
    const { account, ...to } = payable
    const request = { ...to, amountMinor: 60_000n, metadata: '{"batch":"7"}' }
    const outcome = await createPayoutOrRequestApproval(account, request, COMMIT, finance)
    if (!('approvalId' in outcome)) return expect.fail('it was paid')
    await approve(outcome.approvalId, owner)
    expect(await payouts()).toMatchObject([{ metadata: { batch: '7' } }])
  })

  test('is mailed to everybody who may approve it, and its outcome to the person who asked', async () => {
    await buildMember(payable.account.vendorId, 'developer')
    const id = await ask()
    const recipients = async () =>
      (await mailsOf(payable.account.id, 'payout_approval')).map(({ recipient }) => recipient)
    expect((await recipients()).sort()).toEqual([owner.member.name, another.member.name].sort())
    await reject(id, owner)
    expect((await recipients()).at(-1)).toBe(finance.member.name)
    expect((await mailsOf(payable.account.id, 'payout_approval')).at(-1)?.text).toContain('Wrong amount')
  })

  test('goes on waiting when the threshold is raised or removed', async () => {
    const id = await ask()
    await inOrmTransaction((tx) => savePayoutApproval(tx, owner, null))
    payable = { ...payable, account: await findAccount(database(), payable.account.vendorId, 'test') }
    expect((await readWaiting(payable.account.id)).count).toBe(1)
    await expect(approve(id, finance)).rejects.toMatchObject({ code: 'payout_approval_own' })
    await approve(id, another)
    expect(await payouts()).toHaveLength(1)
  })

  test('can’t be made by a program, whatever its balance and scopes', async () => {
    const { account, ...to } = payable
    await expect(payOut(account, { ...to, amountMinor: 60_000n }, COMMIT)).rejects.toMatchObject({
      code: 'payout_needs_approval',
      details: { fromMinor: FROM_MINOR },
    })
    const isUnknown = { ...to, customerId: newId(), amountMinor: 60_000n }
    await expect(payOut(account, isUnknown, COMMIT)).rejects.toMatchObject({ code: 'customer_not_found' })
    const isTooMuch = { ...to, amountMinor: account.payoutLimitMinor + 1n }
    await expect(payOut(account, isTooMuch, COMMIT)).rejects.toMatchObject({
      code: 'payout_limit_exceeded',
    })
    expect(await payouts()).toEqual([])
  })
})

describe('nobody else decides', () => {
  test('the person who asked can neither approve nor reject, and nobody else cancels', async () => {
    const id = await ask()
    await expect(approve(id, finance)).rejects.toMatchObject({ code: 'payout_approval_own' })
    await expect(reject(id, finance)).rejects.toMatchObject({ code: 'payout_approval_own' })
    await expect(cancel(id, owner)).rejects.toMatchObject({ code: 'payout_approval_of_another' })
    expect(await payouts()).toEqual([])
    await cancel(id, finance)
    expect(await stored(id)).toMatchObject({ status: 'CANCELED', decidedById: finance.member.id })
  })

  test('not even the owner approves what the owner asked for', async () => {
    await expect(approve(await ask(60_000n, owner), owner)).rejects.toMatchObject({
      code: 'payout_approval_own',
    })
  })

  test('the database refuses a decision by one person, whatever a program gets wrong', async () => {
    const id = await ask()
    const set = (assignment: string) =>
      connectionPool().query(
        `UPDATE payout_requests SET ${assignment}, decided_at = now(), decided_by_name = 'x' WHERE id = $1`,
        [id],
      )
    const { member } = finance
    for (const status of ['SENT', 'REJECTED']) {
      await expect(set(`status = '${status}', decided_by_id = '${member.id}'`)).rejects.toThrow(
        'payout_requests_two_people',
      )
    }
    await expect(set(`status = 'CANCELED', decided_by_id = '${owner.member.id}'`)).rejects.toThrow(
      'payout_requests_two_people',
    )
    // Of the same email, whatever its id.
    const sameEmail = connectionPool().query(
      `UPDATE payout_requests SET status = 'SENT', decided_at = now(), decided_by_id = $2,
              decided_by_name = requested_by_name WHERE id = $1`,
      [id, newId()],
    )
    await expect(sameEmail).rejects.toThrow('payout_requests_two_people')
    await expect(
      connectionPool().query('UPDATE payout_requests SET amount_minor = 1 WHERE id = $1', [id]),
    ).rejects.toThrow('is frozen')
    await cancel(id, finance)
    await expect(
      connectionPool().query(
        `UPDATE payout_requests SET status = 'WAITING', decided_at = NULL, decided_by_id = NULL, decided_by_name = NULL
          WHERE id = $1`,
        [id],
      ),
    ).rejects.toThrow('cannot go from CANCELED to WAITING')
  })

  test('the database refuses a second payout of an approved one', async () => {
    const id = await ask()
    await approve(id, owner)
    const { account, ...to } = payable
    const again = payOut(account, { ...to, amountMinor: 100n, payoutRequestId: id }, COMMIT)
    await expect(again).rejects.toThrow('payouts_of_request')
    expect(await payouts()).toHaveLength(1)
  })

  test('a role that was lowered or a membership that ended meanwhile decides nothing', async () => {
    const id = await ask()
    const lowered = { memberId: another.member.id, role: 'developer' } as const
    await inOrmTransaction((tx) => assignRole(tx, owner, lowered))
    for (const decide of [approve, reject, cancel]) {
      await expect(decide(id, another)).rejects.toMatchObject({ code: 'role_not_allowed' })
    }
    await inOrmTransaction((tx) => excludeMember(tx, owner, another.member.id))
    await expect(approve(id, another)).rejects.toMatchObject({ code: 'role_not_allowed' })
    expect(await payouts()).toEqual([])
  })

  test('a decision waits for a change of the person’s role, and then sees it', async () => {
    const id = await ask()
    let approving: Promise<unknown> = Promise.resolve()
    await inOrmTransaction(async (tx) => {
      await assignRole(tx, owner, { memberId: another.member.id, role: 'read_only' })
      approving = expect(approve(id, another)).rejects.toMatchObject({ code: 'role_not_allowed' })
      await expect.poll(waitingForLocks).toBe(1)
    })
    await approving
    expect(await payouts()).toEqual([])
  })

  test('people of another vendor find nothing', async () => {
    const id = await ask()
    const other = await payableCustomer(0n)
    const stranger = await personOf(other.account.vendorId, other.account.vendorId)
    await expect(approvePayoutRequest(other.account, id, stranger, newId())).rejects.toMatchObject({
      code: 'payout_approval_not_found',
    })
    // Nor does a caller that takes another's account for the stranger's.
    await expect(approve(id, stranger)).rejects.toMatchObject({ code: 'role_not_allowed' })
    expect(await payouts()).toEqual([])
  })
})

const waitingForLocks = async () =>
  (
    await connectionPool().query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    )
  ).rowCount

describe('at once', () => {
  test('of ten approvals comes one payout', async () => {
    const id = await ask()
    const people = [owner, another]
    const approvals = Array.from({ length: 10 }, (_, index) => approve(id, people[index % 2] ?? owner))
    const settled = await Promise.allSettled(approvals)
    const payoutIds = settled.flatMap((result) => (result.status === 'fulfilled' ? [result.value.id] : []))
    expect(new Set(payoutIds).size).toBe(1)
    for (const result of settled) {
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'payout_approval_over' })
    }
    expect(await payouts()).toHaveLength(1)
    expect(await walletOf(payable)).toEqual({ available: 40_000n, held: 0n })
  })

  test.each([1, 2, 3])('approving and rejecting: one of them, and the money follows (%i)', async () => {
    const id = await ask()
    expect(await wins([approve(id, owner), reject(id, another)], 'payout_approval_over')).toBe(1)
    const { status } = await stored(id)
    expect(await payouts()).toHaveLength(status === 'SENT' ? 1 : 0)
  })

  test('approving and canceling: one of them', async () => {
    const id = await ask()
    expect(await wins([cancel(id, finance), approve(id, owner)], 'payout_approval_over')).toBe(1)
    expect(await payouts()).toHaveLength((await stored(id)).status === 'SENT' ? 1 : 0)
  })

  test('a wallet for one pays one of two, and the other goes on waiting', async () => {
    const [one, other] = [await ask(60_000n), await ask(60_000n)]
    expect(await wins([approve(one, owner), approve(other, another)], 'insufficient_balance')).toBe(1)
    const statuses = [(await stored(one)).status, (await stored(other)).status].sort()
    expect(statuses).toEqual(['SENT', 'WAITING'])
    expect(await walletOf(payable)).toEqual({ available: 40_000n, held: 0n })
  })
})

describe('a refusal when it is approved leaves it waiting', () => {
  test('for want of balance, until there is money', async () => {
    const id = await ask(100_000n)
    const { account, ...to } = payable
    await payOut(account, { ...to, amountMinor: 10_000n }, COMMIT)
    await expect(approve(id, owner)).rejects.toMatchObject({ code: 'insufficient_balance' })
    expect(await stored(id)).toMatchObject({ status: 'WAITING', decidedById: null })
    expect(await audited()).not.toContainEqual(['payout.approved', owner.member.name])
  })

  test('beyond the day’s limit or a limit lowered since', async () => {
    const id = await ask()
    payable = { ...payable, account: { ...payable.account, dailyLimitMinor: 59_999n } }
    await expect(approve(id, owner)).rejects.toMatchObject({ code: 'daily_payout_limit_exceeded' })
    payable = { ...payable, account: { ...payable.account, payoutLimitMinor: 59_999n } }
    await expect(approve(id, owner)).rejects.toMatchObject({ code: 'payout_limit_exceeded' })
    expect((await stored(id)).status).toBe('WAITING')
  })
})

test('a payout that the provider refuses is approved, failed and reversed', async () => {
  const account = { accountNumber: '000111111116' }
  const { id: bankAccountId } = await buildBankAccount(payable.account, payable.customerId, account)
  payable = { ...payable, bankAccountId }
  const payout = await approve(await ask(), owner)
  expect(payout.status).toBe('FAILED')
  expect(await walletOf(payable)).toEqual({ available: 100_000n, held: 0n })
})

test('nobody can decide after seven days, and the person who asked is told', async () => {
  const id = await ask()
  const { expiresAt } = await stored(id)
  setClock(() => expiresAt ?? new Date(0))
  await expect(approve(id, owner)).rejects.toMatchObject({
    code: 'payout_approval_over',
    details: { outcome: 'expired' },
  })
  expect((await readWaiting(payable.account.id)).count).toBe(0)
  await Promise.all([expireWaitingPayouts(), expireWaitingPayouts()])
  expect(await stored(id)).toMatchObject({ status: 'EXPIRED', decidedAt: expiresAt, decidedById: null })
  const mails = await mailsOf(payable.account.id, 'payout_approval')
  expect(mails.filter(({ recipient }) => recipient === finance.member.name)).toHaveLength(1)
  expect(await audited()).toContainEqual(['payout.approval_expired', null])
  expect(await payouts()).toEqual([])
})

describe('a process that is killed while it approves', () => {
  const approving = (id: string) => `
    const { approvePayoutRequest } = await import('./lib/payouts/payout-approval.ts')
    const { findAccount } = await import('./lib/vendors/account.ts')
    const { database } = await import('./lib/db/client.ts')
    const account = await findAccount(database(), '${payable.account.vendorId}', 'test')
    await approvePayoutRequest(account, '${id}', ${JSON.stringify(owner)}, '${newId()}')`

  test('before the commit leaves it waiting, and nothing was paid', async () => {
    const id = await ask()
    await killAt('LOCK TABLE wallet_movements IN SHARE MODE', approving(id))
    expect((await stored(id)).status).toBe('WAITING')
    expect(await payouts()).toEqual([])
    expect(await walletOf(payable)).toEqual({ available: 100_000n, held: 0n })
    expect((await approve(id, owner)).status).toBe('PAID')
    expect(await payouts()).toHaveLength(1)
  })

  test('before the provider has heard of it leaves one payout, which is paid once', async () => {
    const id = await ask()
    await killAt('LOCK TABLE sandbox_transfers IN EXCLUSIVE MODE', approving(id))
    const { status, payouts: own } = await stored(id)
    expect(status).toBe('SENT')
    const payoutId = own[0]?.id
    expect(await payouts()).toMatchObject([{ id: payoutId, status: 'PROCESSING' }])
    // A repeat by the same person, and one by another, make no second payout.
    expect(await approve(id, owner)).toMatchObject({ id: payoutId })
    await expect(approve(id, another)).rejects.toMatchObject({ code: 'payout_approval_over' })
    const key = { accountId: payable.account.id, payoutId: payoutId ?? '' }
    await database().payout.updateMany({
      where: { id: key.payoutId },
      data: { leaseUntil: new Date(0), nextAttemptAt: new Date(0) },
    })
    await reconcilePayout(key, { providers: payoutProviders(), timeoutMs: 20_000 })
    await reconcilePayout(key, { providers: payoutProviders(), timeoutMs: 20_000, isEarly: true })
    expect(await payouts()).toMatchObject([{ id: payoutId, status: 'PAID' }])
    expect(await walletOf(payable)).toEqual({ available: 40_000n, held: 0n })
  })
})
