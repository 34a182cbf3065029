import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { chmod, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { freePort } from '@/e2e/fixtures/service'
import { type ServerAccount, serverAccount } from '@/lib/db/embedded-account'
import { familyOf, signalAll } from './processes'

const run = promisify(execFile)
const PROGRAMS = ['initdb', 'postgres', 'pg_ctl', 'pg_basebackup']
const STANDBY = 'standby'

/** A PostgreSQL server of a trial. */
export type Server = { folder: string; port: number; url: string }

/** A primary that answers a commit once its standby has it on disk too. */
export type Pair = {
  primary: Server
  standby: Server
  /** Ends the primary as a power cut does. */
  killPrimary(): void
  /** Makes the standby the primary; returns once it accepts writes. */
  promote(): Promise<void>
  stop(): Promise<void>
}

/** The folder of PostgreSQL's programs. Throws with instructions if they are not there. */
export function findPrograms(folder: string | undefined): string {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).toSorted((a, b) => Number(b) - Number(a)) : []
  const folders = folder
    ? [folder]
    : [...(process.env.PATH ?? '').split(':'), ...versions.map((version) => join(debian, version, 'bin'))]
  const programFolder = folders.find((folder) => PROGRAMS.every((name) => existsSync(join(folder, name))))
  if (programFolder) return programFolder
  throw new Error(
    `PostgreSQL's programs (${PROGRAMS.join(', ')}) are not in ${folder ?? 'PATH'}. Install PostgreSQL 15 or later ` +
      '(Debian: apt-get install postgresql), or name their folder: --bin /usr/lib/postgresql/15/bin',
  )
}

/** Starts both servers in a new folder. */
export async function startPair(programs: string, folder: string): Promise<Pair> {
  const host = await serverHost(programs, folder)
  const { call } = host
  const [primary, standby] = [await host.folderFor('primary'), await host.folderFor(STANDBY)]
  await host.create(primary)
  await host.start(primary)
  await onServer(primary, 'CREATE DATABASE counterfoil', 'postgres')
  const source = `host=127.0.0.1 port=${primary.port} user=counterfoil application_name=${STANDBY}`
  await call('pg_basebackup', '-D', standby.folder, '-d', source, '-R', '-X', 'stream', '-c', 'fast')
  await host.start(standby)
  await onServer(primary, `ALTER SYSTEM SET synchronous_standby_names = '${STANDBY}'`)
  await onServer(primary, 'SELECT pg_reload_conf()')
  await untilTrue(primary, `SELECT count(*) = 1 AS is FROM pg_stat_replication WHERE sync_state = 'sync'`)
  return {
    primary,
    standby,
    killPrimary: () => killServer(primary),
    promote: async () => {
      await call('pg_ctl', 'promote', '-D', standby.folder, '-w')
      await untilTrue(standby, `SELECT current_setting('transaction_read_only') = 'off' AS is`)
    },
    stop: async () => {
      for (const server of [standby, primary]) await host.stop(server)
    },
  }
}

/** Creates, starts and stops the servers of a trial, each in a folder of its own. */
export type ServerHost = {
  /** An empty folder and a free port. */
  folderFor(name: string): Promise<Server>
  /** Fills the folder: a superuser named counterfoil, without a password. */
  create(server: Server): Promise<void>
  /** Returns once it answers; `settings` are lines of postgresql.conf. */
  start(server: Server, settings?: string[]): Promise<void>
  /** At once, as after a crash. Does nothing to one that does not run. */
  stop(server: Server): Promise<void>
  /** Runs one of PostgreSQL's programs to its end. Throws if it fails. */
  call(program: string, ...args: string[]): Promise<void>
}

export async function serverHost(programs: string, folder: string): Promise<ServerHost> {
  const [postgres, initdb, pgCtl] = [
    join(programs, 'postgres'),
    join(programs, 'initdb'),
    join(programs, 'pg_ctl'),
  ]
  // The servers may run as another user.
  await chmod(folder, 0o755)
  const account = await serverAccount({ postgres, initdb, pgCtl }, folder, join(folder, 'primary'))
  const call = async (name: string, ...args: string[]) => {
    const command = account.command(join(programs, name), args)
    await run(command.file, command.args, command.options)
  }
  return {
    call,
    folderFor: async (name) => {
      const port = await freePort()
      const path = join(folder, name)
      await mkdir(path, { mode: 0o700 })
      await account.own(path)
      return { folder: path, port, url: `postgresql://counterfoil@127.0.0.1:${port}/counterfoil` }
    },
    create: (server) =>
      call(
        'initdb',
        '-D',
        server.folder,
        '-U',
        'counterfoil',
        '--auth=trust',
        '--encoding=UTF8',
        '--locale=C',
      ),
    start: (server, settings = []) => startServer(account, postgres, server, settings),
    stop: (server) => call('pg_ctl', 'stop', '-D', server.folder, '-m', 'immediate', '-w').catch(() => {}),
  }
}

/** The process id of a server that runs. */
export function postmasterOf({ folder }: Server): number {
  return Number.parseInt(readFileSync(join(folder, 'postmaster.pid'), 'utf8'), 10)
}

/** Ends a server as a power cut does, with its children: one of them could still answer a commit. */
export function killServer(server: Server): void {
  signalAll(familyOf(postmasterOf(server)), 'SIGKILL')
}

async function startServer(
  account: ServerAccount,
  postgres: string,
  { folder, port }: Server,
  more: string[],
): Promise<void> {
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    `port=${port}`,
    'max_connections=300',
    // As in the embedded server: our statements are short.
    'jit=off',
    ...more,
  ]
  const { file, args, options } = account.command(postgres, [
    '-D',
    folder,
    ...settings.flatMap((each) => ['-c', each]),
  ])
  const server = spawn(file, args, { ...options, detached: true, stdio: 'ignore' })
  server.unref()
  const exited = once(server, 'exit').then(() =>
    Promise.reject(new Error(`PostgreSQL in ${folder} did not start`)),
  )
  exited.catch(() => {})
  await Promise.race([exited, untilTrue({ folder, port, url: '' }, 'SELECT true AS is', 'postgres')])
}

async function untilTrue(server: Server, question: string, database?: string): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    const rows = await onServer(server, question, database).catch(() => [])
    if (rows[0]?.is === true) return
    await delay(50)
  }
  throw new Error(`In vain: ${question}`)
}

export async function onServer<Row extends object = { is?: boolean }>(
  { port }: Server,
  statement: string,
  database = 'counterfoil',
): Promise<Row[]> {
  const client = new Client({ host: '127.0.0.1', port, user: 'counterfoil', database })
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query<Row>(statement).finally(() => client.end())
  return rows
}
