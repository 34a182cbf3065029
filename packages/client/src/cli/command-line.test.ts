import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { nodeHandler } from '@/lib/api/node'
import { apiV2 } from '@/lib/api/v2'
import { database } from '@/lib/db/client'
import { env as settings } from '@/lib/env'
import { describeRequest } from '@/lib/http/served-request'
import { expectSoundLedger } from '@/lib/ledger/sound-ledger.fixture'
import type { Account } from '@/lib/vendors/account'
import { buildApiKey, buildVendor } from '@/prisma/seed/builders'
import { runInTerminal } from './terminal.fixture.ts'
import { TRIGGERS } from './trigger-command.ts'

/* The commands against the operations themselves. */

let server: Server
let url: string
let env: Record<string, string>
let account: Account

beforeAll(async () => {
  settings.RATE_LIMIT_TEST = 0
  const handle = nodeHandler(apiV2)
  server = createServer((request, response) => {
    void handle(request, response, describeRequest(request, response, []))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(async () => {
  account = (await buildVendor()).test
  env = { COUNTERFOIL_URL: url, COUNTERFOIL_API_KEY: await buildApiKey(account) }
})
afterEach(expectSoundLedger)

test.each(Object.keys(TRIGGERS))('%s can be triggered, and is recorded once', async (type) => {
  const triggered = await runInTerminal(['trigger', type], { env })
  expect(triggered).toMatchObject({
    code: 0,
    err: '',
    out: expect.stringMatching(new RegExp(`^${type}  \\w`)),
  })
  const events = await database().event.findMany({ where: { accountId: account.id, type } })
  expect(events).toHaveLength(1)
})

test('a wrong type is answered with those that there are', async () => {
  const { out } = await runInTerminal(['trigger', '--help'])
  for (const type of Object.keys(TRIGGERS)) expect(out).toContain(type)
  expect(await runInTerminal(['trigger', 'invoice.eaten'], { env })).toMatchObject({
    code: 2,
    err: expect.stringContaining('TYPE is one of customer.created'),
  })
})
