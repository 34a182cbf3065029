import { type ChildProcessWithoutNullStreams, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { deliveryHeaders } from '@/lib/webhooks/signing'
import { codeOf } from './content.fixture'

type HeadersOfRequest = Record<string, string> | Headers
type VerifyModule = { isFromCounterfoil(secret: string, headers: HeadersOfRequest, body: string): boolean }
type RouteModule = { POST(request: Request): Promise<Response> }

const run = promisify(execFile)
const canRun = (command: string, ...given: string[]) =>
  run(command, given).then(
    () => true,
    () => false,
  )
const hasPython = await canRun('python3', '--version')
const hasFlask = await canRun('python3', '-c', 'import flask')

const folder = await mkdtemp(join(tmpdir(), 'counterfoil-example-'))
afterAll(() => rm(folder, { recursive: true }))
afterEach(() => vi.unstubAllEnvs())
const FILES = {
  'verify.mjs': codeOf('webhooks', 'verify.mjs'),
  'verify.py': codeOf('webhooks', 'verify.py'),
  'receiver.mjs': codeOf('webhooks', 'receiver.mjs'),
  'endpoint.mjs': codeOf('webhooks', 'endpoint.mjs'),
  'express.mjs': codeOf('webhooks', 'the receiver for Express'),
  'route.mjs': codeOf('webhooks', 'the receiver for Next.js'),
  'app.py': codeOf('webhooks', 'the receiver for Flask'),
}
// Express is imported from there.
await symlink(resolve('node_modules'), join(folder, 'node_modules'))
await Promise.all(Object.entries(FILES).map(([name, text]) => writeFile(join(folder, name), text)))
const { isFromCounterfoil } = (await import(join(folder, 'verify.mjs'))) as VerifyModule

const newSecret = () => `whsec_${randomBytes(24).toString('base64')}`
const payload = '{"invoice":{"id":"i-1","status":"Paid","name":"Zoë"}}'
const event = { id: '0199d1c2-0000-7000-8000-000000000001', eventId: null, sequence: 1, payload }
const KINDS = [
  ['a plain object, as of Node.js', (headers: Record<string, string>) => headers],
  ['the Headers of fetch', (headers: Record<string, string>) => new Headers(headers)],
] as const

describe.each(KINDS)('the verification in JavaScript, with %s', (_, as) => {
  test('accepts real deliveries, under either secret of an overlap', () => {
    const [newer, older] = [newSecret(), newSecret()]
    const headers = as(deliveryHeaders(event, new Date(), [newer, older]))
    expect(isFromCounterfoil(newer, headers, payload)).toBe(true)
    expect(isFromCounterfoil(older, headers, payload)).toBe(true)
  })

  test('refuses a wrong secret, a changed body, an old timestamp and missing headers', () => {
    const secret = newSecret()
    const headers = as(deliveryHeaders(event, new Date(), [secret]))
    const old = as(deliveryHeaders(event, new Date(Date.now() - 301_000), [secret]))
    expect(isFromCounterfoil(newSecret(), headers, payload)).toBe(false)
    expect(isFromCounterfoil(secret, headers, `${payload} `)).toBe(false)
    expect(isFromCounterfoil(secret, old, payload)).toBe(false)
    expect(isFromCounterfoil(secret, as({}), payload)).toBe(false)
  })
})

test.skipIf(!hasPython)('the verification in Python tells real deliveries from others', async () => {
  const [newer, older] = [newSecret(), newSecret()]
  const headers = deliveryHeaders(event, new Date(), [newer, older])
  const old = deliveryHeaders(event, new Date(Date.now() - 301_000), [newer])
  const cases = [
    [newer, headers, payload],
    [older, headers, payload],
    [newSecret(), headers, payload],
    [newer, headers, `${payload} `],
    [newer, old, payload],
    [newer, {}, payload],
  ]
  const script = [
    'import json, sys',
    'from verify import is_from_counterfoil',
    'cases = json.loads(sys.argv[1])',
    'print(json.dumps([is_from_counterfoil(s, h, b.encode()) for s, h, b in cases]))',
  ].join('\n')
  const { stdout } = await run('python3', ['-c', script, JSON.stringify(cases)], { cwd: folder })
  expect(JSON.parse(stdout)).toEqual([true, true, false, false, false, false])
})

const payoutEvent = '{"event":{"type":"payout.failed","data":{"id":"p-1"}}}'

test.each([
  ['in Node.js', 'receiver.mjs', 'WEBHOOK_SECRET', payload],
  ['for Express', 'express.mjs', 'WEBHOOK_SECRET', payload],
  ['of a webhook endpoint', 'endpoint.mjs', 'ENDPOINT_SECRET', payoutEvent],
])('the receiver %s answers 200 to a delivery and 401 to a forgery', async (_, file, name, payload) => {
  const secret = newSecret()
  const receiver = spawn('env', [`${name}=${secret}`, 'PORT=0', process.execPath, file], {
    cwd: folder,
  })
  try {
    const url = /http:\S+/.exec(await firstLine(receiver))?.[0] ?? ''
    const send = (signedWith: string) =>
      fetch(url, {
        method: 'POST',
        headers: deliveryHeaders({ ...event, payload }, new Date(), [signedWith]),
        body: payload,
      })
    expect((await send(secret)).status).toBe(200)
    expect((await send(newSecret())).status).toBe(401)
  } finally {
    receiver.kill()
    await once(receiver, 'close')
  }
})

test('the receiver for Next.js answers 200 to a delivery and 401 to a forgery', async () => {
  const secret = newSecret()
  const { POST } = (await import(join(folder, 'route.mjs'))) as RouteModule
  const send = (signedWith: string) => {
    const headers = deliveryHeaders(event, new Date(), [signedWith])
    return POST(new Request('http://localhost/', { method: 'POST', headers, body: payload }))
  }
  vi.stubEnv('WEBHOOK_SECRET', secret)
  expect((await send(secret)).status).toBe(200)
  expect((await send(newSecret())).status).toBe(401)
})

test.skipIf(!hasFlask)('the receiver for Flask answers 200 to a delivery and 401 to a forgery', async () => {
  const secret = newSecret()
  const deliveries = [secret, newSecret()].map((each) => deliveryHeaders(event, new Date(), [each]))
  const script = [
    'import json, sys',
    'from app import app',
    'headers, body = json.loads(sys.argv[1]), sys.argv[2]',
    'client = app.test_client()',
    'codes = [client.post("/hooks/counterfoil", headers=h, data=body.encode()).status_code for h in headers]',
    'print(json.dumps(codes), file=sys.stderr)',
  ].join('\n')
  const { stderr } = await run(
    'env',
    [`WEBHOOK_SECRET=${secret}`, 'python3', '-c', script, JSON.stringify(deliveries), payload],
    {
      cwd: folder,
    },
  )
  expect(JSON.parse(stderr)).toEqual([200, 401])
})

async function firstLine(child: ChildProcessWithoutNullStreams): Promise<string> {
  const [chunk] = (await once(child.stdout, 'data')) as [Buffer]
  return chunk.toString()
}
