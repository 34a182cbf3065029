import { once } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { answerNotFound, clientAddress, requestedAddress, serveAs } from '@/lib/http/served-request'
import { type Proxies, parseProxies } from './client-address'
import { type HttpServer, type HttpServerOptions, startHttpServer } from './server'

let server: HttpServer | null = null

afterEach(async () => {
  await server?.stop()
  server = null
})

const PATIENT = {
  headersMs: 15_000,
  requestMs: 30_000,
  idleMs: 65_000,
  connections: 1000,
  connectionsPerAddress: 1000,
}

type Page = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/** Serves a page, as the web process does. */
async function serve(page: Page, options: Partial<HttpServerOptions> = {}): Promise<string> {
  server = await startHttpServer(0, {
    addresses: ['127.0.0.1'],
    proxies: [],
    isHttps: false,
    limits: PATIENT,
    ...options,
    handle: (request, response, served) => serveAs(served, () => page(request, response)),
  })
  return `http://127.0.0.1:${server.port}`
}

/** Answers with what the application can learn about its request. */
async function tellFacts(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const facts = {
    clientAddress: clientAddress(),
    address: requestedAddress(),
    headers: request.headers,
  }
  response.end(JSON.stringify(facts))
}

async function factsOf(url: string, headers: Record<string, string> = {}) {
  return (await fetch(url, { headers })).json()
}

const PROXIES = parseProxies('127.0.0.1') as Proxies

const FORGED = {
  'x-client-address': '9.9.9.9',
  'x-page-path': '/payouts/new?customer=somebody-else',
  'x-page-document': '0',
  'x-forwarded-for': '8.8.8.8',
  'x-forwarded-host': 'evil.example',
  'x-forwarded-proto': 'gopher',
}

test('a client without a proxy is identified by its connection, whatever its headers claim', async () => {
  const facts = await factsOf(await serve(tellFacts), FORGED)
  expect(facts.clientAddress).toBe('127.0.0.1')
  expect(Object.keys(facts.headers).filter((name) => name.startsWith('x-forwarded'))).toEqual([])
})

test("a client behind a proxy is identified by the proxy's own entry, the last one", async () => {
  const url = await serve(tellFacts, { proxies: PROXIES })
  const facts = await factsOf(url, { ...FORGED, 'x-forwarded-for': '8.8.8.8, 203.0.113.7' })
  expect(facts.clientAddress).toBe('203.0.113.7')
  expect(Object.keys(facts.headers).filter((name) => name.startsWith('x-forwarded'))).toEqual([])
})

test.each(['', ' , '])('a proxy that names nobody (%j) counts as the client itself', async (forwarded) => {
  const facts = await factsOf(await serve(tellFacts, { proxies: PROXIES }), { 'x-forwarded-for': forwarded })
  expect(facts.clientAddress).toBe('127.0.0.1')
})

test('a service that is reached by HTTPS tells browsers to use nothing else', async () => {
  const { headers } = await fetch(await serve(tellFacts, { isHttps: true }))
  expect(headers.get('strict-transport-security')).toBe('max-age=31536000')
  await server?.stop()
  expect((await fetch(await serve(tellFacts))).headers.get('strict-transport-security')).toBeNull()
})

test('the server listens on the given address only', async () => {
  const { port } = new URL(await serve(tellFacts, { addresses: ['127.0.0.2'] }))
  expect((await fetch(`http://127.0.0.2:${port}`)).status).toBe(200)
  await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toThrow()
})

test('a page learns its own address, whatever the headers claim', async () => {
  const facts = await factsOf(`${await serve(tellFacts)}/payouts/new?customer=ada`, FORGED)
  expect(facts).toMatchObject({ address: '/payouts/new?customer=ada' })
})

test('concurrent requests keep their own facts', async () => {
  const url = await serve(async (request, response) => {
    await new Promise(setImmediate)
    await tellFacts(request, response)
  })
  const paths = Array.from({ length: 20 }, (_, index) => `/page-${index}`)
  const facts = await Promise.all(paths.map((path) => factsOf(url + path)))
  expect(facts.map(({ address }) => address)).toEqual(paths)
})

test('under another server the client is unknown, and a missing page can’t set its status', () => {
  expect([clientAddress(), requestedAddress()]).toEqual([null, null])
  expect(answerNotFound).not.toThrow()
})

test('no answer can be sniffed as another type, or leaks its URL', async () => {
  const { headers } = await fetch(await serve(tellFacts))
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('referrer-policy')).toBe('strict-origin')
})

test('an answer that is no page runs nothing where a browser shows it, and is in no frame', async () => {
  const { headers } = await fetch(await serve(tellFacts))
  const policy = headers.get('content-security-policy')
  expect(policy).toMatch(/^default-src 'none'; /)
  expect(policy).toMatch(/; frame-ancestors 'none'$/)
})

test('a missing page is answered with 404', async () => {
  const url = await serve(async (_, response) => {
    answerNotFound()
    response.end('nothing here')
  })
  expect((await fetch(url)).status).toBe(404)
})

test('a handler that fails closes the connection, and the server continues', async () => {
  const url = await serve(async (request, response) => {
    if (request.url === '/bad') throw new Error('failed')
    response.end('fine')
  })
  await expect(fetch(`${url}/bad`)).rejects.toThrow()
  expect(await (await fetch(url)).text()).toBe('fine')
})

const GIVE_UP: Record<string, (request: IncomingMessage) => Promise<unknown>> = {
  'cancels its web stream': async (request) => {
    const reader = Readable.toWeb(request).getReader()
    await reader.read()
    await reader.cancel()
  },
  'leaves its loop': async (request) => {
    for await (const _ of request) break
  },
  'stops reading': (request) => once(request, 'readable').then(() => request.read(1)),
  'never reads': async () => {},
}

test.each(Object.entries(GIVE_UP))(
  'a body answered before its end, by a handler that %s, leaves the connection free for the next request',
  async (_, giveUp) => {
    const url = await serve(async (request, response) => {
      if (request.method === 'POST') await giveUp(request)
      response.end(`answer to ${request.method}`)
    })
    const { answers, socket } = open(url)
    const body = 'x'.repeat(4 * 1024 * 1024)
    socket.write(`POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${body.length}\r\n\r\n`)
    socket.write(body.slice(0, 100_000))
    await expect.poll(() => answers.text).toContain('answer to POST')
    socket.write(body.slice(100_000))
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await expect.poll(() => answers.text).toContain('answer to GET')
    socket.destroy()
  },
)

test('a running request is answered before the stop, and none is accepted after', async () => {
  let answer = () => {}
  const url = await serve(async (_, response) => {
    answer = () => response.end('done')
  })
  const { answers, socket } = open(url)
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  const first = answer
  await expect.poll(() => answer).not.toBe(first)
  const answerFirst = answer
  const stopped = server?.stop()
  const connecting = () => fetch(url, { signal: AbortSignal.timeout(500) }).catch(({ cause }) => cause?.code)
  await expect.poll(connecting).toBe('ECONNREFUSED')
  answerFirst()
  await once(socket, 'close')
  expect(answers.text).toContain('done')
  await stopped
  server = null
})

test('while the server stops, every request on an open connection is answered, and told to be the last', async () => {
  let answer = () => {}
  const url = await serve(async (request, response) => {
    if (request.url !== '/slow') response.end('quick')
    else answer = () => response.end('slow')
  })
  const [busy, idle] = [open(url), open(url)]
  const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`
  const first = answer
  busy.socket.write(get('/slow'))
  idle.socket.write(get('/'))
  await expect.poll(() => answer).not.toBe(first)
  await expect.poll(() => idle.answers.text).toContain('quick')
  expect(idle.answers.text).toContain('Connection: keep-alive')
  const stopped = server?.stop()
  idle.socket.write(get('/'))
  answer()
  await Promise.all([once(busy.socket, 'close'), once(idle.socket, 'close')])
  expect(busy.answers.text).toMatch(/Connection: close[\s\S]*slow/)
  expect(idle.answers.text).toMatch(/quick[\s\S]*Connection: close[\s\S]*quick/)
  await stopped
  server = null
})

test('a server that hands over takes connections for a while, and sends its clients on little by little', async () => {
  const url = await serve(async (_, response) => void response.end('done'))
  // Half of them have been sent on after half of the 3 s.
  const random = vi.spyOn(Math, 'random').mockReturnValue(0.5)
  const startedAt = performance.now()
  const elapsed = () => performance.now() - startedAt
  const last: { sentMs: number; answeredMs: number; isLast: boolean }[] = []
  let isOver = false
  const over = server?.handOver().then(() => {
    isOver = true
  })
  while (!isOver) {
    const sentMs = elapsed()
    const answer = await fetch(url)
    await answer.text()
    last.push({ sentMs, answeredMs: elapsed(), isLast: answer.headers.get('connection') === 'close' })
    await delay(2)
  }
  random.mockRestore()
  const [early, late] = [
    last.filter(({ answeredMs }) => answeredMs < 1500),
    last.filter(({ sentMs }) => sentMs > 1510),
  ]
  expect(early.map(({ isLast }) => isLast)).toEqual(early.map(() => false))
  expect(late.map(({ isLast }) => isLast)).toEqual(late.map(() => true))
  expect(Math.min(early.length, late.length)).toBeGreaterThan(0)
  await over
})

test('a server that is stopped while it hands over accepts no more connections', async () => {
  const url = await serve(async (_, response) => void response.end('done'))
  const over = server?.handOver()
  expect(await (await fetch(url)).text()).toBe('done')
  await server?.stop()
  await expect(fetch(url)).rejects.toThrow()
  await over
  await server?.stop(true)
  server = null
})

test('a connection that the system has taken before the stop is answered', async () => {
  const url = await serve(async (_, response) => void response.end('done'))
  const clients = Array.from({ length: 5 }, () => open(url))
  for (const { socket } of clients) socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  // They connect at the end of this turn, and nobody accepts them before the stop.
  await new Promise((resolve) => process.nextTick(resolve))
  await server?.stop()
  server = null
  const answered = () => clients.filter(({ answers }) => answers.text.endsWith('done'))
  await expect.poll(answered).toHaveLength(clients.length)
})

test('a client that reads its answer slowly gets all of it before the stop', async () => {
  // More than the buffers of both ends hold.
  const size = 30_000_000
  const url = await serve(async (_, response) => void response.end(Buffer.alloc(size)))
  const { port, hostname } = new URL(url)
  const socket = connect(Number(port), hostname)
  let received = 0
  socket.on('data', (chunk) => {
    received += chunk.length
  })
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await expect.poll(() => received).toBeGreaterThan(0)
  socket.pause()
  const stopped = server?.stop()
  // Idle connections are closed meanwhile.
  await delay(1000)
  socket.resume()
  await once(socket, 'close')
  expect(received).toBeGreaterThan(size)
  await stopped
  server = null
})

const SHORT = { ...PATIENT, headersMs: 200, requestMs: 400 }

test.each([
  ['its first byte', ''],
  ['the end of its headers', 'GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: '],
  ['the rest of its body', 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nhalf'],
])('a client that never sends %s is cut off, and others are served meanwhile', async (_, sent) => {
  const url = await serve(
    async (request, response) => {
      for await (const _ of request);
      response.end('fine')
    },
    { limits: SHORT },
  )
  const { answers, socket } = open(url)
  const closed = once(socket, 'close')
  socket.write(sent)
  expect(await (await fetch(url)).text()).toBe('fine')
  await closed
  if (sent !== '') expect(answers.text).toMatch(/^HTTP\/1.1 408 /)
})

test('connections above the limit are closed at once, and one that ends makes room', async () => {
  const url = await serve(tellFacts, { limits: { ...PATIENT, connections: 2 } })
  const [first, second] = [open(url), open(url)]
  await Promise.all([once(first.socket, 'connect'), once(second.socket, 'connect')])
  const third = open(url)
  await once(third.socket, 'close')
  expect(third.answers.text).toBe('')
  first.socket.end()
  await once(first.socket, 'close')
  const fourth = open(url)
  fourth.socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await expect.poll(() => fourth.answers.text).toMatch(/^HTTP\/1.1 200 /)
  for (const { socket } of [second, fourth]) socket.destroy()
})

test('a request with two hosts is refused, before anybody reads one of them', async () => {
  let reached = 0
  const url = await serve(async (request, response) => {
    reached += 1
    await tellFacts(request, response)
  })
  const { socket, answers } = open(url)
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\nhOST: evil.example\r\n\r\n')
  await once(socket, 'close')
  expect(answers.text).toMatch(/^HTTP\/1\.1 400 /)
  expect(reached).toBe(0)
})

const GET = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'
const UPGRADE = GET.replace('\r\n\r\n', '\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
const BRIEF = { ...PATIENT, idleMs: 300 }

describe('a connection on which nothing happens is closed, and leaves the count', () => {
  test.each([
    ['an answer', GET],
    ['the answers to requests that it sent at once', GET.repeat(20)],
  ])('where the client never reads %s', async (_, sent) => {
    const big = Buffer.alloc(32 * 1024 * 1024)
    await serve(async (__, response) => void response.end(big), { limits: BRIEF })
    const { socket } = open(`http://127.0.0.1:${server?.port}`)
    socket.pause()
    socket.write(sent)
    await expect.poll(() => server?.connections).toBe(1)
    await expect.poll(() => server?.connections, { timeout: 5000 }).toBe(0)
    socket.destroy()
  })

  test('where a framework took it over and forgot it, also if the client has gone', async () => {
    const forget = vi.fn()
    const url = await serve(
      async ({ socket }, response) => {
        const { server: own } = socket as Socket & { server: Server }
        own.on('upgrade', forget)
        response.end()
      },
      { limits: BRIEF },
    )
    await fetch(url)
    const [stays, leaves] = [open(url), open(url)]
    for (const { socket } of [stays, leaves]) socket.write(UPGRADE)
    await expect.poll(() => forget.mock.calls.length).toBe(2)
    leaves.socket.end()
    await once(stays.socket, 'close')
    await expect.poll(() => server?.connections).toBe(0)
  })
})

test('a client that sends more requests than may wait for their answers loses its connection', async () => {
  const begin = vi.fn(async () => {})
  const url = await serve(begin)
  const { socket } = open(url)
  socket.write(GET.repeat(2000))
  await expect.poll(() => socket.closed).toBe(true)
  await expect.poll(() => server?.connections).toBe(0)
  expect(begin).toHaveBeenCalledTimes(1)
})

test('requests that a client sends at once are answered one after the other, and none that it no longer reads', async () => {
  const paths: string[] = []
  const answers: (() => void)[] = []
  const url = await serve(async (request, response) => {
    paths.push(request.url ?? '')
    answers.push(() => response.end(request.url))
  })
  const { answers: read, socket } = open(url)
  socket.write(['/1', '/2', '/3', '/4'].map((path) => GET.replace(' / ', ` ${path} `)).join(''))
  for (const count of [1, 2, 3]) {
    await expect.poll(() => paths.length).toBe(count)
    if (count < 3) answers[count - 1]?.()
  }
  await expect.poll(() => read.text).toMatch(/\/1HTTP[\s\S]*\/2$/)
  socket.destroy()
  await expect.poll(() => server?.connections).toBe(0)
  answers[2]?.()
  expect((await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(100) }).catch(() => null))?.ok).toBe(
    undefined,
  )
  expect(paths).toEqual(['/1', '/2', '/3', '/'])
})

test('a client that waits for an answer of ours is not cut off for its silence', async () => {
  let answer = () => {}
  const url = await serve(
    async (request, response) => {
      if (request.url === '/quick') response.end('quick')
      else answer = () => response.end('late')
    },
    { limits: BRIEF },
  )
  const waiting = open(url)
  waiting.socket.write(GET)
  const first = answer
  await expect.poll(() => answer).not.toBe(first)
  // Each of these is closed for its silence, so the first one has been silent for longer.
  for (const _ of ['one', 'two']) {
    const idle = open(url)
    idle.socket.write(GET.replace(' / ', ' /quick '))
    await once(idle.socket, 'close')
    expect(idle.answers.text).toContain('quick')
  }
  answer()
  await expect.poll(() => waiting.answers.text).toMatch(/late$/)
  waiting.socket.destroy()
})

test.each([
  ['a web socket', 'websocket', ''],
  ['HTTP/2, with a body', 'h2c', 'some body'],
])('a request that asks for %s is answered as any other, and its connection ends', async (_, name, body) => {
  const url = await serve(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    response.end(`${request.method} ${text}`)
  })
  const { answers, socket } = open(url)
  const lines = ['POST / HTTP/1.1', 'Host: localhost', 'Connection: Upgrade', `Upgrade: ${name}`]
  socket.write(`${lines.join('\r\n')}\r\nContent-Length: ${body.length}\r\n\r\n${body}`)
  await once(socket, 'close')
  expect(answers.text).toMatch(/^HTTP\/1.1 200 [\s\S]*\r\nConnection: close\r\n/)
  expect(answers.text.endsWith(`POST ${body}`)).toBe(true)
  await expect.poll(() => server?.connections).toBe(0)
})

test('only the upgrade that somebody wants is handed over, and it may then be silent', async () => {
  const url = await serve(tellFacts, {
    limits: BRIEF,
    upgrade: ({ url: path }, socket) => path === '/reload' && socket.write('HTTP/1.1 101 OK\r\n\r\n'),
  })
  const [wanted, other] = [open(url), open(url)]
  other.socket.write(UPGRADE)
  await once(other.socket, 'close')
  expect(other.answers.text).toBe('')
  wanted.socket.write(UPGRADE.replace(' / ', ' /reload '))
  const idle = open(url)
  idle.socket.write(GET)
  await once(idle.socket, 'close')
  expect(wanted.answers.text).toMatch(/^HTTP\/1.1 101 /)
  await expect.poll(() => server?.connections).toBe(1)
  wanted.socket.destroy()
})

describe('one client', () => {
  const SHARE = { ...PATIENT, connectionsPerAddress: 2 }

  test('has its share of the connections and no more, and others are served', async () => {
    const url = await serve(tellFacts, { limits: SHARE })
    const [first, second] = [open(url), open(url)]
    await Promise.all([once(first.socket, 'connect'), once(second.socket, 'connect')])
    const third = open(url)
    await once(third.socket, 'close')
    const neighbour = open(url, '127.0.0.9')
    neighbour.socket.write(GET)
    await expect.poll(() => neighbour.answers.text).toMatch(/^HTTP\/1.1 200 /)
    first.socket.end()
    await once(first.socket, 'close')
    expect((await fetch(url)).status).toBe(200)
    for (const { socket } of [second, neighbour]) socket.destroy()
  })

  test('has no limit if it is a trusted proxy', async () => {
    const url = await serve(tellFacts, { limits: SHARE, proxies: PROXIES })
    const many = Array.from({ length: 5 }, () => open(url))
    for (const { socket } of many) socket.write(GET)
    for (const { answers } of many) await expect.poll(() => answers.text).toMatch(/^HTTP\/1.1 200 /)
    for (const { socket } of many) socket.destroy()
  })
})

describe('a service that all connections are taken of', () => {
  const FEW = { ...PATIENT, idleMs: 100, connections: 2 }

  test('counts as reachable while clients hold them, who lose them in time', async () => {
    const url = await serve(tellFacts, { limits: { ...FEW, headersMs: 400, requestMs: 400 } })
    const openSockets = [open(url), open(url)]
    await expect.poll(() => server?.connections).toBe(2)
    expect(server?.isReachable()).toBe(true)
    await Promise.all(openSockets.map(({ socket }) => once(socket, 'close')))
    expect(server?.isReachable()).toBe(true)
  })

  test('does not where its own work never ends, nor once it listens no more', async () => {
    const answers: (() => void)[] = []
    const url = await serve(async (_, response) => void answers.push(() => response.end()), { limits: FEW })
    const connections = [open(url), open(url)]
    for (const { socket } of connections) socket.write(GET)
    await expect.poll(() => answers.length).toBe(2)
    expect(server?.isReachable()).toBe(true)
    await expect.poll(() => server?.isReachable()).toBe(false)
    for (const answer of answers) answer()
    await expect.poll(() => server?.isReachable()).toBe(true)
    const stopped = server?.stop()
    expect(server?.isReachable()).toBe(false)
    await stopped
    server = null
  })
})

test('the server listens on every address of its own that the machine has', async () => {
  const { port } = new URL(await serve(tellFacts, { addresses: ['127.0.0.1', '127.0.0.2', '192.0.2.1'] }))
  for (const host of ['127.0.0.1', '127.0.0.2']) {
    expect((await fetch(`http://${host}:${port}`)).status).toBe(200)
  }
  await expect(fetch(`http://127.0.0.3:${port}`)).rejects.toThrow()
  await server?.stop()
  await expect(fetch(`http://127.0.0.2:${port}`)).rejects.toThrow()
  server = null
  await expect(serve(tellFacts, { addresses: ['192.0.2.1'] })).rejects.toThrow('EADDRNOTAVAIL')
})

/** A raw connection, which sends exactly what is written to it. */
function open(url: string, localAddress = '127.0.0.1') {
  const answers = { text: '' }
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', localAddress })
  socket.on('data', (chunk) => {
    answers.text += chunk
  })
  // A server that cuts a client off resets its connection.
  socket.on('error', () => {})
  return { answers, socket }
}
