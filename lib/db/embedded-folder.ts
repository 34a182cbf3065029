import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { ServerAccount } from './embedded-account'
import type { ServerBinaries } from './embedded-binaries'

const run = promisify(execFile)
const ROLE = 'counterfoil'
const DATABASE = 'counterfoil'
const PARTIAL = 'postgres.partial-'

/** Where an embedded server keeps what. */
export interface ServerFolder {
  home: string
  /** PostgreSQL's own folder. It lies beside the password, so that one rename makes both appear. */
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

/** Makes the folder of a new, empty server with a password of its own. */
export async function makeServerFolder(
  dataDir: string,
  binaries: ServerBinaries,
  account: ServerAccount,
): Promise<void> {
  await removeLeftovers(dataDir)
  // Made under another name, so that a start killed half-way leaves nothing that looks like a database; and
  // each time under a new one, since the programs of the killed start may go on writing for a while.
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
    // What can't be removed while someone writes to it is removed next time.
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
