import { once } from 'node:events'
import { mkdirSync, openSync, rmSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { join } from 'node:path'

/** Longest socket path that every system accepts, in bytes. */
const PATH_LIMIT_BYTES = 100

/**
 * Makes this process the only one that runs the service on a data folder, until it ends. The lock is a
 * listening socket rather than a file with a process id: it disappears with its process, however that ends,
 * and can't be mistaken for a later process with the same id. Throws if another process holds it.
 */
export async function lockInstance(dataDir: string): Promise<void> {
  mkdirSync(dataDir, { recursive: true })
  const path = socketPath(dataDir)
  for (;;) {
    const server = createServer((socket) => socket.end(String(process.pid)))
    if (await listens(server, path)) {
      server.unref()
      return
    }
    const holder = await holderOf(path)
    if (holder) {
      throw new Error(`Counterfoil already runs on ${dataDir} (process ${holder}). Stop it first.`)
    }
    // Nobody answers: a killed process left it behind.
    rmSync(path, { force: true })
  }
}

function socketPath(dataDir: string): string {
  const path = join(dataDir, 'instance.sock')
  if (Buffer.byteLength(path) <= PATH_LIMIT_BYTES || process.platform !== 'linux') return path
  // The same file by a short name. The descriptor stays open as long as the lock.
  return `/proc/self/fd/${openSync(dataDir, 'r')}/instance.sock`
}

async function listens(server: Server, path: string): Promise<boolean> {
  server.listen(path)
  try {
    await once(server, 'listening')
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return false
    throw error
  }
}

async function holderOf(path: string): Promise<string | null> {
  const socket = connect(path)
  let answer = ''
  socket.on('data', (chunk) => {
    answer += chunk
  })
  try {
    await once(socket, 'close')
    return answer
  } catch {
    return null
  }
}
