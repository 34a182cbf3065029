import { createReadStream } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { readPublicHeader, SealError } from '@/lib/crypto/sealed-stream'
import { keyFileText, keyPath, readKeyFile } from '@/lib/crypto/secret-key'
import { createBackup } from '@/lib/db/backup'
import { BackupError } from '@/lib/db/backup-error'
import { connectionPool, disconnect } from '@/lib/db/client'
import { isDatabaseError } from '@/lib/db/describe-error'
import { claimInstance, noteBackup } from '@/lib/db/instance'
import { type FurtherLog, restoreBackup, verifyBackup } from '@/lib/db/restore-backup'
import { anchorPathIn, replaceAnchor, SealsChangedError } from '@/lib/db/seal-anchor'
import { inOrmTransaction } from '@/lib/db/transaction'
import { forgetWal, isWalArchive } from '@/lib/db/wal-archive'
import { env } from '@/lib/env'
import type { LedgerReport } from '@/lib/ledger/verify'
import { verifyBooks } from '@/lib/ledger/verify-books'
import { now } from '@/lib/time/clock'
import { backupPassphrase, PassphraseError } from '../backup-passphrase'
import { setDatabase } from '../settings'
import { type CommandResult, type Commands, UsageError } from './command'

const BACKUP = /^counterfoil-\d{8}T\d{6}Z\.backup$/
const MAX_BACKUPS = 10_000

export const backupCommands: Commands<'backup'> = {
  'backup create': {
    isAlone: true,
    run: (flags) => plainly(() => create(flags)),
  },
  'backup verify': {
    isAlone: true,
    run: (flags) => plainly(() => verify(flags)),
  },
  'backup record': {
    run: record,
  },
  'backup restore': {
    isAlone: true,
    run: (flags) => plainly(() => restore(flags)),
  },
}

type Flags = Record<string, string>

async function create({ to = '', 'key-file': keyFile, keep }: Flags): Promise<CommandResult> {
  if (env.DATABASE_URL) {
    throw new UsageError(
      'The database is the server of DATABASE_URL: back it up with pg_dump or pg_basebackup, and keep SECRET_KEY. ' +
        'docs/backups.md says how.',
    )
  }
  const count = keep === undefined ? null : parseKeep(keep)
  const passphrase = backupPassphrase(keyFile)
  const secretKey = keyFileText(env.DATA_DIR)
  const { file, bytes, createdAt, firstWal } = await createBackup(env.DATA_DIR, to, { passphrase, secretKey })
  const removed = count === null ? {} : await forgetOld(dirname(file), count)
  return { output: { file, bytes, created_at: createdAt.toISOString(), first_log: firstWal, ...removed } }
}

/** The embedded database has `backup create`, which records itself. */
async function record(): Promise<CommandResult> {
  const backedUpAt = now()
  await noteBackup(connectionPool(), backedUpAt)
  return { output: { backed_up_at: backedUpAt.toISOString() } }
}

async function verify({ from = '', 'key-file': keyFile }: Flags): Promise<CommandResult> {
  const { createdAt, firstWal, server, files, bytes } = await verifyBackup(
    resolve(from),
    backupPassphrase(keyFile),
  )
  return {
    output: { ok: true, created_at: createdAt, files, bytes, first_log: firstWal, server_version: server },
  }
}

async function restore(flags: Flags): Promise<CommandResult> {
  const { from = '', to = env.DATA_DIR, until, log, 'key-file': keyFile } = flags
  const passphrase = backupPassphrase(keyFile)
  const dataDir = resolve(to)
  const further = await furtherLog(until, log)
  const { ledger, seals, problems } = await restoreBackup(
    resolve(from),
    dataDir,
    { passphrase, log: further },
    (url) => inspect(url, dataDir),
  )
  const output = { restored_to: dataDir, ledger: 'ok' in ledger ? present(ledger) : ledger, seals }
  return problems.length > 0 ? { output, failure: problems.join('\n') } : { output }
}

function present({ ok, transactions, entries }: LedgerReport) {
  return { ok, transactions, entries }
}

function parseKeep(text: string): number {
  const number = /^\d{1,5}$/.test(text) ? Number(text) : 0
  if (number >= 1 && number <= MAX_BACKUPS) return number
  throw new UsageError(`--keep must be a whole number from 1 to ${MAX_BACKUPS}`)
}

/** Removes all but the latest backups of a folder, and the archived log that none of the others needs. */
async function forgetOld(folder: string, count: number): Promise<{ removed: number; removed_log: number }> {
  const files = (await readdir(folder)).filter((name) => BACKUP.test(name)).sort()
  const old = files.slice(0, -count)
  for (const name of old) await rm(join(folder, name))
  const oldest = files[old.length]
  const archive = env.WAL_ARCHIVE_DIR
  if (!oldest || !archive || !(await isWalArchive(archive))) return { removed: old.length, removed_log: 0 }
  const { first_wal = '' } = await readPublicHeader(createReadStream(join(folder, oldest)))
  return { removed: old.length, removed_log: await forgetWal(archive, first_wal) }
}

async function furtherLog(until?: string, log = env.WAL_ARCHIVE_DIR): Promise<FurtherLog | null> {
  if (until === undefined) return null
  if (!log) throw new UsageError('--until needs the archived log: set --log or WAL_ARCHIVE_DIR to its folder')
  const folder = resolve(log)
  if (!(await isWalArchive(folder))) throw new UsageError(`${folder} holds no archived log`)
  if (until === 'latest') return { folder, until: null }
  const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(until)
    ? new Date(until)
    : null
  if (!time || Number.isNaN(time.getTime())) {
    throw new UsageError('--until must be latest, or a time like 2026-01-31T12:00:00Z')
  }
  return { folder, until: time }
}

type RestoreReport = {
  ledger: LedgerReport | { unchecked: string }
  /** The numbers of the last seals. */
  seals: { [stream: string]: number }
  problems: string[]
}

/** Checks the restored database with its own key, as `ledger verify` would, and anchors its seals in its folder. */
async function inspect(url: string, dataDir: string): Promise<RestoreReport> {
  setDatabase(url)
  const [current, ...earlier] = readKeyFile(keyPath(dataDir)).keys
  Object.assign(env, { SECRET_KEY: current, SECRET_KEY_PREVIOUS: earlier })
  try {
    await claimInstance()
    const anchored = await anchorRestored(dataDir)
    const ledger = await inOrmTransaction((tx) => verifyBooks(tx), { isolation: 'RepeatableRead' })
    return { ledger, seals: anchored.seals, problems: [...anchored.problems, ...ledger.problems] }
  } catch (error) {
    if (!isDatabaseError(error)) throw error
    // The backup of an earlier version: the start migrates it.
    const unchecked = 'start the service, which migrates the database, and run "ledger verify"'
    return { ledger: { unchecked }, seals: {}, problems: [] }
  } finally {
    await disconnect()
  }
}

/** The service continues from the restored seals, even if an anchor elsewhere knows later ones. */
async function anchorRestored(dataDir: string): Promise<Pick<RestoreReport, 'seals' | 'problems'>> {
  try {
    return { seals: await replaceAnchor(anchorPathIn(dataDir)), problems: [] }
  } catch (error) {
    // Restored all the same: without an anchor, the service seals nothing before somebody has looked.
    if (error instanceof SealsChangedError) return { seals: {}, problems: error.problems }
    throw error
  }
}

/** Trouble with files is the operator's to mend, and needs no stack. */
async function plainly<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Error)) throw error
    const isFile = 'code' in error && 'path' in error
    if (
      isFile ||
      error instanceof BackupError ||
      error instanceof SealError ||
      error instanceof PassphraseError
    ) {
      throw new UsageError(error.message)
    }
    throw error
  }
}
