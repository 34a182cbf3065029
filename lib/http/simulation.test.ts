import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { respond } from '@/lib/api/next'
import { nodeHandler } from '@/lib/api/node'
import { apiV2 } from '@/lib/api/v2'
import { database } from '@/lib/db/client'
import { env } from '@/lib/env'
import { newId } from '@/lib/ids'
import type { Account } from '@/lib/vendors/account'
import {
  buildApiKey,
  buildBankAccount,
  buildCustomer,
  buildLiveApproval,
  buildVendor,
  fundWallet,
} from '@/prisma/seed/builders'
import { createRouter } from './router'
import { describeRequest } from './served-request'
import { SIMULATE_HEADER, SLOW_MS } from './simulation'

const router = createRouter(Object.values(apiV2))

let vendor: Awaited<ReturnType<typeof buildVendor>>
let account: Account
let key: string

beforeEach(async () => {
  env.RATE_LIMIT_TEST = 0
  vendor = await buildVendor()
  account = vendor.test
  key = await buildApiKey(account)
})

function post(path: string, body: object, simulation: string, by = key): Request {
  return new Request(`http://localhost/api/v2${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${by}`, [SIMULATE_HEADER]: simulation },
    body: JSON.stringify(body),
  })
}

const customers = () => database().customer.count({ where: { accountId: account.id } })
const aCustomer = () => ({ name: 'Ada', email: `${newId()}@example.com` })

test.each(['', 'Slow', 'provider-up', 'slow, slow'])(
  '%j is refused, and nothing is done',
  async (simulation) => {
    const answer = await respond(router, post('/customer', aCustomer(), simulation))
    expect([answer.status, await answer.json()]).toEqual([
      400,
      { error: 'Counterfoil-Simulate must be one of lost-answer, provider-down, slow' },
    ])
    expect(await customers()).toBe(0)
  },
)

test.each(['slow', 'nonsense'])('a live key is refused with %j, and nothing is done', async (simulation) => {
  const live = await buildLiveApproval(vendor.id)
  const answer = await respond(router, post('/customer', aCustomer(), simulation, await buildApiKey(live)))
  expect([answer.status, await answer.json()]).toEqual([
    400,
    { error: 'Counterfoil-Simulate works in test mode only' },
  ])
  expect(await database().customer.count({ where: { accountId: live.id } })).toBe(0)
})

describe('a lost answer', () => {
  test('closes the connection after the work is done, and a repeat finds it', async () => {
    const handle = nodeHandler(apiV2)
    const server = createServer((request, response) => {
      void handle(request, response, describeRequest(request, response, []))
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v2/customer`
    const headers = { authorization: `Bearer ${key}`, 'Idempotency-Key': newId() }
    const body = JSON.stringify(aCustomer())
    const lost = fetch(url, {
      method: 'POST',
      headers: { ...headers, [SIMULATE_HEADER]: 'lost-answer' },
      body,
    })
    await expect(lost).rejects.toThrow('fetch failed')
    expect(await customers()).toBe(1)
    const again = await fetch(url, { method: 'POST', headers, body })
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 'true'])
    expect(await customers()).toBe(1)
    server.closeAllConnections()
    server.close()
  })

  test('is a 502 without a body where a connection can’t be closed', async () => {
    const answer = await respond(router, post('/customer', aCustomer(), 'lost-answer'))
    expect([answer.status, await answer.text()]).toEqual([502, ''])
  })
})

describe('a provider that is down', () => {
  test('leaves a payout in progress with its money on hold, and other requests alone', async () => {
    await fundWallet(account, 10_000n)
    const { id: customerId } = await buildCustomer(account)
    const { id: bankAccountId } = await buildBankAccount(account, customerId)
    const path = `/customer/${customerId}/payout`
    const body = { bank_account_id: bankAccountId, amount: 10 }
    const [down, up] = await Promise.all([
      respond(router, post(path, body, 'provider-down')).then((answer) => answer.json()),
      respond(router, post(path, { ...body, amount: 20 }, 'lost-answer')),
    ])
    expect(down.payout.status).toBe('PROCESSING')
    expect(up.status).toBe(502)
    expect(
      await database().payout.findMany({
        where: { accountId: account.id },
        select: { amountMinor: true, status: true },
        orderBy: { amountMinor: 'asc' },
      }),
    ).toEqual([
      { amountMinor: 1000n, status: 'PROCESSING' },
      { amountMinor: 2000n, status: 'PAID' },
    ])
  })

  test('creates no invoice', async () => {
    const { id: customer_id } = await buildCustomer(account)
    const answer = await respond(router, post('/invoice', { customer_id, amount: 5 }, 'provider-down'))
    expect([answer.status, await answer.json()]).toEqual([502, { error: 'Payment provider error (504)' }])
    expect(await database().invoice.count({ where: { accountId: account.id } })).toBe(0)
  })
})

test('a slow answer comes after its time', async () => {
  const real = globalThis.setTimeout
  let waited = false
  const timer = vi.spyOn(globalThis, 'setTimeout').mockImplementation(((done: () => void, ms?: number) => {
    if (ms === SLOW_MS) waited = true
    return real(done, ms === SLOW_MS ? 0 : ms)
  }) as typeof setTimeout)
  try {
    const answer = await respond(router, post('/customer', aCustomer(), 'slow'))
    expect([answer.status, waited, await customers()]).toEqual([201, true, 1])
  } finally {
    timer.mockRestore()
  }
})
