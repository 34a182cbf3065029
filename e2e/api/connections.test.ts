import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openConnectionsAt } from '../fixtures/open-connections'
import { isAlive, type Service, startService } from '../fixtures/service'

/** On SIGUSR2 the web process goes on, but listens for clients no more. */
const DEAF = `
import net from 'node:net'
const { listen } = net.Server.prototype
net.Server.prototype.listen = function (...args) {
  if (args[0]?.port === Number(process.env.PORT)) process.on('SIGUSR2', () => net.Server.prototype.close.call(this))
  return listen.apply(this, args)
}`

const folder = mkdtempSync(join(tmpdir(), 'counterfoil-connections-'))
let service: Service

beforeAll(async () => {
  const preloaded = join(folder, 'deaf.mjs')
  writeFileSync(preloaded, DEAF)
  service = await startService({ env: { NODE_OPTIONS: `--import ${pathToFileURL(preloaded).href}` } })
})
afterAll(async () => {
  await service.stop()
  rmSync(folder, { recursive: true })
})

const port = () => Number(new URL(service.url).port)

/** Sends a request that asks for another protocol, and reads to the end of its connection, which must come soon. */
async function upgrade(path: string, protocol = 'websocket'): Promise<string> {
  const socket = connect(port(), '127.0.0.1')
  let answer = ''
  socket.on('data', (chunk) => {
    answer += chunk
  })
  const closed = once(socket, 'close', { signal: AbortSignal.timeout(10_000) })
  await once(socket, 'connect')
  const startedAt = performance.now()
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: ${protocol}\r\n\r\n`,
  )
  await closed
  expect(performance.now() - startedAt).toBeLessThan(1000)
  return answer
}

describe('a request that asks for another protocol', () => {
  test.each([
    ['/api/v2/customer/x', 'websocket', 400],
    ['/api/health', 'h2c', 200],
    ['/nonexistent', 'websocket', 404],
    ['/_next/webpack-hmr', 'websocket', 404],
    ['/_next/hmr?id=1', 'websocket', 404],
    ['/_next/static/x.js', 'websocket', 404],
  ])('to %s for %s gets %i in HTTP, and its connection ends', async (path, protocol, status) => {
    const expected = new RegExp(`^HTTP/1.1 ${status} `)
    // Before the first page, after which Next.js would take the connection.
    if (path.startsWith('/api')) expect(await upgrade(path, protocol)).toMatch(expected)
    await fetch(`${service.url}/sign-in`)
    // The first time a page takes longer.
    await fetch(`${service.url}${path}`)
    expect(await upgrade(path, protocol)).toMatch(expected)
  })

  test('leaves no connection behind, however many there are and whether or not their clients stay', async () => {
    await fetch(`${service.url}/sign-in`)
    const sockets = Array.from({ length: 200 }, () => connect(port(), '127.0.0.1'))
    for (const [index, socket] of sockets.entries()) {
      socket.on('error', () => {})
      const head = 'GET /nonexistent HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'
      if (index % 2) socket.end(head)
      else socket.write(head)
      socket.resume()
    }
    await Promise.all(sockets.map((socket) => socket.closed || once(socket, 'close')))
    // Those of `fetch` stay open for the next request.
    await expect.poll(() => openConnectionsAt(port()) ?? 0).toBeLessThan(20)
  })
})

test('by default the service is reached from this machine alone, by both of its addresses, and says so', async () => {
  expect(service.output).toMatch(/this machine only.*BIND=0\.0\.0\.0.*PUBLIC_URL/)
  const own = Object.values(networkInterfaces()).flatMap((addresses = []) => addresses)
  for (const host of own.some(({ address }) => address === '::1') ? ['127.0.0.1', '[::1]'] : ['127.0.0.1']) {
    expect((await fetch(`http://${host}:${port()}/api/health`)).status).toBe(200)
  }
  expect(await isRefused('127.0.0.2')).toBe(true)
})

test('a web process that accepts no connection is replaced, although it lives', async () => {
  const deaf = service.pid('web') ?? expect.fail('no web process')
  process.kill(deaf, 'SIGUSR2')
  await expect.poll(() => isRefused('127.0.0.1')).toBe(true)
  expect(isAlive(deaf)).toBe(true)
  await expect.poll(() => isAlive(deaf), { timeout: 60_000, interval: 500 }).toBe(false)
  await service.ready()
  expect(service.output).toContain("can't be reached")
}, 90_000)

/** True if nobody accepts a connection there. */
async function isRefused(host: string): Promise<boolean> {
  const socket = connect(port(), host)
  const refused = await once(socket, 'connect').then(
    () => false,
    () => true,
  )
  socket.destroy()
  return refused
}
