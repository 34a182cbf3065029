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
import { familyOf } from './processes'

const run = promisify(execFile)
const PROGRAMS = ['initdb', 'postgres', 'pg_ctl', 'pg_basebackup']
const STANDBY = 'standby'

/** A PostgreSQL server of the trial. */
type Server = { folder: string; port: number; url: string }

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
  const binaries = {
    postgres: join(programs, 'postgres'),
    initdb: join(programs, 'initdb'),
    pgCtl: join(programs, 'pg_ctl'),
  }
  // The servers may run as another user.
  await chmod(folder, 0o755)
  const account = await serverAccount(binaries, folder, join(folder, 'primary'))
  const call = async (name: string, ...args: string[]) => {
    const command = account.command(join(programs, name), args)
    await run(command.file, command.args, command.options)
  }
  const [primary, standby] = [
    await serverIn(folder, 'primary', account),
    await serverIn(folder, STANDBY, account),
  ]
  await call(
    'initdb',
    '-D',
    primary.folder,
    '-U',
    'counterfoil',
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C',
  )
  await start(account, binaries.postgres, primary)
  await onServer(primary, 'CREATE DATABASE counterfoil', 'postgres')
  const source = `host=127.0.0.1 port=${primary.port} user=counterfoil application_name=${STANDBY}`
  await call('pg_basebackup', '-D', standby.folder, '-d', source, '-R', '-X', 'stream', '-c', 'fast')
  await start(account, binaries.postgres, standby)
  await onServer(primary, `ALTER SYSTEM SET synchronous_standby_names = '${STANDBY}'`)
  await onServer(primary, 'SELECT pg_reload_conf()')
  await untilTrue(primary, `SELECT count(*) = 1 AS is FROM pg_stat_replication WHERE sync_state = 'sync'`)
  return {
    primary,
    standby,
    killPrimary: () => {
      // With its children: one of them could still answer a commit.
      const postmaster = Number.parseInt(readFileSync(join(primary.folder, 'postmaster.pid'), 'utf8'), 10)
      for (const pid of familyOf(postmaster)) process.kill(pid, 'SIGKILL')
    },
    promote: async () => {
      await call('pg_ctl', 'promote', '-D', standby.folder, '-w')
      await untilTrue(standby, `SELECT current_setting('transaction_read_only') = 'off' AS is`)
    },
    stop: async () => {
      for (const server of [standby, primary]) {
        await call('pg_ctl', 'stop', '-D', server.folder, '-m', 'immediate', '-w').catch(() => {})
      }
    },
  }
}

async function serverIn(folder: string, name: string, account: ServerAccount): Promise<Server> {
  const port = await freePort()
  const path = join(folder, name)
  await mkdir(path, { mode: 0o700 })
  await account.own(path)
  return { folder: path, port, url: `postgresql://counterfoil@127.0.0.1:${port}/counterfoil` }
}

async function start(account: ServerAccount, postgres: string, { folder, port }: Server): Promise<void> {
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    `port=${port}`,
    'max_connections=200',
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

async function onServer(
  { port }: Server,
  statement: string,
  database = 'counterfoil',
): Promise<{ is?: boolean }[]> {
  const client = new Client({ host: '127.0.0.1', port, user: 'counterfoil', database })
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query(statement).finally(() => client.end())
  return rows
}
