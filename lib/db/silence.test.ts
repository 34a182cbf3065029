import { connect, createServer, type Server, type Socket } from 'node:net'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { env } from '@/lib/env'
import { newId } from '@/lib/ids'
import { isUnavailable } from './unavailable'

/** The database behind a network that a test can freeze: nothing arrives then, and nothing ends. */
let network: Server
const sockets = new Set<Socket>()
let direct: Client

beforeAll(async () => {
  const real = new URL(env.DATABASE_URL ?? '')
  network = createServer((near) => {
    const far = connect(Number(real.port), real.hostname)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('error', () => to.destroy())
      from.pipe(to)
    }
  }).listen(0, '127.0.0.1')
  await vi.waitFor(() => expect(network.listening).toBe(true))
  direct = new Client({ connectionString: real.href })
  await direct.connect()
  await direct.query('CREATE TABLE notes (id UUID)')
  const address = network.address()
  const url = new URL(real)
  url.port = String(typeof address === 'object' ? address?.port : 0)
  vi.resetModules()
  vi.stubEnv('DATABASE_URL', url.href)
  vi.stubEnv('DATABASE_TIMEOUT_MS', '2000')
  // The connections of the two transactions, or their successors, are all that there is.
  vi.stubEnv('DATABASE_POOL_SIZE', '2')
})
afterAll(async () => {
  await (await import('./client')).disconnect()
  vi.unstubAllEnvs()
  await direct.end()
  for (const socket of sockets) socket.destroy()
  network.close()
})

function freeze(isFrozen: boolean): void {
  for (const socket of sockets) isFrozen ? socket.pause() : socket.resume()
}

test('a transaction on a frozen server is given up, and nothing else runs in it', async () => {
  const { connectionPool } = await import('./client')
  const { inOrmTransaction, inTransaction } = await import('./transaction')
  const write = 'INSERT INTO notes VALUES ($1)'
  const lost = [newId(), newId()]
  const startedAt = Date.now()
  const failures = await Promise.all([
    inOrmTransaction(async (tx) => {
      await tx.$executeRaw`INSERT INTO notes VALUES (${lost[0]}::uuid)`
      freeze(true)
      await tx.$executeRaw`SELECT 1`
    }).catch((error: unknown) => error),
    inTransaction(async (tx) => {
      await tx.query({ text: write, values: [lost[1]] })
      freeze(true)
      await tx.query({ text: 'SELECT 1' })
    }).catch((error: unknown) => error),
  ])
  expect(failures.map(isUnavailable)).toEqual([true, true])
  expect(Date.now() - startedAt).toBeLessThan(10_000)
  freeze(false)
  const kept = Array.from({ length: 10 }, newId)
  await Promise.all(kept.map((id) => connectionPool().query(write, [id])))
  const { rows } = await direct.query<{ id: string }>('SELECT id FROM notes ORDER BY id')
  expect(rows.map(({ id }) => id)).toEqual(kept.toSorted())
})
