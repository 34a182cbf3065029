import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Answer, apiService, send } from '../fixtures/api-client'
import { type Service, startService } from '../fixtures/service'
import { freshVendor } from '../fixtures/vendor'

/** A second machine on the database of the shared service, with two processes of each kind. */
let service: Service

beforeAll(async () => {
  const { DATABASE_URL = '', SECRET_KEY = '' } = apiService.settings
  service = await startService({
    env: { DATABASE_URL, SECRET_KEY, WEB_PROCESSES: '2', WORKER_PROCESSES: '2' },
  })
})
afterAll(() => service?.stop())

function pids(): Record<string, number | null> {
  return JSON.parse(readFileSync(join(service.dataDir, 'pids.json'), 'utf8'))
}

test('the processes run side by side on one port', async () => {
  const { web, web2, worker, worker2 } = pids()
  expect(new Set([web, web2, worker, worker2]).size).toBe(4)
  expect(Object.values(pids()).every((pid) => pid !== null)).toBe(true)
})

test('a key repeated at all processes at once pays once', async () => {
  const vendor = await freshVendor()
  const customerId = await vendor.customer()
  const bankAccountId = await vendor.bankAccount(customerId)
  await vendor.credit('100')
  const payOut = (): Promise<Answer> =>
    send(
      {
        method: 'POST',
        path: `/api/v2/customer/${customerId}/payout`,
        body: { api_key: vendor.key, bank_account_id: bankAccountId, amount: 25 },
        // Each connection goes to another process in turn.
        headers: { 'idempotency-key': 'scale-out', connection: 'close' },
      },
      service.url,
    )
  const answers = await Promise.all(Array.from({ length: 12 }, payOut))
  expect(answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 409)).toEqual([])
  expect(await vendor.count('payouts')).toBe(1)
})

test('while one web process is down the other answers', async () => {
  const { web } = pids()
  if (web) process.kill(web, 'SIGKILL')
  const deadline = Date.now() + 10_000
  while (pids().web === web) {
    if (Date.now() > deadline) throw new Error('the supervisor does not see that the process ended')
    await delay(10)
  }
  const answers = await Promise.all(
    Array.from({ length: 10 }, () =>
      fetch(`${service.url}/api/health`, { headers: { connection: 'close' } }),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
  expect(pids().web2).toBeGreaterThan(0)
})
