import { beforeEach, describe, expect, test } from 'vitest'
import type { ActingMember } from '@/lib/audit/record-audit-event'
import { connectionPool, database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { newId } from '@/lib/ids'
import { dayAfter } from '@/lib/time/dates'
import { findAccount } from '@/lib/vendors/account'
import { type PayableCustomer, payableCustomer } from './payable-customer.fixture'
import { createPayoutOrRequestApproval } from './payout-approval'
import { uploadBatch } from './payout-batches'
import { changeScheduledPayout, createScheduledPayout } from './scheduled-payouts'

let to: PayableCustomer
let requester: { member: ActingMember; requestId: string }

beforeEach(async () => {
  to = await payableCustomer(100_000n)
  const { vendorId } = to.account
  const { id, email } = await database().member.findFirstOrThrow({ where: { vendorId } })
  requester = { member: { id, name: email }, requestId: newId() }
})

/**
 * Lets two transactions begin while the table takes no row, so that each has counted what it could see before the other
 * has added one. Returns how many were refused.
 */
async function refusedOfTwo(table: string, attempt: () => Promise<unknown>): Promise<number> {
  const blocker = await connectionPool().connect()
  try {
    await blocker.query('BEGIN')
    await blocker.query(`LOCK TABLE ${table} IN SHARE MODE`)
    const attempts = Promise.allSettled([attempt(), attempt()])
    await expect.poll(waitingForLocks).toBe(2)
    await blocker.query('COMMIT')
    const refused = (await attempts).flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
    for (const error of refused) expect(error).toMatchObject({ code: 'invalid_input' })
    return refused.length
  } finally {
    blocker.release()
  }
}

const waitingForLocks = async () =>
  (
    await connectionPool().query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    )
  ).rowCount

const tomorrow = () => dayAfter(new Date(), 1)
const order = () => {
  const { customerId, bankAccountId } = to
  return { customerId, bankAccountId, amountMinor: 100n, day: tomorrow() }
}
const schedule = () => inOrmTransaction((tx) => createScheduledPayout(tx, to.account, order(), requester))

async function buildScheduled(count: number): Promise<void> {
  await connectionPool().query(
    `INSERT INTO payout_requests (account_id, id, kind, customer_id, bank_account_id, amount_minor, day, status,
                                  next_attempt_at, requested_by_id, requested_by_name, created_at)
     SELECT $1, gen_random_uuid(), 'scheduled', $2, $3, 100, $4::date, 'APPROVED', $4, $5, $6, now()
       FROM generate_series(1, $7)`,
    [
      to.account.id,
      to.customerId,
      to.bankAccountId,
      tomorrow(),
      requester.member.id,
      requester.member.name,
      count,
    ],
  )
}

describe('of two at once, the one beyond the maximum is refused', () => {
  test('payouts that wait for a second person', async () => {
    const { vendorId } = to.account
    await database().vendor.update({ where: { id: vendorId }, data: { payoutApprovalFromMinor: 50_000n } })
    to = { ...to, account: await findAccount(database(), vendorId, 'test') }
    const { account, ...recipient } = to
    const { member } = requester
    await connectionPool().query(
      `INSERT INTO payout_requests (account_id, id, kind, customer_id, bank_account_id, amount_minor, status,
                                    requested_by_id, requested_by_name, created_at, expires_at)
       SELECT $1, gen_random_uuid(), 'immediate', $2, $3, 60000, 'WAITING', $4, $5, now(), now() + interval '7 days'
         FROM generate_series(1, 99)`,
      [account.id, to.customerId, to.bankAccountId, member.id, member.name],
    )
    const commit = { claim: null, requestId: newId() } as Parameters<typeof createPayoutOrRequestApproval>[2]
    const by = { vendorId, member, address: null }
    const ask = () =>
      createPayoutOrRequestApproval(account, { ...recipient, amountMinor: 60_000n }, commit, by)
    expect(await refusedOfTwo('payout_requests', ask)).toBe(1)
    expect(await database().payoutRequest.count({ where: { accountId: account.id } })).toBe(100)
  })

  test('scheduled payouts', async () => {
    await buildScheduled(499)
    expect(await refusedOfTwo('payout_requests', schedule)).toBe(1)
    expect(await database().payoutRequest.count({ where: { accountId: to.account.id } })).toBe(500)
  })

  test('scheduled payouts, one of which was refused and is scheduled again', async () => {
    await buildScheduled(498)
    const id = await schedule()
    await connectionPool().query(
      `UPDATE payout_requests SET status = 'REFUSED', next_attempt_at = NULL, refusal_code = 'insufficient_balance'
        WHERE id = $1`,
      [id],
    )
    await schedule()
    const again = () =>
      inOrmTransaction((tx) => changeScheduledPayout(tx, to.account, id, order(), requester))
    await expect(again()).resolves.toBeUndefined()
    // It is changed as often as anybody likes, and counts once.
    await expect(again()).resolves.toBeUndefined()
    await expect(schedule()).rejects.toMatchObject({ code: 'invalid_input' })
    await connectionPool().query(
      `UPDATE payout_requests SET status = 'REFUSED', next_attempt_at = NULL, refusal_code = 'insufficient_balance'
        WHERE id = $1`,
      [id],
    )
    await schedule()
    await expect(again()).rejects.toMatchObject({ code: 'invalid_input' })
  })

  test('batches that are not paid', async () => {
    const file = { name: 'may.csv', text: 'recipient,amount\nada@example.com,1' }
    const upload = () => inOrmTransaction((tx) => uploadBatch(tx, to.account, file, requester.member))
    for (let count = 0; count < 19; count += 1) await upload()
    expect(await refusedOfTwo('payout_batches', upload)).toBe(1)
    expect(await database().payoutBatch.count({ where: { accountId: to.account.id } })).toBe(20)
  })
})
