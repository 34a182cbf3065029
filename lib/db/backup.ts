import { createWriteStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { Client } from 'pg'
import { type Passphrase, seal } from '@/lib/crypto/sealed-stream'
import { now } from '@/lib/time/clock'
import { endEntry, fileEntry, folderEntry, textEntry } from './backup-entries'
import { BackupError } from './backup-error'
import { connectionUrl, runningServer, type ServerFolder, serverFolder } from './embedded-folder'
import { noteBackup } from './instance'

/** The paths inside a backup: PostgreSQL's folder, and the files beside it. */
export const DATA = 'data'
export const WAL = `${DATA}/pg_wal`
export const KEY_FILE = 'secret.key'
export const DEMO_FILE = 'demo.json'
export const CONNECTION_FILE = 'connection.json'

/** The server writes these anew: its lock, its sockets, and what no other server may use. */
const LEFT_OUT = new Set([
  'postmaster.pid',
  'postmaster.opts',
  'backup_label',
  'backup_label.old',
  'recovery.signal',
])
/** Of these only the folder is kept. */
const EMPTIED = new Set([
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_wal',
])
/** Copied last: it says where recovery begins, should the label be lost. */
const CONTROL = 'global/pg_control'

const SEGMENT = /^[0-9A-F]{24}$/
const HISTORY = /^[0-9A-F]{8}\.history$/

export type BackupResult = { file: string; bytes: number; createdAt: Date; firstWal: string }

/**
 * Backs the running embedded server up to `target`, a file or a folder, encrypted, while it serves. The backup holds
 * every commit until its end, and none by half: its files are copied as they change, and the write-ahead log of
 * that time goes with them. Throws if there is a file of this name already, or no server runs.
 */
export async function createBackup(
  dataDir: string,
  target: string,
  { passphrase, secretKey }: { passphrase: Passphrase; secretKey: string },
): Promise<BackupResult> {
  const folder = serverFolder(dataDir)
  const connection = await runningServer(folder)
  if (!connection) throw new BackupError(`No embedded database is up in ${resolve(dataDir)}`)
  const createdAt = now()
  const file = await fileFor(target, createdAt)
  const partial = `${file}.partial`
  const client = new Client({ connectionString: connectionUrl(connection) })
  // An error reaches the query that meets it.
  client.on('error', () => {})
  await client.connect()
  try {
    const firstWal = await startBackup(client)
    const header = {
      created_at: createdAt.toISOString(),
      first_wal: firstWal,
      server: await versionOf(folder),
    }
    await pipeline(
      entries(client, { dataDir, folder, firstWal, secretKey }),
      createGzip({ level: 1 }),
      (source: AsyncIterable<Buffer>) => seal(source, passphrase, header),
      createWriteStream(partial, { flags: 'w', mode: 0o600, flush: true }),
    )
    // Not over another backup: `fileFor` looked a while ago, so the link fails if there is one by now.
    await publish(partial, file)
    // The file is whole either way. Where the note fails, the alarm about an old backup has somebody look.
    await noteBackup(client, createdAt).catch(() => {})
    return { file, bytes: (await stat(file)).size, createdAt, firstWal }
  } finally {
    // With the session end the backup mode, if it is still on, and the slot that keeps the log.
    await client.end().catch(() => {})
    await rm(partial, { force: true })
  }
}

async function fileFor(target: string, createdAt: Date): Promise<string> {
  const path = resolve(target)
  const isFolder = /[/\\]$/.test(target) || (await stat(path).catch(() => null))?.isDirectory()
  await mkdir(isFolder ? path : dirname(path), { recursive: true, mode: 0o700 })
  if (!isFolder) {
    if (await stat(path).catch(() => null)) throw new BackupError(`${path} is there already`)
    return path
  }
  const time = createdAt.toISOString().replace(/[-:]|\.\d+/g, '')
  return join(path, `counterfoil-${time}.backup`)
}

async function publish(partial: string, file: string): Promise<void> {
  if (await stat(file).catch(() => null)) throw new BackupError(`${file} is there already`)
  await rename(partial, file)
  const folder = await open(dirname(file), 'r')
  await folder.sync().finally(() => folder.close())
}

async function versionOf({ data }: ServerFolder): Promise<string> {
  return (await readFile(join(data, 'PG_VERSION'), 'utf8')).trim()
}

/** Starts the server's backup mode, and returns the first file of the log that the backup needs. */
async function startBackup(client: Client): Promise<string> {
  // The server would recycle files of its log; a temporary slot ends with the session.
  await client.query(
    `SELECT pg_create_physical_replication_slot('counterfoil_backup_' || pg_backend_pid(), true, true)`,
  )
  const { rows } = await client.query<{ wal: string }>(
    `SELECT pg_walfile_name(pg_backup_start('counterfoil', fast => true)) AS wal`,
  )
  return rows[0]?.wal ?? ''
}

type Source = { dataDir: string; folder: ServerFolder; firstWal: string; secretKey: string }

async function* entries(
  client: Client,
  { dataDir, folder, firstWal, secretKey }: Source,
): AsyncGenerator<Buffer> {
  let count = 0
  const counted = (entry: Buffer) => {
    count += 1
    return entry
  }
  async function* file(path: string, from: string): AsyncGenerator<Buffer> {
    let isFirst = true
    for await (const piece of fileEntry(path, from)) {
      yield isFirst ? counted(piece) : piece
      isFirst = false
    }
  }
  for await (const path of walk(folder.data)) {
    if (path.endsWith('/')) yield counted(folderEntry(`${DATA}/${path.slice(0, -1)}`))
    else yield* file(`${DATA}/${path}`, join(folder.data, path))
  }
  yield* file(`${DATA}/${CONTROL}`, join(folder.data, CONTROL))
  const { rows } = await client.query<{ label: string; wal: string }>(
    // Without waiting for an archive: the log is copied right here.
    `SELECT labelfile AS label, pg_walfile_name(lsn) AS wal FROM pg_backup_stop(wait_for_archive => false)`,
  )
  const { label = '', wal: lastWal = '' } = rows[0] ?? {}
  yield counted(textEntry(`${DATA}/backup_label`, label))
  for (const name of await walFiles(folder, firstWal, lastWal)) {
    yield* file(`${WAL}/${name}`, join(folder.data, 'pg_wal', name))
  }
  yield* file(CONNECTION_FILE, folder.connection)
  yield* file(DEMO_FILE, join(dataDir, DEMO_FILE))
  yield counted(textEntry(KEY_FILE, secretKey))
  yield endEntry(count)
}

/** Paths below a folder, but for what `LEFT_OUT` and `EMPTIED` name; those of folders end with a slash. */
async function* walk(root: string, below = ''): AsyncGenerator<string> {
  const entries = await readdir(join(root, below), { withFileTypes: true }).catch((error) => {
    // A folder that was dropped with its database.
    if (error.code === 'ENOENT') return []
    throw error
  })
  for (const entry of entries) {
    const path = `${below}${entry.name}`
    if (entry.isDirectory()) {
      yield `${path}/`
      if (!EMPTIED.has(path) && !entry.name.startsWith('pgsql_tmp')) yield* walk(root, `${path}/`)
    } else if (entry.isFile() && !isLeftOut(path)) yield path
  }
}

function isLeftOut(path: string): boolean {
  return LEFT_OUT.has(path) || path === CONTROL || /^pgsql_tmp|^pg_internal\.init/.test(basename(path))
}

/** The files of the log from the first to the last, and how its timelines branched. */
export async function walFiles(folder: ServerFolder, first: string, last: string): Promise<string[]> {
  const names = await readdir(join(folder.data, 'pg_wal'))
  return names
    .filter((name) => HISTORY.test(name) || (SEGMENT.test(name) && name >= first && name <= last))
    .sort()
}
