import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { nodeHandler } from '@/lib/api/node'
import { apiV2 } from '@/lib/api/v2'
import { EVENT_DATA } from '@/lib/api/webhook-payloads'
import { env } from '@/lib/env'
import { describeRequest } from '@/lib/http/served-request'
import { buildApiKey, buildVendor } from '@/prisma/seed/builders'
import { newSecret } from '../exam/examiner.ts'
import { FaultyReceiver } from '../exam/faulty-receiver.fixture.ts'
import type { Event } from '../generated/api.ts'
import { runInTerminal } from './terminal.fixture.ts'
import { TRIGGERS } from './trigger-command.ts'

/* The commands against the operations themselves. */

let server: Server
let url: string
let terminalEnv: Record<string, string>

beforeAll(async () => {
  env.RATE_LIMIT_TEST = 0
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
  terminalEnv = { COUNTERFOIL_URL: url, COUNTERFOIL_API_KEY: await buildApiKey((await buildVendor()).test) }
})

test.each(Object.keys(TRIGGERS))('%s can be triggered, and shows in the log', async (type) => {
  const triggered = await runInTerminal(['trigger', type], { env: terminalEnv })
  expect(triggered).toMatchObject({
    code: 0,
    err: '',
    out: expect.stringMatching(new RegExp(`^${type}  \\w`)),
  })
  const { out } = await runInTerminal(['logs', '--json'], { env: terminalEnv })
  const events = out
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Event)
  expect(events.filter((event) => event.type === type)).toHaveLength(1)
  expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 1))
  // As the description of the webhooks says.
  for (const { type, data } of events) {
    const { error } = z.strictObject(EVENT_DATA[type].shape).safeParse(data)
    expect(error, type).toBeUndefined()
  }
})

test('a wrong type is answered with those that there are', async () => {
  const { out } = await runInTerminal(['trigger', '--help'])
  for (const type of Object.keys(TRIGGERS)) expect(out).toContain(type)
  expect(await runInTerminal(['trigger', 'invoice.eaten'], { env: terminalEnv })).toMatchObject({
    code: 2,
    err: expect.stringContaining('TYPE is one of customer.created'),
  })
})

test('a paid invoice reaches a receiver on this machine, which verifies and fulfils it once', async () => {
  const secret = newSecret()
  const receiver = await FaultyReceiver.start(secret, null)
  let triggered: ReturnType<typeof runInTerminal> | undefined
  const args = ['listen', '--forward-to', receiver.url, '--secret', secret, '--as', 'invoice']
  const { out } = await runInTerminal(args, {
    env: terminalEnv,
    until: (printed) => {
      if (printed.err.includes('Listening'))
        triggered ??= runInTerminal(['trigger', 'invoice.paid'], { env: terminalEnv })
      return printed.out.includes('→')
    },
  })
  const [, id = ''] = /invoice (\S+)/.exec((await triggered)?.out ?? '') ?? []
  expect(out).toMatch(new RegExp(`invoice\\.paid .*${id}.*→  ?200 in`))
  expect(receiver.fulfilled(id)).toBe(1)
  await receiver.stop()
})

test.each([
  ['customer.created', 'customer, Triggered Buyer', '/customers/'],
  ['invoice.paid', 'invoice, Paid', '/invoices/'],
  ['payout.paid', 'payout, PAID', '/payouts/'],
])('the id of %s leads to its page', async (type, what, path) => {
  const { out } = await runInTerminal(['trigger', type], { env: terminalEnv })
  const id = out.trim().split(' ').at(-1) ?? ''
  const opened = await runInTerminal(['open', id, '--print'], { env: terminalEnv })
  expect(opened).toMatchObject({ code: 0, out: `${what}  ${url}${path}${id}\n` })
})
