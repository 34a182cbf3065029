import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Passphrase } from '@/lib/crypto/sealed-stream'
import { createBackup } from './backup'
import { type EmbeddedServer, startEmbedded } from './embedded'
import { type FurtherLog, restoreBackup, verifyBackup } from './restore-backup'
import { archiveWal, forgetWal, stopArchiving } from './wal-archive'

const passphrase = new Passphrase('a passphrase of the operator')
const secretKey = `${'ab'.repeat(32)}\n`

let folder: string
let dataDir: string
let server: EmbeddedServer
let client: Client

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'counterfoil-backup-'))
  dataDir = join(folder, 'data')
  server = await startEmbedded(dataDir, { settings: { fsync: 'off' } })
  await writeFile(join(dataDir, 'demo.json'), '{}')
  client = await connect(server.url)
  await client.query(`
    CREATE TABLE notes (text text PRIMARY KEY);
    CREATE TABLE wallets (id int PRIMARY KEY, balance int NOT NULL);
    CREATE TABLE movements (id bigserial PRIMARY KEY, wallet int, change int, filler text);
    INSERT INTO wallets SELECT id, 0 FROM generate_series(1, 50) AS id;
    GRANT SELECT ON ALL TABLES IN SCHEMA public TO counterfoil_service`)
})
afterAll(async () => {
  await client?.end()
  await server?.stop()
  await rm(folder, { recursive: true, force: true })
})

async function connect(url: string): Promise<Client> {
  const opened = new Client({ connectionString: url })
  await opened.connect()
  return opened
}

async function read<Row>(url: string, text: string): Promise<Row[]> {
  const reader = await connect(url)
  const { rows } = await reader.query(text).finally(() => reader.end())
  return rows as Row[]
}

const backUp = (target: string) => createBackup(dataDir, target, { passphrase, secretKey })
const note = (text: string) => client.query('INSERT INTO notes VALUES ($1)', [text])

let count = 0
/** Restores a backup into a new folder, and returns the rows that the query `text` reads from it. */
async function readRestored<Row>(file: string, text: string, log: FurtherLog | null = null): Promise<Row[]> {
  count += 1
  const to = join(folder, `restored-${count}`)
  return restoreBackup(file, to, { passphrase, log }, (url) => read<Row>(url, text))
}

/** Moves money back and forth until it is told to stop; returns the number of the last commit. */
function keepWriting(isOver: () => boolean): Promise<void>[] {
  return Array.from({ length: 4 }, async (_, index) => {
    const writer = await connect(server.url)
    for (let round = 0; !isOver(); round += 1) {
      const [from, to] = [1 + ((round + index) % 50), 1 + ((round * 7 + index + 1) % 50)].sort(
        (a, b) => a - b,
      )
      await writer.query('BEGIN')
      await writer.query('UPDATE wallets SET balance = balance - 1 WHERE id = $1', [from])
      await writer.query('UPDATE wallets SET balance = balance + 1 WHERE id = $1', [to])
      await writer.query(
        `INSERT INTO movements (wallet, change, filler)
         SELECT wallet, change, repeat(md5(random()::text), 20)
           FROM (VALUES ($1::int, -1), ($2::int, 1)) AS m (wallet, change)`,
        [from, to],
      )
      await writer.query('COMMIT')
    }
    await writer.end()
  })
}

test('a backup under load has every earlier commit, and none by half', {
  timeout: 60_000,
}, async () => {
  let isOver = false
  const writers = keepWriting(() => isOver)
  await expect
    .poll(() => client.query('SELECT FROM movements LIMIT 200').then(({ rowCount }) => rowCount))
    .toBe(200)
  const { rows: before } = await client.query<{ last: string }>('SELECT max(id) AS last FROM movements')
  const { file } = await backUp(join(folder, 'backups/'))
  isOver = true
  await Promise.all(writers)
  expect(await verifyBackup(file, passphrase)).toMatchObject({ server: '18' })
  const [restored] = await readRestored<{ sum: number; differing: number; last: string; lasting: number }>(
    file,
    `SELECT (SELECT sum(balance)::int FROM wallets) AS sum,
            (SELECT count(*)::int FROM wallets w
              WHERE balance <> (SELECT coalesce(sum(change), 0) FROM movements WHERE wallet = w.id)) AS differing,
            (SELECT max(id) FROM movements) AS last`,
  )
  expect(restored).toMatchObject({ sum: 0, differing: 0 })
  expect(Number(restored?.last)).toBeGreaterThanOrEqual(Number(before[0]?.last))
  const home = join(folder, `restored-${count}`)
  expect(await readFile(join(home, 'secret.key'), 'utf8')).toBe(secretKey)
  expect((await readdir(home)).sort()).toEqual(['demo.json', 'postgres', 'postgres.log', 'secret.key'])
  // It starts like any other.
  const again = await startEmbedded(home)
  await again.stop()
})

test('nothing readable of the data is in a backup, and no leftovers are on the server', async () => {
  await note('the secret of the customer')
  const { file } = await backUp(join(folder, 'one.backup'))
  const bytes = await readFile(file)
  for (const text of ['secret of the customer', secretKey.trim(), 'wallets'])
    expect(bytes.includes(text)).toBe(false)
  await expect
    .poll(() => client.query('SELECT FROM pg_replication_slots').then(({ rowCount }) => rowCount))
    .toBe(0)
  await expect(backUp(file)).rejects.toThrow(/is there already/)
})

test('a backup that was altered, cut off or is another’s restores nothing', async () => {
  const { file, bytes } = await backUp(join(folder, 'two.backup'))
  const to = join(folder, 'refused')
  const restoring = (by = passphrase) =>
    restoreBackup(file, to, { passphrase: by, log: null }, async () => {})
  await expect(restoring(new Passphrase('a passphrase of nobody'))).rejects.toThrow(/passphrase/)
  const whole = await readFile(file)
  const altered = Buffer.from(whole)
  altered[bytes >> 1] = (altered[bytes >> 1] ?? 0) ^ 1
  await writeFile(file, altered)
  await expect(restoring()).rejects.toThrow(/changed or cut off/)
  await expect(verifyBackup(file, passphrase)).rejects.toThrow(/changed or cut off/)
  await writeFile(file, whole)
  await truncate(file, bytes - 1000)
  await expect(restoring()).rejects.toThrow(/changed or cut off/)
  expect(await readdir(to)).toEqual([])
})

test('a folder with anything in it is left as it is', async () => {
  const { file } = await backUp(join(folder, 'three.backup'))
  const before = await readdir(dataDir)
  await expect(restoreBackup(file, dataDir, { passphrase, log: null }, async () => {})).rejects.toThrow(
    /not empty/,
  )
  expect(await readdir(dataDir)).toEqual(before)
})

test('with its log archived, any moment after a backup can be restored', { timeout: 60_000 }, async () => {
  const archive = join(folder, 'log')
  const archiving = () => archiveWal(server.url, dataDir, { archive, passphrase })
  expect(await archiving()).toMatchObject({ hasGap: false })
  const { file, firstWal } = await backUp(join(folder, 'four.backup'))
  await note('before')
  await archiving()
  const { rows } = await client.query<{ at: Date }>('SELECT clock_timestamp() AS at')
  const at = rows[0]?.at ?? new Date(0)
  await note('after')
  await archiving()
  expect((await archiving()).archived).toBeLessThanOrEqual(1)
  const texts = `SELECT text FROM notes WHERE text IN ('before', 'after') ORDER BY text DESC`
  // A millisecond is the unit of a Date; the commit before was earlier by more than one, archiving takes long.
  expect(await readRestored(file, texts, { folder: archive, until: at })).toEqual([{ text: 'before' }])
  const tooLate = new Date(at.getTime() + 3_600_000)
  await expect(readRestored(file, texts, { folder: archive, until: tooLate })).rejects.toThrow(
    /log ends at \d{4}-\d\d/,
  )
  expect(await readdir(join(folder, `restored-${count}`))).toEqual([])
  const all = await readdir(archive)
  await forgetWal(archive, firstWal)
  expect((await readdir(archive)).length).toBeLessThan(all.length)
  expect(await readRestored(file, texts, { folder: archive, until: null })).toEqual([
    { text: 'before' },
    { text: 'after' },
  ])
  await stopArchiving(server.url)
  expect((await client.query('SELECT FROM pg_replication_slots')).rowCount).toBe(0)
})
