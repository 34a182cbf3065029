import { readFileSync, readlinkSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client, DatabaseError } from 'pg'
import { connectionUrl, readConnection, type ServerConnection, type ServerFolder } from './embedded-folder'

const POLL_MS = 25
const SILENCE_MS = 15_000

/** The server that holds the folder's lock file, once it accepts connections; null where none does. */
export async function runningServer(folder: ServerFolder): Promise<ServerConnection | null> {
  const deadline = Date.now() + SILENCE_MS
  for (;;) {
    const lock = readLock(folder)
    if (!lock || !isAlive(lock.pid) || isOtherProgram(lock.pid)) return null
    const connection = { ...(await readConnection(folder)), port: lock.port }
    const state = await probe(folder, connection)
    if (state === 'ready') return connection
    if (state === 'foreign') return null
    // Recovery after a crash takes as long as it takes; silence doesn't.
    if (state === 'silent' && Date.now() > deadline) return null
    await delay(POLL_MS)
  }
}

/**
 * The id in the lock file where it surely belongs to another program by now, as after a restart of the
 * machine. PostgreSQL can't tell and would refuse to start.
 */
export function staleLockPid(folder: ServerFolder): number | null {
  const lock = readLock(folder)
  return lock && isAlive(lock.pid) && isOtherProgram(lock.pid) ? lock.pid : null
}

/** Process id and port from the lock file. Only PostgreSQL itself ever removes that file. */
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

/** Whether a connection with our password leads to the server of this very folder. */
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
