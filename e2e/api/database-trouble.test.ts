import { readdirSync, readFileSync } from 'node:fs'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Answer, expectRefusal } from '../fixtures/api-client'
import { type CrashScene, startCrashScene } from '../fixtures/crash-scene'
import { customerBody } from '../fixtures/request-bodies'

/** Short, so that a test needs not wait for what an operator may. */
const TIMEOUT_MS = 1000

/** On a database of its own, which the tests take away. */
let scene: CrashScene

beforeAll(async () => {
  scene = await startCrashScene({ DATABASE_URL: '', DATABASE_TIMEOUT_MS: String(TIMEOUT_MS) })
})
afterAll(() => scene?.stop())

function createCustomer(): Promise<Answer> {
  return scene.post('/customer', customerBody())
}

function expectUnavailable(answer: Answer): void {
  expectRefusal(answer, 503, 'Service unavailable')
  expect(answer.headers.get('retry-after')).toBe('5')
}

async function health(): Promise<{ status: number; body: Record<string, string> }> {
  const response = await fetch(`${scene.service.url}/api/health`)
  return { status: response.status, body: await response.json() }
}

async function setReadOnly(value: 'on' | 'off'): Promise<void> {
  const client = new Client({ connectionString: scene.service.databaseUrl })
  await client.connect()
  await client.query(`ALTER SYSTEM SET default_transaction_read_only = ${value}`)
  await client.query('SELECT pg_reload_conf()')
  await client.end()
}

test('a read-only database: reads are answered, writes 503, and health names the database', async () => {
  await setReadOnly('on')
  await expect.poll(async () => (await createCustomer()).status).toBe(503)
  expectUnavailable(await createCustomer())
  expect((await fetch(`${scene.service.url}/api/v2/customer/x?api_key=${scene.key}`)).status).toBe(404)
  await expect.poll(health).toEqual({
    status: 503,
    body: { status: 'unavailable', database: 'read-only', migrations: 'ok', worker: 'unknown' },
  })
  await setReadOnly('off')
  await expect.poll(async () => (await createCustomer()).status).toBe(201)
  await scene.service.ready()
})

test('a frozen database is given up on: 503 in time, and the worker is not blamed', async () => {
  // A connection may end between the look and the signal.
  const frozen = databaseProcesses().filter((pid) => signal(pid, 'SIGSTOP'))
  try {
    const startedAt = Date.now()
    const answers = await Promise.all(Array.from({ length: 8 }, createCustomer))
    expect(Date.now() - startedAt).toBeLessThan(5 * TIMEOUT_MS)
    for (const answer of answers) expectUnavailable(answer)
    const { status, body } = await health()
    expect({ status, worker: body.worker }).toEqual({ status: 503, worker: 'unknown' })
    expect(body.database).toMatch(/^(?:not reachable|no answer in 3 s)$/)
  } finally {
    for (const pid of frozen) signal(pid, 'SIGCONT')
  }
  await expect.poll(async () => (await createCustomer()).status).toBe(201)
  await scene.service.ready()
})

test('a killed database: nothing but 503 until it is back', async () => {
  process.kill(scene.service.databasePid(), 'SIGKILL')
  const statuses = new Set<number>()
  const status = async () => {
    const answer = await createCustomer()
    statuses.add(answer.status)
    return answer.status
  }
  // The server's other processes live a moment longer than the killed one.
  await expect.poll(status, { timeout: 30_000, interval: 20 }).toBe(503)
  await expect.poll(status, { timeout: 30_000, interval: 20 }).toBe(201)
  expect([...statuses].toSorted()).toEqual([201, 503])
  await scene.service.ready()
})

/** The server's process ids. */
function databaseProcesses(): number[] {
  const postmaster = scene.service.databasePid()
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => parentOf(pid) === postmaster)
  return [postmaster, ...children]
}

/** Returns false if the process is gone. */
function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, name)
  } catch {
    return false
  }
}

function parentOf(pid: number): number | null {
  try {
    return Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1])
  } catch {
    return null
  }
}
