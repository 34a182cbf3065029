import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { env } from '@/lib/env'
import { describeRequest } from '@/lib/http/served-request'
import { newId } from '@/lib/ids'
import type { Account } from '@/lib/vendors/account'
import {
  buildApiKey,
  buildBankAccount,
  buildCustomer,
  buildInvoice,
  buildVendor,
  fundWallet,
} from '@/prisma/seed/builders'
import { nodeHandler } from './node'
import { apiV2 } from './v2'

/*
 * The statements of each operation, with authentication and the sandbox, once the process is
 * warm. A transaction is a BEGIN and a COMMIT more. A number here may go down; it goes up only with a reason.
 */
const BUDGETS = {
  'invoice status': { statements: 2, transactions: 0 },
  'customer detail': { statements: 2, transactions: 0 },
  'list bank accounts': { statements: 2, transactions: 0 },
  'create customer': { statements: 2, transactions: 0 },
  'create customer, with a key': { statements: 4, transactions: 1 },
  'create invoice': { statements: 4, transactions: 0 },
  'create invoice, with a key': { statements: 6, transactions: 1 },
  payout: { statements: 4, transactions: 2 },
  'payout, with a key': { statements: 6, transactions: 2 },
} as const

let server: Server
let account: Account
let headers: Record<string, string>
let customerId: string
let bankAccountId: string
let invoiceId: string

beforeAll(async () => {
  env.RATE_LIMIT_TEST = 0
  const handle = nodeHandler(apiV2)
  server = createServer((request, response) => {
    void handle(request, response, describeRequest(request, response, []))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => {
  server.close()
})
beforeEach(async () => {
  account = (await buildVendor()).test
  headers = { authorization: `Bearer ${await buildApiKey(account)}`, 'content-type': 'application/json' }
  customerId = (await buildCustomer(account)).id
  bankAccountId = (await buildBankAccount(account, customerId)).id
  invoiceId = (await buildInvoice(account, { customer: { id: customerId } })).id
  await fundWallet(account, 1_000_000n)
})

const sent = vi.spyOn(Client.prototype, 'query')

/** The least of several requests: what runs beside them, such as the request log, only ever adds. */
async function measure(request: () => Sent) {
  const counts: { statements: number; transactions: number }[] = []
  for (let attempt = 0; attempt < 6; attempt += 1) {
    const { path, body, key } = request()
    sent.mockClear()
    const { port } = server.address() as AddressInfo
    const response = await fetch(`http://127.0.0.1:${port}/api/v2${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { ...headers, ...(key ? { 'Idempotency-Key': key } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const texts = sent.mock.calls.map(([query]) => textOf(query))
    expect([response.status, await response.text()]).toEqual([
      expect.toBeOneOf([200, 201]),
      expect.anything(),
    ])
    const ends = texts.filter((text) => /^(BEGIN|COMMIT|ROLLBACK)/.test(text)).length
    counts.push({ statements: texts.length - ends, transactions: ends / 2 })
  }
  return counts.reduce((least, count) => (count.statements < least.statements ? count : least))
}

function textOf(query: unknown): string {
  return typeof query === 'string' ? query : String((query as { text?: string } | null)?.text)
}

type Sent = { path: string; body?: object; key?: string }

const newCustomer = (): Sent => ({
  path: '/customer',
  body: { name: 'Ada', email: `${newId()}@example.com` },
})
const newInvoice = (): Sent => ({ path: '/invoice', body: { customer_id: customerId, amount: 5 } })
const newPayout = (): Sent => ({
  path: `/customer/${customerId}/payout`,
  body: { bank_account_id: bankAccountId, amount: 5 },
})

const REQUESTS: Record<keyof typeof BUDGETS, () => Sent> = {
  'invoice status': () => ({ path: `/invoice/${invoiceId}` }),
  'customer detail': () => ({ path: `/customer/${customerId}` }),
  'list bank accounts': () => ({ path: `/customer/${customerId}/bank-accounts` }),
  'create customer': newCustomer,
  'create customer, with a key': () => ({ ...newCustomer(), key: newId() }),
  'create invoice': newInvoice,
  'create invoice, with a key': () => ({ ...newInvoice(), key: newId() }),
  payout: newPayout,
  'payout, with a key': () => ({ ...newPayout(), key: newId() }),
}

test.each(Object.entries(BUDGETS))('%s stays within its statements', async (name, budget) => {
  expect(await measure(REQUESTS[name as keyof typeof BUDGETS])).toEqual(budget)
})
