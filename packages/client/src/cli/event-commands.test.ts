import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { WebhookReceiver } from '@/e2e/fixtures/webhook-receiver'
import { Counterfoil } from '../client.ts'
import { newSecret } from '../exam/examiner.ts'
import { FaultyReceiver } from '../exam/faulty-receiver.fixture.ts'
import { latestCursor, matchesTypes, patternsOf } from './event-log.ts'
import { EventServer } from './event-server.fixture.ts'
import { browserCommand } from './open-command.ts'
import { runInTerminal } from './terminal.fixture.ts'
import { oneLine } from './terminal.ts'

let server: EventServer
let env: Record<string, string>

beforeAll(async () => {
  server = await EventServer.start()
  env = { COUNTERFOIL_URL: server.url, COUNTERFOIL_API_KEY: 'cf_test_key' }
})
afterAll(() => server.stop())
beforeEach(() => server.clear())

test.each([0, 1, 2, 3, 6, 7, 8, 12, 100])('the latest of %i events is found', async (count) => {
  server.add(count)
  const client = new Counterfoil({ apiKey: 'k', baseUrl: server.url })
  expect(await latestCursor(client, AbortSignal.timeout(20_000))).toBe(String(count))
  expect(server.requests).toBeLessThan(16)
})

test('types are named whole or by their beginnings', () => {
  expect(matchesTypes('invoice.paid', [])).toBe(true)
  expect(matchesTypes('invoice.paid', ['payout', 'invoice'])).toBe(true)
  expect(matchesTypes('invoice.paid', ['invoice.*'])).toBe(true)
  expect(matchesTypes('invoice.paid', ['invoice.paid'])).toBe(true)
  expect(matchesTypes('invoice.paid', ['inv', 'invoice.pai'])).toBe(false)
  const warnings: string[] = []
  expect(patternsOf('invoce.paid,payout', { err: (line) => warnings.push(line) })).toEqual([
    'invoce.paid',
    'payout',
  ])
  expect(warnings).toEqual(['No type of event begins with invoce.paid'])
})

describe('logs', () => {
  test('prints the latest events, as many as asked for', async () => {
    server.add(30)
    const { code, out } = await runInTerminal(['logs', '--limit', '2'], { env })
    expect(code).toBe(0)
    expect(out.split('\n').map((line) => line.slice(0, 3))).toEqual(['#29', '#30', ''])
    expect(out).toContain('2026-03-01 12:00:00  invoice.paid')
  })

  test('prints whole events of one type as JSON', async () => {
    server.add(3)
    server.add(1, 'payout.paid')
    const { out } = await runInTerminal(['logs', '--events', 'payout', '--json'], { env })
    expect(JSON.parse(out)).toMatchObject({ sequence: 4, type: 'payout.paid' })
  })

  test('goes on with new ones until Ctrl-C', async () => {
    server.add(1)
    const run = runInTerminal(['logs', '--follow'], {
      env,
      until: ({ out }) => {
        if (out.includes('#1') && server.count === 1) server.add(2)
        return out.includes('#3')
      },
    })
    expect(await run).toMatchObject({ code: 130 })
  })
})

describe('listen', () => {
  test('forwards new events only, signed with the secret that it prints, and shows each answer', async () => {
    server.add(5)
    const secret = newSecret()
    const receiver = await FaultyReceiver.start(secret, null)
    const args = ['listen', '--forward-to', receiver.url, '--as', 'invoice', '--secret', secret]
    const { code, out, err } = await runInTerminal(args, {
      env,
      until: (printed) => {
        if (printed.err.includes('Listening from event 5') && server.count === 5) {
          server.add(1, 'invoice.created')
          server.add(1, 'invoice.paid')
        }
        return printed.out.includes('→')
      },
    })
    await receiver.stop()
    expect(err).not.toContain(secret)
    expect({ code, lines: out.trim().split('\n').length }).toEqual({ code: 130, lines: 1 })
    expect(out).toMatch(/^#7 .*invoice\.paid.*→ 200 in \d+ ms\n$/)
    expect(receiver.fulfilled('invoice-7')).toBe(1)
  })

  test.each([
    ['event', ['1', '2', '3'], ['invoice.failed', 'invoice.updated', 'invoice.paid']],
    ['invoice', ['1', '2'], ['invoice.failed', 'invoice.paid']],
  ])(
    'sends as %s the headers that the service sends: the sequence of that kind, and both ids',
    async (format, sequences, types) => {
      const receiver = await WebhookReceiver.start()
      for (const type of ['invoice.failed', 'invoice.updated', 'invoice.paid'] as const)
        server.add(1, type, 'invoice-1')
      const args = ['listen', '--forward-to', receiver.url(), '--as', format, '--since', '0']
      await runInTerminal(args, { env, until: ({ out }) => out.includes('#3') })
      const eventIds = receiver.deliveries.map(({ headers }) => String(headers['counterfoil-event-id']))
      expect(eventIds).toEqual(
        types.map(
          (type) => `event-${['invoice.failed', 'invoice.updated', 'invoice.paid'].indexOf(type) + 1}`,
        ),
      )
      expect(receiver.deliveries.map(({ headers }) => headers['webhook-sequence'])).toEqual(sequences)
      const ids = receiver.deliveries.map(({ headers }) => headers['webhook-id'])
      expect(new Set([...ids, ...eventIds]).size).toBe(2 * types.length)
      // The same event to the same receiver is the same delivery.
      const again = ['resend', 'event-3', '--forward-to', receiver.url(), '--as', format]
      expect((await runInTerminal(again, { env })).code).toBe(0)
      expect(receiver.deliveries.at(-1)?.headers['webhook-id']).toBe(ids.at(-1))
      await receiver.stop()
    },
  )

  test('without a secret it prints one', async () => {
    const args = ['listen', '--forward-to', 'http://127.0.0.1:1/']
    const { err } = await runInTerminal(args, { env, until: (printed) => printed.err.includes('Listening') })
    expect(err).toMatch(/Signed with whsec_[\w+/=]{32}: your receiver verifies/)
  })

  test('shows why a receiver gave no answer, and goes on', async () => {
    const args = ['listen', '--forward-to', 'http://127.0.0.1:1/', '--since', '0']
    server.add(2)
    const run = { env, until: ({ out }: { out: string }) => out.split('ECONNREFUSED').length > 2 }
    const { out } = await runInTerminal(args, run)
    expect(out).toMatch(/^#1 .* → ECONNREFUSED\n#2 .* → ECONNREFUSED\n$/)
  })

  test.each([
    [['--forward-to', 'nowhere'], '--forward-to is the URL'],
    [['--forward-to', 'http://127.0.0.1:1/', '--as', 'xml'], '--as is event or invoice'],
    [['--url', 'nowhere'], 'COUNTERFOIL_URL'],
    [['--api-key', ''], 'COUNTERFOIL_API_KEY'],
  ])('%j is a wrong use', async (flags, message) => {
    const { code, err } = await runInTerminal(['listen', ...flags], { env })
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(message) })
  })
})

describe('a server that answers hostile texts', () => {
  const NAME = '\u001b]0;PWNED\u0007\u001b[2K\rinvoice, Paid\nlive_approved: true\u009b31m\u202e'
  const SHOWN =
    '\\u001b]0;PWNED\\u0007\\u001b[2K\\u000dinvoice, Paid\\u000alive_approved: true\\u009b31m\\u202e'

  /** Answers every request of a path that begins so, and knows nothing else. */
  async function hostileServer(beginning: string, status: number, body: object) {
    const hostile = createServer((request, response) => {
      const isKnown = request.url?.startsWith(beginning) ?? false
      const refusal = { 'counterfoil-error': 'not_found', 'counterfoil-retry': 'never' }
      if (isKnown && status < 400) response.writeHead(status)
      else response.writeHead(isKnown ? status : 404, refusal)
      response.end(JSON.stringify(isKnown ? body : { error: 'Not found' }))
    }).listen(0, '127.0.0.1')
    await once(hostile, 'listening')
    const url = `http://127.0.0.1:${(hostile.address() as AddressInfo).port}`
    onTestFinished(() => {
      hostile.closeAllConnections()
      hostile.close()
    })
    return { ...env, COUNTERFOIL_URL: url }
  }

  test('neither steers the terminal nor begins a line, whatever a customer is called', async () => {
    const of = await hostileServer('/api/v2/customer/', 200, { customer: { id: 'c', name: NAME } })
    const { out } = await runInTerminal(['open', 'c', '--print'], { env: of })
    expect(out).toBe(`customer, ${SHOWN}  ${of.COUNTERFOIL_URL}/customers/c\n`)
  })

  test('neither steers the terminal by an error', async () => {
    const of = await hostileServer('/', 400, { error: `${NAME}!` })
    const { err } = await runInTerminal(['resend', 'e'], { env: of })
    expect(err).toBe(`${SHOWN.replace('\\u000a', '\n')}!\n`)
  })

  test('and JSON keeps its value while it is escaped', () => {
    const printed = oneLine(JSON.stringify({ name: NAME }))
    expect(printed).not.toMatch(/[\p{Cc}\u202e]/u)
    expect(JSON.parse(printed)).toEqual({ name: NAME })
  })

  test('can’t put a command of Windows into the address that is opened', async () => {
    const id = '1&calc.exe&rem "%PATH%^|'
    const of = await hostileServer('/api/v2/customer/', 200, { customer: { id, name: 'Mary' } })
    const { out } = await runInTerminal(['open', 'c', '--print'], { env: of })
    const address = out.trim().split('  ')[1] ?? ''
    expect(address).toBe(`${of.COUNTERFOIL_URL}/customers/1%26calc.exe%26rem%20%22%25PATH%25%5E%7C`)
    // No shell takes part, so that nothing reads the address but the browser.
    const [program, ...args] = browserCommand(address, 'win32')
    expect([program, ...args]).toEqual(['rundll32', 'url.dll,FileProtocolHandler', address])
  })
})

test('the help of each command that takes a key recommends the variable for it', async () => {
  for (const command of ['listen', 'logs', 'trigger', 'resend', 'open', 'mcp']) {
    const { out } = await runInTerminal([command, '--help'])
    expect(out, command).toContain('other users of the machine can read its command line')
  }
  expect((await runInTerminal(['--help'])).out).toContain('keep a live key in the variable')
})

describe('open', () => {
  test('finds the object with the id, and prints the address of its page', async () => {
    server.add(1)
    const { code, out } = await runInTerminal(['open', 'event-1', '--print'], { env })
    expect({ code, out }).toEqual({ code: 0, out: `event, invoice.paid  ${server.url}/invoices/invoice-1\n` })
  })

  test('finds a request in the log', async () => {
    const { code, out } = await runInTerminal(['open', 'request-1', '--print'], { env })
    expect({ code, out }).toEqual({ code: 0, out: `request  ${server.url}/developers/requests/request-1\n` })
  })

  test('says so where nothing has the id, and fails on any other error', async () => {
    const { code, err } = await runInTerminal(['open', 'x', '--print'], { env })
    expect({ code, err }).toEqual({ code: 1, err: 'Nothing in this account has the id x\n' })
    const nowhere = { ...env, COUNTERFOIL_URL: `${server.url}/refusing` }
    expect(await runInTerminal(['open', 'x', '--print'], { env: nowhere })).toMatchObject({
      code: 1,
      err: 'Invalid API Key\n',
    })
  })
})

describe('resend', () => {
  test('asks the service to deliver again, and says where to', async () => {
    server.add(1)
    const { code, out } = await runInTerminal(['resend', 'event-1'], { env })
    expect({ code, out }).toEqual({ code: 0, out: 'https://shop.example.com/hook  PENDING\n' })
    expect(server.redelivered).toEqual(['event-1'])
  })

  test('delivers to a receiver on this machine, and exits by its answer', async () => {
    server.add(1)
    const secret = newSecret()
    const receiver = await FaultyReceiver.start(secret, null)
    const args = ['resend', 'event-1', '--forward-to', receiver.url, '--secret', secret, '--as', 'invoice']
    expect(await runInTerminal(args, { env })).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^200 in/),
    })
    expect(receiver.fulfilled('invoice-1')).toBe(1)
    await receiver.stop()
    expect((await runInTerminal(args, { env })).code).toBe(1)
    expect(server.redelivered).toEqual([])
  })

  test('of an unknown event says so, with exit code 1', async () => {
    const { code, err } = await runInTerminal(['resend', 'event-9'], { env })
    expect({ code, err }).toEqual({ code: 1, err: 'Event not found\n' })
    expect((await runInTerminal(['resend'], { env })).code).toBe(2)
  })
})
