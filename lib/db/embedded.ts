import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Client } from 'pg'
import { serverAccount } from './embedded-account'
import {
  connectionUrl,
  makeServerFolder,
  runningServer,
  type ServerConnection,
  serverFolder,
} from './embedded-folder'
import { launchServer, serverBinaries, stopServer } from './embedded-launch'

export interface EmbeddedServer {
  url: string
  /** Ends all sessions and shuts the server down cleanly. */
  stop(): Promise<void>
}

export interface EmbeddedOptions {
  /** Server settings on top of our own, such as `{ fsync: 'off' }` in a test. */
  settings?: Record<string, string>
}

/**
 * Starts the PostgreSQL server in `dataDir`, creating it on the first call, or adopts the one that a killed
 * process left running. The server outlives this process: only `stop()` ends it. Throws with the end of its
 * log if it can't start.
 */
export async function startEmbedded(dataDir: string, options: EmbeddedOptions = {}): Promise<EmbeddedServer> {
  const folder = serverFolder(dataDir)
  await mkdir(resolve(dataDir), { recursive: true })
  const binaries = await serverBinaries()
  const account = await serverAccount(binaries, resolve(dataDir), folder.data)
  if (!existsSync(folder.home)) await makeServerFolder(dataDir, binaries, account)
  const connection =
    (await runningServer(folder)) ?? (await launchServer(folder, binaries, account, options.settings ?? {}))
  await ensureDatabase(connection)
  return { url: connectionUrl(connection), stop: () => stopServer(folder, binaries, account) }
}

/** The URL of the server running in `dataDir`, or null if none runs. */
export async function embeddedUrl(dataDir: string): Promise<string | null> {
  const running = await runningServer(serverFolder(dataDir))
  return running && connectionUrl(running)
}

async function ensureDatabase(connection: ServerConnection): Promise<void> {
  const name = new URL(connectionUrl(connection)).pathname.slice(1)
  const client = new Client({ connectionString: connectionUrl(connection, 'postgres') })
  await client.connect()
  try {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name])
    if (!rowCount) await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`)
  } finally {
    await client.end()
  }
}
