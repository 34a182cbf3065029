import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type CrashScene, startCrashScene } from '../fixtures/crash-scene'
import { batchRow } from '../fixtures/request-bodies'

let scene: CrashScene

beforeAll(async () => {
  scene = await startCrashScene()
  await scene.credit('1000')
})
afterAll(() => scene.stop())
afterEach(() => scene.expectProviderAgrees())

/** Schedules payouts of 1.00 to a new customer, which are due now. Returns the customer's id. */
async function duePayouts(count: number): Promise<string> {
  const customerId = await scene.customer()
  const bankAccountId = await scene.bankAccount(customerId)
  await scene.rows(
    `INSERT INTO payout_requests (account_id, id, kind, customer_id, bank_account_id, amount_minor, day, status,
                                  next_attempt_at, requested_by_id, requested_by_name, created_at)
     SELECT account_id, gen_random_uuid(), 'scheduled', $1::uuid, $2::uuid, 100, current_date, 'APPROVED', now(),
            $3::uuid, 'x', now()
       FROM customers, generate_series(1, $4::int) WHERE id = $1::uuid`,
    [customerId, bankAccountId, randomUUID(), count],
  )
  return customerId
}

const payoutsOf = (customerId: string) =>
  scene.rows<{ status: string; amount: string }>(
    'SELECT status, amount_minor AS amount FROM payouts WHERE customer_id = $1',
    [customerId],
  )
const statuses = async (customerId: string) =>
  (
    await scene.rows<{ status: string }>('SELECT status FROM payout_requests WHERE customer_id = $1', [
      customerId,
    ])
  ).map(({ status }) => status)

/** Lets every row be claimed again, as after its lease. */
const expireRows = () =>
  scene.rows(
    "UPDATE payout_requests SET lease_until = now(), next_attempt_at = now() WHERE status = 'APPROVED'",
  )

test('a worker that is killed before it commits an intent leaves the payout to the next one, which makes it once', async () => {
  // The intent is written; the end of its row, in the same transaction, is not.
  const stall = await scene.stall('LOCK TABLE audit_events IN ACCESS EXCLUSIVE MODE')
  const customerId = await duePayouts(1)
  await scene.untilStalled('audit_events')
  await scene.crash('worker', [stall])
  expect(await payoutsOf(customerId)).toEqual([])
  expect(await statuses(customerId)).toEqual(['APPROVED'])
  await expireRows()
  await expect.poll(() => statuses(customerId), { timeout: 30_000 }).toEqual(['SENT'])
  await scene.reconcileAll()
  expect(await payoutsOf(customerId)).toEqual([{ status: 'PAID', amount: '100' }])
})

test('everything that is killed among thirty payouts leaves thirty, each once', async () => {
  const customerId = await duePayouts(30)
  await scene.untilThere('SELECT FROM payouts WHERE customer_id = $1 OFFSET 3', [customerId])
  const parts = scene.service.allPids()
  const halted = scene.service.halt('SIGKILL')
  for (const pid of parts) process.kill(pid, 'SIGKILL')
  await halted
  await scene.start()
  await expireRows()
  await expect
    .poll(async () => new Set(await statuses(customerId)), { timeout: 60_000 })
    .toEqual(new Set(['SENT']))
  await scene.reconcileAll()
  // One that was never sent has failed for certain, and can be tried again.
  const all = await payoutsOf(customerId)
  expect(all).toHaveLength(30)
  expect(all.filter(({ status }) => status !== 'PAID' && status !== 'FAILED')).toEqual([])
})

test('a batch by API that is killed while it is sent pays each row once', async () => {
  const customerId = await scene.customer()
  const bankAccountId = await scene.bankAccount(customerId)
  const payouts = Array.from({ length: 40 }, (_, index) => ({
    ...batchRow(customerId, bankAccountId),
    reference: `R${index}`,
  }))
  const create = () =>
    scene.post('/payout-batches', { name: 'Payroll', payouts }, { 'Idempotency-Key': 'payroll' })
  const first = await create()
  await scene.untilThere('SELECT FROM payouts WHERE customer_id = $1 OFFSET 3', [customerId])
  const parts = scene.service.allPids()
  const halted = scene.service.halt('SIGKILL')
  for (const pid of parts) process.kill(pid, 'SIGKILL')
  await halted
  await scene.start()
  const repeat = await create()
  expect([repeat.status, repeat.body.payout_batch.id]).toEqual([201, first.body.payout_batch.id])
  await expireRows()
  await expect
    .poll(async () => new Set(await statuses(customerId)), { timeout: 60_000 })
    .toEqual(new Set(['SENT']))
  await scene.reconcileAll()
  expect(await statuses(customerId)).toHaveLength(40)
  const all = await payoutsOf(customerId)
  expect(all).toHaveLength(40)
  const { counts, amounts } = (await create()).body.payout_batch
  expect(counts.PAID).toBe(all.filter(({ status }) => status === 'PAID').length)
  expect([Number(counts.PAID) + Number(counts.FAILED), amounts.PAID]).toEqual([40, counts.PAID])
})
