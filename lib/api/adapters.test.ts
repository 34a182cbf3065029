import { once } from 'node:events'
import { Agent, createServer, request as httpRequest, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { DomainError } from '@/lib/errors'
import { formBody, jsonFields, rawBody } from '@/lib/http/input'
import { operation } from '@/lib/http/operation'
import { Refusal } from '@/lib/http/refusals'
import { describeRequest } from '@/lib/http/served-request'
import { log } from '@/lib/log'
import { routeHandlers } from './next'
import { nodeHandler } from './node'

const anyone = { kind: 'public', codes: [], enter: async () => ({}) } as const

/** The content of the latest file. */
let content = Readable.from([])

const OPERATIONS = {
  tell: operation({
    method: 'GET',
    path: '/api/tell/{what}',
    summary: 'Tell',
    tag: 'Tests',
    access: anyone,
    answers: { 200: z.object({ what: z.string(), q: z.string().nullable(), agent: z.string().nullable() }) },
  }).handle(async ({ params, search, headers, logged }) => {
    logged.accountId = params.what
    return {
      status: 200,
      body: { what: params.what, q: search.get('q'), agent: headers.get('X-Agent') },
    }
  }),
  save: operation({
    method: 'POST',
    path: '/api/save',
    summary: 'Save',
    tag: 'Tests',
    access: anyone,
    body: jsonFields(z.object({ name: z.string('Enter a name') }), { maximumBytes: 1000 }),
    answers: { 201: z.object({ name: z.string() }) },
  }).handle(async ({ input }) => ({ status: 201, body: input, headers: { Location: '/x' } })),
  size: operation({
    method: 'PUT',
    path: '/api/save',
    summary: 'Measure',
    tag: 'Tests',
    access: anyone,
    body: rawBody,
    answers: { 200: z.object({ bytes: z.number() }) },
  }).handle(async ({ input }) => ({ status: 200, body: { bytes: input.length } })),
  fail: operation({
    method: 'GET',
    path: '/api/fail/{how}',
    summary: 'Fail',
    tag: 'Tests',
    access: anyone,
    answers: { 200: z.object({}) },
  }).handle(async ({ params }) => {
    if (params.how === 'domain') throw new DomainError('customer_not_found')
    if (params.how === 'edge') throw new Refusal('rate_limited', null, { 'Retry-After': '3' })
    throw new Error('secret')
  }),
  form: operation({
    method: 'POST',
    path: '/api/form',
    summary: 'Send a form',
    tag: 'Tests',
    access: anyone,
    body: formBody((fields) => fields.get('name')),
    answers: { 303: z.object({ redirect_url: z.string() }) },
    refused: ({ code }) => ({ status: 303, body: {}, headers: { Location: `/back?${code}` } }),
  }).handle(async ({ input }) => {
    if (input === 'bad') throw new DomainError('payment_in_progress')
    return { status: 303, body: { redirect_url: '/ok' }, headers: { Location: '/ok' } }
  }),
  large: operation({
    method: 'GET',
    path: '/api/large/{characters}',
    summary: 'Answer with much text',
    tag: 'Tests',
    access: anyone,
    answers: { 200: z.object({ text: z.string() }) },
  }).handle(async ({ params }) => ({ status: 200, body: { text: 'é'.repeat(Number(params.characters)) } })),
  file: operation({
    method: 'GET',
    path: '/api/file',
    summary: 'Download',
    tag: 'Tests',
    access: anyone,
    answers: { 200: { contentType: 'text/csv', description: 'Rows' } },
  }).handle(async () => {
    content = Readable.from([Buffer.from('a,b\r\n'), Buffer.from('c,d\r\n')])
    return {
      status: 200,
      content,
      contentType: 'text/csv',
      filename: '../a"; filename="b\r\nc é.csv',
      disposition: 'attachment',
    }
  }),
}

type Sent = { method: string; path: string; headers?: Record<string, string>; body?: string }
type Got = { status: number; headers: Record<string, string>; text: string }

let server: Server
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
beforeAll(async () => {
  const handle = nodeHandler(OPERATIONS)
  server = createServer((request, response) => {
    void handle(request, response, describeRequest(request, response, []))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => {
  agent.destroy()
  server.close()
})

/** Over one kept-alive connection, so that an unread body would block the next request. */
async function overNode({ method, path, headers = {}, body }: Sent): Promise<Got> {
  const { port } = server.address() as AddressInfo
  const outgoing = httpRequest({ agent, port, host: '127.0.0.1', method, path, headers })
  outgoing.end(body)
  const [incoming] = await once(outgoing, 'response')
  const chunks: Buffer[] = await incoming.toArray()
  return { status: incoming.statusCode, headers: incoming.headers, text: Buffer.concat(chunks).toString() }
}

const handlers = routeHandlers(OPERATIONS)

async function overNext({ method, path, headers = {}, body }: Sent): Promise<Got> {
  const init = { method, headers, ...(body === undefined ? {} : { body }) }
  const response = await handlers[method as keyof typeof handlers](
    new Request(`http://localhost:3000${path}`, init),
  )
  const text = await response.text()
  return { status: response.status, headers: Object.fromEntries(response.headers), text }
}

describe.each([
  ['from node:http', overNode],
  ['as Next.js route handlers', overNext],
])('operations served %s', (_, send) => {
  test('get what the request says, and answer JSON that is never cached', async () => {
    const { status, headers, text } = await send({
      method: 'GET',
      path: '/api/tell/a%20b?q=c%20d&api_key=x',
      headers: { 'x-agent': 'e' },
    })
    expect([status, JSON.parse(text)]).toEqual([200, { what: 'a%20b', q: 'c d', agent: 'e' }])
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'cache-control': 'no-store' })
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('get the body fields validated by their schema', async () => {
    const good = await send({ method: 'POST', path: '/api/save', body: '{"name":"Ada","more":1}' })
    expect([good.status, good.text, good.headers.location]).toEqual([201, '{"name":"Ada"}', '/x'])
    const bad = await send({ method: 'POST', path: '/api/save', body: '{"name":7}' })
    expect([bad.status, bad.text]).toEqual([400, '{"error":"Enter a name"}'])
    const none = await send({ method: 'POST', path: '/api/save', body: '[]' })
    expect([none.status, none.text]).toEqual([400, '{"error":"Invalid JSON body"}'])
  })

  test('read a body up to the operation’s limit, and leave the connection usable', async () => {
    const name = 'x'.repeat(1000 - '{"name":""}'.length)
    const whole = await send({ method: 'POST', path: '/api/save', body: JSON.stringify({ name }) })
    expect(whole.status).toBe(201)
    for (const size of [1001, 3 * 1024 * 1024]) {
      const over = await send({ method: 'POST', path: '/api/save', body: 'x'.repeat(size) })
      expect([over.status, over.text]).toEqual([413, '{"error":"Request body is too large"}'])
    }
    const other = await send({ method: 'PUT', path: '/api/save', body: 'x'.repeat(256 * 1024) })
    expect(other.text).toBe(`{"bytes":${256 * 1024}}`)
  })

  test('answer refusals by their code, and an unexpected error without details', async () => {
    const domain = await send({ method: 'GET', path: '/api/fail/domain' })
    expect([domain.status, domain.text]).toEqual([404, '{"error":"Customer not found"}'])
    const edge = await send({ method: 'GET', path: '/api/fail/edge' })
    expect([edge.status, edge.headers['retry-after']]).toEqual([429, '3'])
    const bug = await send({ method: 'GET', path: '/api/fail/x' })
    expect([bug.status, bug.text]).toEqual([500, '{"error":"Internal server error"}'])
  })

  test('may answer a refusal in a form of their own', async () => {
    const good = await send({ method: 'POST', path: '/api/form', body: 'name=good' })
    expect([good.status, good.headers.location]).toEqual([303, '/ok'])
    const bad = await send({ method: 'POST', path: '/api/form', body: 'name=bad' })
    expect([bad.status, bad.headers.location]).toEqual([303, '/back?payment_in_progress'])
    const large = await send({ method: 'POST', path: '/api/form', body: 'x'.repeat(300_000) })
    expect([large.status, large.headers.location]).toEqual([303, '/back?body_too_large'])
  })

  test('send a file with its type and a name that can’t contain a folder', async () => {
    const { headers, text } = await send({ method: 'GET', path: '/api/file' })
    expect(text).toBe('a,b\r\nc,d\r\n')
    expect(headers).toMatchObject({
      'content-type': 'text/csv',
      'content-disposition': 'attachment; filename="..-a-filename-b-c-.csv"',
      'cache-control': 'private, no-store',
      'content-security-policy': "base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
      'x-content-type-options': 'nosniff',
    })
  })

  test('answer a HEAD like the GET, without its body', async () => {
    const file = await send({ method: 'HEAD', path: '/api/file' })
    expect([file.status, file.text, file.headers['content-type']]).toEqual([200, '', 'text/csv'])
    expect(content.destroyed).toBe(true)
    const missing = await send({ method: 'HEAD', path: '/api/fail/domain' })
    expect([missing.status, missing.text]).toEqual([404, ''])
  })

  test('refuse what is not declared: 404 for the path, 405 with Allow for the method', async () => {
    const path = await send({ method: 'POST', path: '/api/nothing', body: '{' })
    expect([path.status, path.text]).toEqual([404, '{"error":"Not found"}'])
    const method = await send({ method: 'DELETE', path: '/api/save' })
    expect([method.status, method.text, method.headers.allow]).toEqual([
      405,
      '{"error":"Method not allowed"}',
      'POST, PUT, OPTIONS',
    ])
    const options = await send({ method: 'OPTIONS', path: '/api/file' })
    expect([options.status, options.text, options.headers.allow]).toEqual([204, '', 'GET, HEAD, OPTIONS'])
    expect(options.headers['x-request-id']).toMatch(/\S/)
    expect((await send({ method: 'OPTIONS', path: '/api/nothing' })).status).toBe(404)
  })
})

test('a refused request is logged with the reason and the client’s address, and no other is', async () => {
  const info = vi.spyOn(log, 'info')
  await overNode({ method: 'GET', path: '/api/fail/edge' })
  await overNode({ method: 'GET', path: '/api/tell/me' })
  const lines = info.mock.calls.map(([line]) => line)
  info.mockRestore()
  expect(lines).toMatchObject([
    { path: '/api/fail/edge', status: 429, refusal: 'rate_limited', address: '127.0.0.1' },
    { path: '/api/tell/me', status: 200 },
  ])
  expect(lines[1]).not.toHaveProperty('address')
})

test('a client that disconnects within its body is not waited for', async () => {
  const { port } = server.address() as AddressInfo
  const outgoing = httpRequest({ port, host: '127.0.0.1', method: 'PUT', path: '/api/save' })
  outgoing.on('error', () => undefined)
  const [, response] = await Promise.all([
    new Promise<void>((resolve) => outgoing.write('x', () => resolve())),
    once(server, 'request').then(([, answer]) => answer),
  ])
  outgoing.destroy()
  await once(response, 'close')
  expect(response.writableFinished).toBe(false)
})

describe('an answer from node:http', () => {
  async function get(path: string, acceptEncoding?: string) {
    const { port } = server.address() as AddressInfo
    const headers = acceptEncoding === undefined ? {} : { 'accept-encoding': acceptEncoding }
    const outgoing = httpRequest({ agent, port, host: '127.0.0.1', path, headers })
    outgoing.end()
    const [incoming] = await once(outgoing, 'response')
    const chunks: Buffer[] = await incoming.toArray()
    return { headers: incoming.headers, bytes: Buffer.concat(chunks) }
  }

  test.each(['gzip', 'br, GZIP;q=0.5', 'deflate, gzip, br', '*', 'identity;q=0, *;q=0.1'])(
    'is compressed from 1 KB on for a client that accepts %j',
    async (accepted) => {
      const { headers, bytes } = await get('/api/large/600', accepted)
      expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' })
      expect(bytes.length).toBeLessThan(200)
      expect(JSON.parse(gunzipSync(bytes).toString())).toEqual({ text: 'é'.repeat(600) })
      const small = await get('/api/large/500', accepted)
      expect(small.headers).not.toHaveProperty('content-encoding')
    },
  )

  test.each(['gzip', 'identity'])('states its length, if a client accepts %s', async (accepted) => {
    for (const path of ['/api/large/600', '/api/large/5']) {
      const { headers, bytes } = await get(path, accepted)
      expect(headers).toMatchObject({ 'content-length': String(bytes.length) })
    }
  })

  test('that is an export is compressed while it is written', async () => {
    const { headers, bytes } = await get('/api/file', 'gzip')
    expect(headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(bytes).toString()).toBe('a,b\r\nc,d\r\n')
  })

  test.each([undefined, '', 'identity', 'br', 'gzip;q=0', 'gzip; q=0.000, *', 'x-gzip-2'])(
    'is sent as it is to a client that accepts %j',
    async (accepted) => {
      const { headers, bytes } = await get('/api/large/600', accepted)
      expect(headers).not.toHaveProperty('content-encoding')
      expect(headers.vary).toBe('Accept-Encoding')
      expect(JSON.parse(bytes.toString())).toEqual({ text: 'é'.repeat(600) })
    },
  )
})
