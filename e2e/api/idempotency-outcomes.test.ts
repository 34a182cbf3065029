import type { PoolClient } from 'pg'
import { beforeEach, describe, expect, test } from 'vitest'
import { expectRefusal, expectReplay } from '../fixtures/api-client'
import { buildScene, type Scene } from '../fixtures/endpoints'
import { payoutBody } from '../fixtures/request-bodies'
import { IS_DISTRIBUTED } from '../fixtures/service'
import { database } from '../fixtures/vendor'

const KEY = { 'idempotency-key': 'order-1' }

let scene: Scene
let payoutsBefore: number

beforeEach(async () => {
  scene = await buildScene()
  payoutsBefore = await scene.vendor.count('payouts')
})

async function newPayouts(): Promise<number> {
  return (await scene.vendor.count('payouts')) - payoutsBefore
}

function payPath(): string {
  return `/customer/${scene.customerId}/payout`
}

describe('a request that is still running', () => {
  test('is 409 to a repeat, and replayed once it is done', async () => {
    const { vendor, bankAccountId } = scene
    const body = payoutBody(bankAccountId)
    const holder = await database.connect()
    try {
      await holder.query('BEGIN')
      await holder.query('SELECT 1 FROM ledger_accounts WHERE account_id = $1 FOR UPDATE', [
        vendor.account.id,
      ])
      const running = vendor.post(payPath(), body, KEY)
      await expect.poll(isSomeoneHeldBy(holder), { interval: 10, timeout: 10_000 }).toBe(true)
      expectRefusal(
        await vendor.post(payPath(), body, KEY),
        409,
        'A request with this Idempotency-Key is in progress',
      )
      expect((await vendor.post(payPath(), body, KEY)).headers.get('retry-after')).toBe('1')
      await holder.query('ROLLBACK')
      const first = await running
      expect(first.status).toBe(200)
      expectReplay(await vendor.post(payPath(), body, KEY), first)
    } finally {
      holder.release(true)
    }
    await vendor.expectWallet('990.00')
    expect(await newPayouts()).toBe(1)
  })

  /** Returns a check: does any connection wait for a lock that `holder` holds? */
  function isSomeoneHeldBy(holder: PoolClient): () => Promise<boolean> {
    // On a cluster, the locks of both are on another server.
    const [self, waiting] = IS_DISTRIBUTED
      ? ['citus_backend_gpid()', 'citus_lock_waits WHERE blocking_gpid = $1']
      : ['pg_backend_pid()', 'pg_stat_activity WHERE $1 = ANY(pg_blocking_pids(pid))']
    return async () => {
      const { rows: own } = await holder.query<{ id: number }>(`SELECT ${self} AS id`)
      const { rowCount } = await database.query(`SELECT 1 FROM ${waiting}`, [own[0]?.id])
      return Boolean(rowCount)
    }
  }
})

describe('a payout', () => {
  test('that was refused is a fresh attempt under the same key, with its own debit and reversal', async () => {
    const { vendor, customerId } = scene
    const body = payoutBody(await vendor.bankAccount(customerId, '000111111116'))
    const attempts = [await vendor.post(payPath(), body, KEY), await vendor.post(payPath(), body, KEY)]
    for (const { status, body: answer, headers } of attempts) {
      expect(status).toBe(502)
      expect(answer.error).toMatch(/^sandbox error: no_account/)
      expect(headers.get('idempotent-replayed')).toBeNull()
    }
    expect(await newPayouts()).toBe(2)
    const { rows } = await database.query(
      'SELECT count(*)::int AS count FROM ledger_transactions WHERE account_id = $1 AND reverses_id IS NOT NULL',
      [vendor.account.id],
    )
    expect(rows).toEqual([{ count: 2 }])
    await vendor.expectWallet('1000.00')
  })

  test('that the wallet did not cover succeeds under the same key once it does', async () => {
    const { vendor, bankAccountId } = scene
    const body = { ...payoutBody(bankAccountId), amount: 1500 }
    await vendor.expectRefused(payPath(), body, 400, 'Insufficient available balance', KEY)
    await vendor.credit('500')
    expect((await vendor.post(payPath(), body, KEY)).status).toBe(200)
    await vendor.expectWallet('0.00')
  })

  test('whose outcome was unknown at first is repeated with its outcome', async () => {
    const { vendor, customerId } = scene
    const body = payoutBody(await vendor.bankAccount(customerId, '000444444440'))
    const first = await vendor.post(payPath(), body, KEY)
    expect(first.body.payout.status).toBe('PROCESSING')
    const repeat = async () => (await vendor.post(payPath(), body, KEY)).body.payout.status
    await expect.poll(repeat, { timeout: 30_000 }).toBe('PAID')
    const { status, headers, body: answer } = await vendor.post(payPath(), body, KEY)
    expect([status, headers.get('idempotent-replayed')]).toEqual([200, 'true'])
    expect(answer.message).toBe('Payout completed successfully')
    expect(answer.payout).toMatchObject({ id: first.body.payout.id, provider_transfer_status: 'DELIVERED' })
    await vendor.expectWallet('990.00')
    expect(await newPayouts()).toBe(1)
  })

  test('with an unknown outcome is never sent again under its key', async () => {
    const { vendor, customerId } = scene
    const body = payoutBody(await vendor.bankAccount(customerId, '000555555559'))
    const first = await vendor.post(payPath(), body, KEY)
    expect(first.body.payout.status).toBe('PROCESSING')
    expectReplay(await vendor.post(payPath(), body, KEY), first)
    await vendor.expectWallet('990.00', '10.00')
    expect(await newPayouts()).toBe(1)
  })
})

test('an invoice refused by the provider can be retried under the same key', async () => {
  const { vendor } = scene
  const refused = { email: 'ada+checkout_503@example.com', amount: 5 }
  await vendor.expectRefused('/invoice', refused, 502, 'Payment provider error (503)', KEY)
  expect((await vendor.post('/invoice', { ...refused, email: 'ada@example.com' }, KEY)).status).toBe(201)
})
