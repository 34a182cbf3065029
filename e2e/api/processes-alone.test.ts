import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EmbeddedServer, startEmbedded } from '@/lib/db/embedded'
import { freePort } from '../fixtures/service'

/* Web process and worker without the supervisor, as in containers, on a database that a job prepared. */

let folder: string
let server: EmbeddedServer
let settings: Record<string, string>
const children: ChildProcess[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'counterfoil-alone-'))
  server = await startEmbedded(folder, { settings: { fsync: 'off' } })
  settings = {
    DATABASE_URL: server.serviceUrl,
    SECRET_KEY: randomBytes(32).toString('hex'),
    PORT: String(await freePort()),
    DATA_DIR: folder,
    LOG_LEVEL: 'warn',
  }
})
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await server?.stop()
  await rm(folder, { recursive: true, force: true })
})

function start(program: string[], env: Record<string, string>) {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, program, {
    env: { PATH, HOME, NODE_ENV: 'test', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk
    })
  }
  const ended = once(child, 'close').then(([code]) => ({ code, output }))
  return { child, ended }
}

const setUp = () =>
  start(['bin/migrate.mjs', 'set-up'], { ...settings, DATABASE_OWNER_URL: server.url }).ended

test('the set-up prepares the database once, for processes whose role owns nothing', async () => {
  const first = await setUp()
  expect(first).toMatchObject({
    code: 0,
    output: expect.stringMatching(/0001_tables[\s\S]*The database is ready/),
  })
  expect(await setUp()).toEqual({ code: 0, output: 'The database is ready\n' })
  const web = start(['bin/process.mjs', 'web'], settings)
  const worker = start(['bin/process.mjs', 'worker'], settings)
  const health = async () =>
    (await fetch(`http://localhost:${settings.PORT}/api/health`).catch(() => null))?.json() ?? null
  await expect
    .poll(health, { timeout: 40_000, interval: 200 })
    .toEqual({ status: 'ok', database: 'ok', migrations: 'ok', worker: 'ok' })
  const probe = await fetch(`http://localhost:${settings.PORT}/robots.txt`)
  expect(probe.status).toBe(200)
  for (const { child } of [web, worker]) child.kill('SIGTERM')
  expect((await web.ended).code).toBe(0)
  expect((await worker.ended).code).toBe(0)
})

test('a process alone says what it lacks, and what it can be', async () => {
  const { DATABASE_URL = '' } = settings
  const keyless = await start(['bin/process.mjs', 'web'], { DATABASE_URL }).ended
  expect(keyless).toEqual({ code: 1, output: 'SECRET_KEY must be set.\n' })
  const other = await start(['bin/process.mjs', 'supervisor'], settings).ended
  expect(other).toEqual({ code: 1, output: 'Usage: node bin/process.mjs web|worker\n' })
  const nowhere = await start(['bin/migrate.mjs', 'set-up'], {}).ended
  expect(nowhere).toMatchObject({ code: 1, output: expect.stringMatching(/^DATABASE_URL must be set/) })
})
