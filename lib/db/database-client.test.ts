import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, Pool } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { env } from '@/lib/env'
import { DatabaseClient } from './database-client'
import { type EmbeddedServer, startEmbedded } from './embedded'

/** Nothing listens there. */
const NOWHERE = '127.0.0.1:1'

let folder: string
const servers: EmbeddedServer[] = []
/** The URLs of the two servers, which share user and password. */
let one: URL
let two: URL
let pool: Pool

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'counterfoil-servers-'))
  const start = async (name: string) => {
    const server = await startEmbedded(join(folder, name))
    servers.push(server)
    const url = new URL(server.url)
    await on(url, `CREATE TABLE notes (text TEXT); ALTER ROLE CURRENT_USER PASSWORD 'shared'`)
    url.password = 'shared'
    return url
  }
  one = await start('one')
  two = await start('two')
})
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()))
  await rm(folder, { recursive: true, force: true })
})
beforeEach(() => {
  env.DATABASE_PREPARED = true
  return () => pool.end()
})

async function on(server: URL, statement: string): Promise<void> {
  const client = new Client({ connectionString: server.href })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

/** Makes one server the primary and the other one read-only, as a standby is. */
async function promote(primary: URL, standby: URL): Promise<void> {
  await setReadOnly(standby, true)
  await setReadOnly(primary, false)
}

async function setReadOnly(server: URL, isReadOnly: boolean): Promise<void> {
  await on(server, `ALTER SYSTEM SET default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`)
  await on(server, 'SELECT pg_reload_conf()')
}

function poolOf(...hosts: string[]): Pool {
  const { username, password, pathname } = one
  const connectionString = `postgresql://${username}:${password}@${hosts.join()}${pathname}`
  return new Pool({ Client: DatabaseClient, connectionString, max: 2 })
}

async function portOf(on: Pool): Promise<number> {
  const { rows } = await on.query<{ port: number }>('SELECT inet_server_port() AS port')
  return rows[0]?.port ?? 0
}

describe('of several servers', () => {
  test('the one that accepts writes is used, wherever it stands in the list', async () => {
    await promote(two, one)
    pool = poolOf(NOWHERE, one.host, two.host)
    await vi.waitFor(async () => expect(await portOf(pool)).toBe(Number(two.port)))
  })

  test('the new primary is found once the old one refuses a write', async () => {
    await promote(one, two)
    pool = poolOf(one.host, two.host)
    await vi.waitFor(() => pool.query(`INSERT INTO notes VALUES ('first')`))
    // In use, and therefore not closed because it is idle.
    const connection = await pool.connect()
    await connection.query('SELECT')
    await promote(two, one)
    await vi.waitFor(async () =>
      expect(await connection.query(`INSERT INTO notes VALUES ('x')`).catch(({ code }) => code)).toBe(
        '25006',
      ),
    )
    connection.release()
    await vi.waitFor(() => pool.query(`INSERT INTO notes VALUES ('second')`))
    expect(await portOf(pool)).toBe(Number(two.port))
  })

  test('a frozen primary is passed over for the one that is promoted while it is asked', async () => {
    await promote(one, two)
    pool = poolOf(one.host, two.host)
    await vi.waitFor(async () => expect(await portOf(pool)).toBe(Number(one.port)))
    const connection = await pool.connect()
    const postmaster = Number.parseInt(
      await readFile(join(folder, 'one/postgres/data/postmaster.pid'), 'utf8'),
      10,
    )
    process.kill(postmaster, 'SIGSTOP')
    try {
      const other = portOf(pool)
      await setReadOnly(two, false)
      expect(await other).toBe(Number(two.port))
    } finally {
      process.kill(postmaster, 'SIGCONT')
      connection.release()
    }
  })

  test('none that accepts writes is an error that says so', async () => {
    pool = poolOf(NOWHERE, NOWHERE)
    await expect(pool.query('SELECT')).rejects.toThrow('None of the database servers accepts writes')
  })
})

test('with DATABASE_PREPARED=0 no statement is prepared', async () => {
  env.DATABASE_PREPARED = false
  pool = poolOf(one.host)
  const client = await pool.connect()
  const { rows } = await client.query({ name: 'sum', text: 'SELECT $1::int + 1 AS sum', values: [2] })
  const { rows: prepared } = await client.query('SELECT name FROM pg_prepared_statements')
  client.release()
  expect({ rows, prepared }).toEqual({ rows: [{ sum: 3 }], prepared: [] })
})

test('a connection that the server closes while nobody listens fails its next statement, and ends no process', async () => {
  pool = poolOf(one.host)
  const client = new DatabaseClient({ connectionString: one.href })
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  await pool.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid])
  await vi.waitFor(() => expect(client.query('SELECT')).rejects.toThrow())
})
