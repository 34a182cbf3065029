import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import {
  type AddressInfo,
  createServer as createTcpServer,
  type Socket,
  type Server as TcpServer,
} from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { env } from '@/lib/env'
import { createWebhookTransport } from './http-transport'

const open: (Server | TcpServer)[] = []

afterEach(async () => {
  for (const server of open.splice(0)) {
    if ('closeAllConnections' in server) server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
})

async function listen(server: Server | TcpServer): Promise<number> {
  open.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

const receiver = (listener: RequestListener) => listen(createServer(listener))

/** Test receivers are on loopback, so treat that as public. */
const isLoopback = (address: string) => address === '127.0.0.1'
const toLoopback = createWebhookTransport({ isAllowed: isLoopback })

const request = (url: string, timeoutMs = 5000, mode: 'test' | 'live' = 'live') => ({
  url,
  mode,
  headers: { 'content-type': 'application/json', 'webhook-id': '1' },
  body: '{"name":"Zoë"}',
  timeoutMs,
})

describe('sending', () => {
  test('the body arrives byte for byte, with the headers, at path and query', async () => {
    const seen: unknown[] = []
    const port = await receiver(async (incoming, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of incoming) chunks.push(chunk)
      seen.push(
        incoming.method,
        incoming.url,
        incoming.headers['webhook-id'],
        Buffer.concat(chunks).toString(),
      )
      response.writeHead(202, { 'retry-after': '7' }).end('thanks')
    })
    const result = await toLoopback(request(`http://127.0.0.1:${port}/hook?a=1`))
    expect(seen).toEqual(['POST', '/hook?a=1', '1', '{"name":"Zoë"}'])
    expect(result).toMatchObject({ kind: 'response', status: 202, body: 'thanks', retryAfter: '7' })
  })

  test('a redirect is an answer and is not followed', async () => {
    let visits = 0
    const inside = await receiver((_, response) => {
      visits += 1
      response.end('metadata')
    })
    const port = await receiver((_, response) => {
      response.writeHead(307, { location: `http://127.0.0.1:${inside}/` }).end()
    })
    const result = await toLoopback(request(`http://127.0.0.1:${port}/`))
    expect(result).toMatchObject({ kind: 'response', status: 307 })
    expect(visits).toBe(0)
  })
})

describe('a connection', () => {
  /** A receiver, and the connections that it has seen. */
  const counted = async (listener: RequestListener) => {
    const server = createServer(listener)
    const connections: Socket[] = []
    server.on('connection', (socket) => connections.push(socket))
    return { connections, port: await listen(server) }
  }

  test('is used again by the next webhook to the same origin', async () => {
    const { connections, port } = await counted((_, response) => response.end('ok'))
    for (const path of ['a', 'b', 'c'])
      expect(await toLoopback(request(`http://127.0.0.1:${port}/${path}`))).toMatchObject({ status: 200 })
    expect(connections).toHaveLength(1)
  })

  test('is for one request at a time', async () => {
    const answers: (() => void)[] = []
    const { connections, port } = await counted((_, response) => {
      answers.push(() => response.end())
      if (answers.length === 3) for (const answer of answers) answer()
    })
    const url = `http://127.0.0.1:${port}/`
    await Promise.all([toLoopback(request(url)), toLoopback(request(url)), toLoopback(request(url))])
    expect(connections).toHaveLength(3)
  })

  test('is used no longer than the check of its address holds', async () => {
    const resolved: string[] = []
    const transport = createWebhookTransport({
      isAllowed: isLoopback,
      checkHoldsMs: 0,
      resolve: async (hostname) => {
        resolved.push(hostname)
        return [{ address: '127.0.0.1', family: 4 }]
      },
    })
    const { connections, port } = await counted((_, response) => response.end())
    await transport(request(`http://receiver.example:${port}/`))
    await transport(request(`http://receiver.example:${port}/`))
    expect(connections).toHaveLength(2)
    expect(resolved).toHaveLength(2)
  })

  test('that the receiver ended while it waited costs no attempt', async () => {
    let requests = 0
    const { connections, port } = await counted((incoming, response) => {
      requests += 1
      if (requests === 2) incoming.socket.destroy()
      else response.end('ok')
    })
    const url = `http://127.0.0.1:${port}/`
    expect(await toLoopback(request(url))).toMatchObject({ status: 200 })
    expect(await toLoopback(request(url))).toMatchObject({ status: 200, body: 'ok' })
    expect(connections).toHaveLength(2)
    expect(requests).toBe(3)
  })

  test('whose answer breaks off is not tried again at once', async () => {
    let requests = 0
    const { port } = await counted((_, response) => {
      requests += 1
      if (requests === 1) response.end()
      else response.writeHead(200, { 'content-length': '100' }).write('half', () => response.destroy())
    })
    const url = `http://127.0.0.1:${port}/`
    await toLoopback(request(url))
    expect(await toLoopback(request(url))).toMatchObject({ kind: 'error' })
    expect(requests).toBe(2)
  })

  test('ends with an answer that says so, or that is too long to be read', async () => {
    const { connections, port } = await counted((incoming, response) => {
      if (incoming.url === '/close') response.setHeader('connection', 'close')
      response.end(incoming.url === '/long' ? 'x'.repeat(5000) : 'ok')
    })
    for (const path of ['close', 'long', 'close'])
      expect(await toLoopback(request(`http://127.0.0.1:${port}/${path}`))).toMatchObject({ status: 200 })
    expect(connections).toHaveLength(3)
  })

  test('of test mode to this machine is not used by live mode, which may not go there', async () => {
    const transport = createWebhookTransport({ isAllowed: () => false, isLocal: true })
    const { port } = await counted((_, response) => response.end())
    const url = `http://localhost:${port}/`
    expect(await transport(request(url, 5000, 'test'))).toMatchObject({ status: 200 })
    expect(await transport(request(url, 5000, 'live'))).toMatchObject({ kind: 'error' })
  })
})

describe('the answer', () => {
  test('no more than 4096 characters of an endless one are read', async () => {
    const port = await receiver((_, response) => {
      const write = () => {
        while (!response.destroyed && response.write('é'.repeat(1000)));
      }
      response.on('drain', write)
      write()
    })
    const result = await toLoopback(request(`http://127.0.0.1:${port}/`))
    expect(result).toMatchObject({ kind: 'response', status: 200, body: 'é'.repeat(4096) })
  })

  test('bytes that are not text become replacement characters', async () => {
    const port = await receiver((_, response) => response.end(Buffer.from([0xff, 0, 0x41])))
    const result = await toLoopback(request(`http://127.0.0.1:${port}/`))
    expect(result).toMatchObject({ kind: 'response', body: '\ufffd\0A' })
  })

  test('one that breaks off counts as no answer', async () => {
    const port = await receiver((_, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('half', () => response.destroy())
    })
    expect(await toLoopback(request(`http://127.0.0.1:${port}/`))).toMatchObject({
      kind: 'error',
      message: 'connection was closed before the answer was complete',
    })
  })

  test('a closed port is explained', async () => {
    const port = await receiver(() => {})
    const server = open.pop()
    server?.close()
    expect(await toLoopback(request(`http://127.0.0.1:${port}/`))).toMatchObject({
      kind: 'error',
      message: 'connection refused',
    })
  })
})

describe('the timeout covers', () => {
  const timedOut = { kind: 'error', message: 'no complete answer within 0.15 s' }
  const send = (url: string) => toLoopback(request(url, 150))

  test('a receiver that never answers', async () => {
    const port = await receiver(() => {})
    expect(await send(`http://127.0.0.1:${port}/`)).toMatchObject(timedOut)
  })

  test('a receiver that never ends its answer', async () => {
    const port = await receiver((_, response) => void response.writeHead(200).write('…'))
    expect(await send(`http://127.0.0.1:${port}/`)).toMatchObject(timedOut)
  })

  test('a TLS handshake that never ends', async () => {
    const port = await listen(createTcpServer((socket) => socket.on('error', () => {}).resume()))
    expect(await send(`https://127.0.0.1:${port}/`)).toMatchObject(timedOut)
  })

  test('a DNS look-up that never ends', async () => {
    const resolve = () => new Promise<never>(() => {})
    const transport = createWebhookTransport({ isAllowed: isLoopback, resolve })
    expect(await transport(request('http://receiver.example/', 150))).toMatchObject(timedOut)
  })
})

describe('refused without a connection', () => {
  test.each([
    'http://127.0.0.1:PORT/',
    'http://localhost:PORT/',
    'http://2130706433:PORT/',
    'http://0x7f.1:PORT/',
    'http://0177.0.0.1:PORT/',
    'http://0.0.0.0:PORT/',
    'http://[::1]:PORT/',
    'http://[::ffff:127.0.0.1]:PORT/',
    'http://[64:ff9b::7f00:1]:PORT/',
    'http://169.254.169.254/latest/meta-data/',
    'https://10.0.0.1/',
  ])('%s', async (pattern) => {
    let visits = 0
    const port = await receiver((_, response) => {
      visits += 1
      response.end()
    })
    const result = await createWebhookTransport()(request(pattern.replace('PORT', String(port))))
    expect(result).toMatchObject({ kind: 'error', message: expect.stringMatching(/^address is not public/) })
    expect(visits).toBe(0)
  })

  test.each([
    ['http://user:pass@example.com/', 'URL has a user name or password'],
    ['http://user@example.com/', 'URL has a user name or password'],
    ['ftp://example.com/', 'URL is not http or https'],
    ['example.com/hook', 'URL is not valid'],
  ])('%s', async (url, message) => {
    expect(await toLoopback(request(url))).toMatchObject({ kind: 'error', message })
  })

  test('a name with one internal address, whatever the others are', async () => {
    const resolve = async () => [
      { address: '127.0.0.1', family: 4 },
      { address: '10.0.0.1', family: 4 },
    ]
    const transport = createWebhookTransport({ isAllowed: isLoopback, resolve })
    const result = await transport(request('http://receiver.example/'))
    expect(result).toMatchObject({ kind: 'error', message: expect.stringMatching(/^address is not public/) })
  })

  test('a name without an address', async () => {
    const transport = createWebhookTransport({ isAllowed: isLoopback, resolve: async () => [] })
    const result = await transport(request('http://receiver.example/'))
    expect(result).toMatchObject({ kind: 'error', message: 'host name has no address' })
  })
})

test('a name that is repointed inside after the check is not resolved again', async () => {
  let visits = 0
  const port = await receiver((_, response) => {
    visits += 1
    response.end()
  })
  let lookUps = 0
  const resolve = async () => {
    lookUps += 1
    return [{ address: lookUps === 1 ? '127.0.0.1' : '10.0.0.1', family: 4 }]
  }
  const transport = createWebhookTransport({ isAllowed: isLoopback, resolve, checkHoldsMs: 0 })
  const url = `http://receiver.example:${port}/`
  // One look-up serves both the check and the connection; the next connection is checked again.
  expect(await transport(request(url))).toMatchObject({ kind: 'response', status: 200 })
  expect(lookUps).toBe(1)
  expect(await transport(request(url))).toMatchObject({
    kind: 'error',
    message: expect.stringMatching(/^address is not public/),
  })
  expect([lookUps, visits]).toEqual([2, 1])
})

test('private addresses are reached if the operator allows them', async () => {
  const port = await receiver((_, response) => response.end())
  const transport = createWebhookTransport({ isAllowed: () => true })
  expect(await transport(request(`http://localhost:${port}/`))).toMatchObject({
    kind: 'response',
    status: 200,
  })
})

test('public addresses are left alone if the operator keeps webhooks off the internet', async () => {
  env.WEBHOOKS_ALLOW_PUBLIC = false
  const transport = createWebhookTransport({ resolve: async () => [{ address: '8.8.8.8', family: 4 }] })
  const results = [
    await transport(request('http://receiver.example/')),
    await transport(request('http://8.8.8.8/')),
  ]
  env.WEBHOOKS_ALLOW_PUBLIC = true
  const message = expect.stringMatching(/^address is public.*WEBHOOKS_ALLOW_PUBLIC=0/)
  for (const result of results) expect(result).toMatchObject({ kind: 'error', message })
})

describe('to this machine itself', () => {
  const noName = async () => [{ address: '127.0.0.1', family: 4 }]
  const answering = () => receiver((_, response) => response.end('noted'))
  const NOT_PUBLIC = {
    kind: 'error',
    message: expect.stringMatching(/^address is not public.*WEBHOOKS_ALLOW_PRIVATE=1/),
  }

  test.each(['127.0.0.1', 'localhost', 'LOCALHOST', 'shop.localhost', '2130706433'])(
    'test mode of a local installation may send to %s; live mode and a public installation may not',
    async (host) => {
      const url = `http://${host}:${await answering()}/`
      const local = createWebhookTransport({ isLocal: true, resolve: noName })
      expect(await local(request(url, 5000, 'test'))).toMatchObject({ kind: 'response', status: 200 })
      expect(await local(request(url, 5000, 'live'))).toMatchObject(NOT_PUBLIC)
      const elsewhere = createWebhookTransport({ isLocal: false, resolve: noName })
      expect(await elsewhere(request(url, 5000, 'test'))).toMatchObject(NOT_PUBLIC)
    },
  )

  test.each([
    '127.0.0.1',
    'localhost',
    '[::ffff:127.0.0.1]',
    '127.1',
    '2130706433',
    '0x7f.1',
    '017700000001',
    'ⓛocalhost',
    '127。0。0。1',
  ])('test mode may send to %s by default, and may not once others reach the service', async (host) => {
    const { BIND } = env
    let visits = 0
    const port = await receiver((_, response) => {
      visits += 1
      response.end('noted')
    })
    const sent = () => createWebhookTransport()(request(`http://${host}:${port}/`, 5000, 'test'))
    expect(await sent()).toMatchObject({ kind: 'response', status: 200 })
    for (const open of ['0.0.0.0', '::', '192.0.2.1']) {
      env.BIND = open
      expect(await sent()).toMatchObject(NOT_PUBLIC)
    }
    env.BIND = BIND
    expect(visits).toBe(1)
  })

  test.each([
    ['a name that somebody points at it', 'rebound.example', '127.0.0.1'],
    ['a private address', '10.0.0.1', '10.0.0.1'],
    ['a localhost that leads elsewhere', 'localhost', '169.254.169.254'],
    ['the unspecified address', '0.0.0.0', '0.0.0.0'],
  ])('not even there to %s', async (_, host, address) => {
    const port = await answering()
    const local = createWebhookTransport({ isLocal: true, resolve: async () => [{ address, family: 4 }] })
    expect(await local(request(`http://${host}:${port}/`, 5000, 'test'))).toMatchObject(NOT_PUBLIC)
  })
})
