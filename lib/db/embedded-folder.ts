import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { mkdir, open, readdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client, DatabaseError } from 'pg'
import type { ServerAccount } from './embedded-account'
import type { ServerBinaries } from './embedded-launch'
import { SERVICE_ROLE, servicePassword } from './embedded-role'

const run = promisify(execFile)
/** The owner of everything; the service has a role of its own. */
const ROLE = 'counterfoil'
const DATABASE = 'counterfoil'
export const PARTIAL = 'postgres.partial-'

/** The paths of an embedded server. */
export interface ServerFolder {
  home: string
  /** PostgreSQL's own folder. The password lies beside it, so that one rename publishes both. */
  data: string
  connection: string
  log: string
}

export interface ServerConnection {
  port: number
  password: string
}

export function serverFolder(dataDir: string, name = 'postgres'): ServerFolder {
  const home = join(resolve(dataDir), name)
  return {
    home,
    data: join(home, 'data'),
    connection: join(home, 'connection.json'),
    log: join(resolve(dataDir), 'postgres.log'),
  }
}

export function connectionUrl({ port, password }: ServerConnection, name = DATABASE): string {
  return `postgresql://${ROLE}:${password}@127.0.0.1:${port}/${name}`
}

/** The URL for the processes that serve and work. */
export function serviceUrl({ port, password }: ServerConnection): string {
  return `postgresql://${SERVICE_ROLE}:${servicePassword(password)}@127.0.0.1:${port}/${DATABASE}`
}

/**
 * Creates the folder of a new, empty server with its own password. `isThrowaway`: it need not survive a power cut, so
 * nothing waits for the disk.
 */
export async function makeServerFolder(
  dataDir: string,
  binaries: ServerBinaries,
  account: ServerAccount,
  isThrowaway: boolean,
): Promise<void> {
  await removeLeftovers(dataDir)
  // Created under another name, so that a start killed halfway leaves nothing that looks like a database. The
  // name is new each time, because programs of a killed start may keep writing for a while.
  const partial = serverFolder(dataDir, `${PARTIAL}${randomBytes(4).toString('hex')}`)
  await mkdir(partial.data, { recursive: true })
  await account.own(partial.data)
  const password = randomBytes(24).toString('hex')
  const passwordFile = join(partial.home, 'password')
  await writeFile(passwordFile, password, { mode: 0o600 })
  await account.own(passwordFile)
  const { file, args, options } = account.command(binaries.initdb, [
    `--pgdata=${partial.data}`,
    `--username=${ROLE}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    ...(isThrowaway ? ['--no-sync'] : []),
  ])
  await run(file, args, options)
  await rm(passwordFile)
  await saveConnection(partial, { port: 0, password })
  await rename(partial.home, serverFolder(dataDir).home)
  await flush(resolve(dataDir))
}

async function removeLeftovers(dataDir: string): Promise<void> {
  const names = (await readdir(dataDir)).filter((name) => name.startsWith(PARTIAL))
  for (const name of names) {
    // A folder that is still being written to is removed next time.
    await rm(join(dataDir, name), { recursive: true, force: true }).catch(() => {})
  }
}

export async function readConnection(folder: ServerFolder): Promise<ServerConnection> {
  return JSON.parse(await readFile(folder.connection, 'utf8')) as ServerConnection
}

export async function saveConnection(folder: ServerFolder, connection: ServerConnection): Promise<void> {
  const temporary = `${folder.connection}.new`
  await writeFile(temporary, `${JSON.stringify(connection)}\n`, { mode: 0o600, flush: true })
  await rename(temporary, folder.connection)
  await flush(folder.home)
}

/** Makes a rename inside the folder survive a power cut. */
async function flush(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}

const POLL_MS = 25
const SILENCE_MS = 15_000

/** The server that holds the folder's lock file, once it accepts connections; null if there is none. */
export async function runningServer(folder: ServerFolder): Promise<ServerConnection | null> {
  const deadline = Date.now() + SILENCE_MS
  for (;;) {
    const lock = readLock(folder)
    if (!lock || !isAlive(lock.pid) || isOtherProgram(lock.pid)) return null
    const connection = { ...(await readConnection(folder)), port: lock.port }
    const state = await probe(folder, connection)
    if (state === 'ready') return connection
    if (state === 'foreign') return null
    // Crash recovery may take any time; silence may not.
    if (state === 'silent' && Date.now() > deadline) return null
    await delay(POLL_MS)
  }
}

/**
 * The process id in the lock file if it now belongs to another program, as after a reboot. PostgreSQL can't
 * tell and would refuse to start.
 */
export function staleLockPid(folder: ServerFolder): number | null {
  const lock = readLock(folder)
  return lock && isAlive(lock.pid) && isOtherProgram(lock.pid) ? lock.pid : null
}

/** Process id and port from the lock file. Only PostgreSQL ever removes that file. */
function readLock(folder: ServerFolder): { pid: number; port: number } | null {
  try {
    const lines = readFileSync(join(folder.data, 'postmaster.pid'), 'utf8').split('\n')
    return { pid: Number(lines[0]), port: Number(lines[3] ?? 0) }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function isOtherProgram(pid: number): boolean {
  try {
    return !basename(readlinkSync(`/proc/${pid}/exe`)).startsWith('postgres')
  } catch {
    return false
  }
}

type ServerState = 'ready' | 'busy' | 'silent' | 'foreign'

/** Checks that a connection with our password leads to the server of this folder. */
export async function probe(folder: ServerFolder, connection: ServerConnection): Promise<ServerState> {
  if (!connection.port) return 'silent'
  const client = new Client({
    connectionString: connectionUrl(connection, 'postgres'),
    connectionTimeoutMillis: 5000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ folder: string }>(
      `SELECT current_setting('data_directory') AS folder`,
    )
    const served = rows[0]?.folder
    return served && (await realpath(served)) === (await realpath(folder.data)) ? 'ready' : 'foreign'
  } catch (error) {
    if (!(error instanceof DatabaseError)) return 'silent'
    const startingOrStopping = ['57P01', '57P03']
    return startingOrStopping.includes(error.code ?? '') ? 'busy' : 'foreign'
  } finally {
    await client.end().catch(() => {})
  }
}
