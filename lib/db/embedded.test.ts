import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type EmbeddedServer, embeddedUrl, startEmbedded } from './embedded'

let dataDir: string
let server: EmbeddedServer | null = null

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'counterfoil-embedded-'))
})
afterEach(async () => {
  await server?.stop()
  server = null
  await rm(dataDir, { recursive: true, force: true })
})

test('committed data is there after a stop and a start, at the same address', async () => {
  const first = await start()
  await commitNote(first, 'kept')
  await first.stop()
  expect(await embeddedUrl(dataDir)).toBeNull()
  const second = await start()
  expect(second.url).toBe(first.url)
  expect(await notes(second)).toEqual(['kept'])
})

test('a server left running by a killed process is adopted, not started twice', async () => {
  const first = await start()
  const pid = await serverPid()
  const second = await start()
  expect(second.url).toBe(first.url)
  expect(await serverPid()).toBe(pid)
  expect(await embeddedUrl(dataDir)).toBe(first.url)
})

test('committed data survives a kill of the server', async () => {
  const first = await start()
  await commitNote(first, 'kept')
  process.kill(await serverPid(), 'SIGKILL')
  expect(await notes(await start())).toEqual(['kept'])
})

test('a lock file whose process id was reused does not block a start', async () => {
  const first = await start()
  await commitNote(first, 'kept')
  const lock = await readFile(lockPath(), 'utf8')
  await first.stop()
  await writeFile(lockPath(), lock.replace(/^\d+/, String(process.pid)))
  expect(await embeddedUrl(dataDir)).toBeNull()
  expect(await notes(await start())).toEqual(['kept'])
})

test('a port taken by another program is replaced by a free one', async () => {
  const first = await start()
  await commitNote(first, 'kept')
  await first.stop()
  const squatter = createServer().listen(Number(new URL(first.url).port), '127.0.0.1')
  await once(squatter, 'listening')
  try {
    const second = await start()
    expect(second.url).not.toBe(first.url)
    expect(await notes(second)).toEqual(['kept'])
  } finally {
    squatter.close()
  }
})

test('a first start that was killed halfway starts over', async () => {
  await mkdir(join(dataDir, 'postgres.partial-1a2b/data/base'), { recursive: true })
  await writeFile(join(dataDir, 'postgres.partial-1a2b/data/PG_VERSION'), '18\n')
  expect(await notes(await start())).toEqual([])
  expect(await readdir(dataDir)).not.toContain('postgres.partial-1a2b')
})

test('the error names a setting that PostgreSQL refuses', async () => {
  await expect(startEmbedded(dataDir, { settings: { work_mem: 'much' } })).rejects.toThrow(/work_mem/)
})

async function start(): Promise<EmbeddedServer> {
  server = await startEmbedded(dataDir)
  return server
}

function lockPath(): string {
  return join(dataDir, 'postgres/data/postmaster.pid')
}

async function serverPid(): Promise<number> {
  return Number.parseInt(await readFile(lockPath(), 'utf8'), 10)
}

async function query<Row>({ url }: EmbeddedServer, text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(text, values).finally(() => client.end())
  return rows as Row[]
}

async function commitNote(at: EmbeddedServer, text: string): Promise<void> {
  await query(at, 'CREATE TABLE IF NOT EXISTS notes (text text)')
  await query(at, 'INSERT INTO notes VALUES ($1)', [text])
}

async function notes(at: EmbeddedServer): Promise<string[]> {
  await query(at, 'CREATE TABLE IF NOT EXISTS notes (text text)')
  const rows = await query<{ text: string }>(at, 'SELECT text FROM notes')
  return rows.map((row) => row.text)
}
