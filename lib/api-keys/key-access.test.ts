import { Client } from 'pg'
import { beforeEach, expect, test, vi } from 'vitest'
import { database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { ask } from '@/lib/http/ask.fixture'
import { getInvoice } from '@/lib/invoices/api'
import type { Account } from '@/lib/vendors/account'
import { buildApiKey, buildInvoice, buildVendor } from '@/prisma/seed/builders'
import { withdrawApiKey } from './api-keys'

let account: Account
let key: string
let invoiceId: string

beforeEach(async () => {
  account = (await buildVendor()).test
  key = await buildApiKey(account)
  invoiceId = (await buildInvoice(account)).id
})

const sent = vi.spyOn(Client.prototype, 'query')

/** The statuses of requests that arrive in one turn of the event loop, a key each, and the look-ups of their keys. */
async function readAtOnce(...keys: string[]) {
  sent.mockClear()
  const answers = await Promise.all(
    keys.map((each) =>
      ask(
        getInvoice,
        new Request(`http://localhost/api/v2/invoice/${invoiceId}`, {
          headers: { authorization: `Bearer ${each}` },
        }),
      ),
    ),
  )
  const lookUps = sent.mock.calls.filter(([query]) => (query as { name?: string }).name === 'find_api_key')
  return { statuses: answers.map(({ status }) => status), lookUps: lookUps.length }
}

test('requests with one key that arrive together look it up once', async () => {
  expect(await readAtOnce(key, key, key, key)).toEqual({ statuses: [200, 200, 200, 200], lookUps: 1 })
})

test('each key is looked up by itself', async () => {
  const another = await buildApiKey((await buildVendor()).test)
  expect(await readAtOnce(key, another, key)).toEqual({ statuses: [200, 404, 200], lookUps: 2 })
})

test('a key that was revoked since the requests before is refused', async () => {
  await readAtOnce(key, key)
  const { id } = await database().apiKey.findFirstOrThrow({ where: { accountId: account.id } })
  await inOrmTransaction((tx) => withdrawApiKey(tx, account.id, id))
  expect(await readAtOnce(key, key)).toEqual({ statuses: [401, 401], lookUps: 1 })
})
