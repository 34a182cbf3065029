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
  serviceUrl,
} from './embedded-folder'
import { launchServer, serverBinaries, stopServer } from './embedded-launch'
import { ensureServiceRole } from './embedded-role'

export interface EmbeddedServer {
  /** As the owner. */
  url: string
  /** As the role that owns nothing, with the rights that `grantService` gives it. */
  serviceUrl: string
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
  const { settings = {} } = options
  if (!existsSync(folder.home)) {
    await makeServerFolder(dataDir, binaries, account, settings.fsync === 'off')
  }
  const connection =
    (await runningServer(folder)) ?? (await launchServer(folder, binaries, account, settings))
  await ensureDatabase(connection)
  return {
    url: connectionUrl(connection),
    serviceUrl: serviceUrl(connection),
    stop: () => stopServer(folder, binaries, account),
  }
}

/** The owner's URL of the server running in `dataDir`, or null if none runs. */
export async function embeddedUrl(dataDir: string): Promise<string | null> {
  const running = await runningServer(serverFolder(dataDir))
  return running && connectionUrl(running)
}

/** The same as the role that owns nothing. */
export async function embeddedServiceUrl(dataDir: string): Promise<string | null> {
  const running = await runningServer(serverFolder(dataDir))
  return running && serviceUrl(running)
}

/** Creates the database and the service's role, also in a folder of a version that had none. */
async function ensureDatabase(connection: ServerConnection): Promise<void> {
  const name = new URL(connectionUrl(connection)).pathname.slice(1)
  await asOwner(connectionUrl(connection, 'postgres'), async (client) => {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name])
    if (!rowCount) await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`)
  })
  await asOwner(connectionUrl(connection), (client) => ensureServiceRole(client, connection.password))
}

async function asOwner(connectionString: string, work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
