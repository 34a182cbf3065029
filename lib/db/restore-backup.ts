import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { type Passphrase, readPublicHeader, unseal } from '@/lib/crypto/sealed-stream'
import { CONNECTION_FILE, DATA, DEMO_FILE, KEY_FILE, WAL } from './backup'
import { type Entry, readEntries, writeEntry } from './backup-entries'
import { BackupError } from './backup-error'
import { serverAccount } from './embedded-account'
import { PARTIAL, readConnection, saveConnection, serverFolder, serviceUrl } from './embedded-folder'
import { launchServer, serverBinaries, stopServer } from './embedded-launch'
import { unarchiveWal } from './wal-archive'

export type BackupSummary = {
  createdAt: string
  firstWal: string
  server: string
  files: number
  bytes: number
}

/** Reads a backup to its end, and so proves that it is whole and unchanged. Throws if it isn't. */
export async function verifyBackup(file: string, passphrase: Passphrase): Promise<BackupSummary> {
  const { created_at = '', first_wal = '', server = '' } = await readPublicHeader(createReadStream(file))
  const missing = new Set([
    `${DATA}/PG_VERSION`,
    `${DATA}/backup_label`,
    `${WAL}/${first_wal}`,
    CONNECTION_FILE,
    KEY_FILE,
  ])
  let files = 0
  let bytes = 0
  await eachEntry(file, passphrase, async (entry) => {
    missing.delete(entry.path)
    if (entry.kind === 'file') files += 1
    for await (const piece of entry.content) bytes += piece.length
  })
  if (missing.size > 0) throw new BackupError(`The backup lacks ${[...missing].join(', ')}`)
  return { createdAt: created_at, firstWal: first_wal, server, files, bytes }
}

/** Works on one entry after the other. Once it has thrown, no work is under way. */
async function eachEntry(
  file: string,
  passphrase: Passphrase,
  work: (entry: Entry) => Promise<void>,
): Promise<void> {
  const unzipped = createGunzip()
  const feeding = pipeline(
    createReadStream(file),
    (source: AsyncIterable<Buffer>) => unseal(source, passphrase),
    unzipped,
  )
  // Its error reaches the reader below, by way of the stream.
  feeding.catch(() => {})
  for await (const entry of readEntries(unzipped)) await work(entry)
  await feeding
}

/** The log to go on with after the backup: up to a moment, or with null to its end. */
export type FurtherLog = { folder: string; until: Date | null }

/**
 * Restores a backup into a data folder that is missing or empty, and returns what `check` said of the restored
 * database, whose server stops again afterwards. The folder gets its database last, in one step: if anything fails,
 * everything restored so far is removed.
 */
export async function restoreBackup<Result>(
  file: string,
  dataDir: string,
  { passphrase, log }: { passphrase: Passphrase; log: FurtherLog | null },
  check: (serviceUrl: string) => Promise<Result>,
): Promise<Result> {
  await mkdir(dataDir, { recursive: true })
  if ((await readdir(dataDir)).length > 0) {
    throw new BackupError(
      `${resolve(dataDir)} is not empty. Restore into a new folder, or move the old one away.`,
    )
  }
  try {
    return await restoreInto(file, dataDir, { passphrase, log }, check)
  } catch (error) {
    for (const name of await readdir(dataDir)) await rm(join(dataDir, name), { recursive: true, force: true })
    throw error
  }
}

async function restoreInto<Result>(
  file: string,
  dataDir: string,
  { passphrase, log }: { passphrase: Passphrase; log: FurtherLog | null },
  check: (serviceUrl: string) => Promise<Result>,
): Promise<Result> {
  const folder = serverFolder(dataDir, `${PARTIAL}${randomBytes(4).toString('hex')}`)
  await mkdir(folder.home, { recursive: true })
  const binaries = await serverBinaries()
  const account = await serverAccount(binaries, resolve(dataDir), folder.data)
  // The first entry is for the folder of a database, so the folder of all of them comes before it.
  await mkdir(folder.data, { mode: 0o700 })
  await account.own(folder.data)
  await eachEntry(file, passphrase, (entry) => {
    const isBeside = entry.path === KEY_FILE || entry.path === DEMO_FILE
    // The server's files become its own, and durable with its recovery.
    const isOurs = isBeside || entry.path === CONNECTION_FILE
    return writeEntry(entry, isBeside ? dataDir : folder.home, isOurs ? sync : account.own)
  })
  const settings = log ? await prepareLog(file, folder.data, log, passphrase, account.own) : {}
  // The port is another server's by now, on the machine that was backed up.
  await saveConnection(folder, { ...(await readConnection(folder)), port: 0 })
  // Without connections before the end of the recovery, the launch waits for it.
  const connection = await launchServer(folder, binaries, account, {
    ...settings,
    hot_standby: 'off',
  }).catch((error: Error) => {
    throw new BackupError(inWords(error.message))
  })
  try {
    return await check(serviceUrl(connection))
  } finally {
    await stopServer(folder, binaries, account)
    await publish(folder.home, dataDir)
  }
}

/** Lays out the archived log beside that of the backup, and returns the settings of its recovery. */
async function prepareLog(
  file: string,
  data: string,
  { folder, until }: FurtherLog,
  passphrase: Passphrase,
  own: (path: string) => Promise<void>,
): Promise<Record<string, string>> {
  const { first_wal = '' } = await readPublicHeader(createReadStream(file))
  await unarchiveWal(folder, join(data, 'pg_wal'), { first: first_wal, passphrase, own })
  const signal = join(data, 'recovery.signal')
  await writeFile(signal, '', { mode: 0o600 })
  await own(signal)
  return {
    // Every file of the log lies in its place already.
    restore_command: 'exit 1',
    recovery_target_action: 'promote',
    // The server does not know the names of time zones yet, and Z is one.
    ...(until ? { recovery_target_time: until.toISOString().replace('Z', '+00') } : {}),
  }
}

/** The server's last words fill a page, and most failures are of one kind. */
function inWords(output: string): string {
  if (!output.includes('recovery ended before configured recovery target')) return output
  const [, end = 'an earlier time'] =
    /last completed transaction was at log time ([\d-]+ [\d:]+)/.exec(output) ?? []
  return `The archived log ends at ${end} UTC, before the time that --until names.`
}

async function publish(home: string, dataDir: string): Promise<void> {
  await rename(home, serverFolder(dataDir).home)
  await sync(dataDir)
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r')
  await handle.sync().finally(() => handle.close())
}
