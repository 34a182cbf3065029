import { type ChildProcess, execFile, fork } from 'node:child_process'
import cluster from 'node:cluster'
import { once } from 'node:events'
import { mkdirSync, renameSync, rmSync, watch, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { disconnect } from '@/lib/db/client'
import { isDatabaseError, sentenceOf } from '@/lib/db/describe-error'
import { env } from '@/lib/env'
import { listen, listenAddresses } from '@/lib/http/listen-addresses'
import type { Running } from '@/lib/jobs/poll'
import { log } from '@/lib/log'
import { ensureDemo } from '@/prisma/seed/demo'
import { ensureTwinVendor } from '@/prisma/seed/twin'
import { backupPassphrase } from './backup-passphrase'
import { lockInstance } from './instance-lock'
import { keepDatabase } from './kept-database'
import { BEAT_MS, KeptProcess } from './kept-process'
import { endLogArchive, keepLogArchive } from './log-archive'
import { becomesReady, welcome } from './ready'
import { setUpDatabase } from './set-up-database'
import { requireAnchor, setDatabase } from './settings'
import { stopSignal } from './stop-signal'
import { enterTwin, removeTwin, startControl, THROWAWAY, twinFacts } from './twin'

const OLD_SPACE_MB = 768

type ForkPlace = { cwd: string; execArgv: string[] }

/** A checkout, and the folder in it from which its processes run. */
interface Build {
  root: string
  folder: string
}

export interface SuperviseOptions {
  /** Serves the sources and follows every change. */
  dev: boolean
  /** Serves the tests of an integration, on a database that is thrown away (bin/twin.ts). */
  twin: boolean
  /** Answers the API by its route handlers, as in development and under `next start`. */
  routes: boolean
  /** Prepares what the service needs; called once nothing else prevents a start. */
  prepare(): Promise<void>
  /** Compiles the processes if their sources have changed; returns the folder to run them from. */
  compile(): Promise<string>
  /** The build that a successor is started from. Throws if it is not complete. */
  nextBuild(): Promise<Build>
  /** Runs one step of the start, and names it on the terminal if it is slow. */
  step<Result>(title: string, work: () => Promise<Result>): Promise<Result>
}

/**
 * Runs the whole service on this machine until SIGINT or SIGTERM, then stops all of it. Throws if it can't
 * start: another one runs on the data folder, the port is taken, the database refuses.
 */
export async function supervise({
  dev,
  twin,
  routes,
  prepare,
  compile,
  nextBuild,
  step,
}: SuperviseOptions): Promise<void> {
  if (twin) enterTwin()
  // The demo is created through the API: its requests are nobody's, and should not be logged.
  if (log.isLevelEnabled('info')) log.level = 'warn'
  mkdirSync(env.DATA_DIR, { recursive: true })
  await lockInstance(env.DATA_DIR)
  if (twin) {
    await removeTwin(env.DATA_DIR)
    await assertPortIsFree('TWIN_CONTROL_PORT', env.TWIN_CONTROL_PORT, ['127.0.0.1'])
  }
  await assertPortIsFree(twin ? 'TWIN_PORT' : 'PORT', env.PORT, listenAddresses())
  const { WAL_ARCHIVE_DIR: archive, DATA_DIR: dataDir } = env
  const passphrase = archive ? backupPassphrase() : null
  await prepare()
  let isReady = false
  let replacement = Promise.resolve()
  const stopped = stopSignal({
    onHangUp:
      dev || twin
        ? 'stop'
        : () => {
            if (isReady) replacement = replacement.then(replaceAll)
            else log.warn('the service is not ready yet, so nothing is replaced')
          },
  })
  let build: Build = { root: process.cwd(), folder: import.meta.dirname }
  const path = (name: string) => join(build.folder, `${name}.js`)
  const execArgv = dev ? process.execArgv : memoryArguments()
  const keep = (name: string, fork: (...args: string[]) => ChildProcess) =>
    new KeptProcess(name, fork, () => savePids(processes), dev ? Infinity : BEAT_MS)
  const webArguments = [...(dev ? ['--dev'] : []), ...(routes ? ['--routes'] : [])]
  const webs = numbered('web', dev ? 1 : env.WEB_PROCESSES).map((name) =>
    keep(name, (...args) =>
      (dev ? fork : forkOnOnePort)(path('web'), [...webArguments, ...args], { cwd: build.root, execArgv }),
    ),
  )
  const workers = numbered('worker', env.WORKER_PROCESSES).map((name) =>
    keep(name, () => fork(path('worker'), [], { cwd: build.root, execArgv })),
  )
  const processes = [...webs, ...workers]
  /** Puts processes of the next build in the place of these, one at a time. */
  const replaceAll = async () => {
    const startedAt = Date.now()
    const before = build
    try {
      build = await nextBuild()
      await setUpFor(build, database, stopped)
      for (const process of processes) {
        if (!(await process.replace())) throw new Error(`the successor of ${process.name} does not serve`)
      }
      log.warn({ build: build.folder, ms: Date.now() - startedAt }, 'the processes were replaced')
    } catch (error) {
      build = before
      if (!stopped.aborted) log.error({ error: sentenceOf(error) }, 'the processes were not all replaced')
    }
  }
  if (!env.DATABASE_URL) requireAnchor()
  const database = env.DATABASE_URL
    ? {
        url: env.DATABASE_OWNER_URL ?? env.DATABASE_URL,
        serviceUrl: env.DATABASE_URL,
        stop: async () => {},
      }
    : await step('Starting the database', () =>
        keepDatabase(
          env.DATA_DIR,
          (url) => {
            setDatabase(url)
            for (const process of processes) void process.restart()
          },
          twin ? THROWAWAY : {},
        ),
      )
  let logArchive: Running | null = null
  let control: Server | null = null
  try {
    setDatabase(database.serviceUrl)
    // By default glibc gives each thread a heap of its own, and memory that one has freed is no use to another.
    process.env.MALLOC_ARENA_MAX ??= '2'
    // Big buffers go back to the system when they are freed, instead of leaving holes.
    process.env.MALLOC_MMAP_THRESHOLD_ ??= '262144'
    // The processes inherit the environment, and the owner's password is not for them.
    delete process.env.DATABASE_OWNER_URL
    for (const name of ['BACKUP_PASSPHRASE', 'BACKUP_KEY_FILE', 'WAL_ARCHIVE_DIR']) delete process.env[name]
    await step('Migrating the database', () => setUpDatabase(database))
    if (!stopped.aborted) for (const web of webs) web.start()
    // Before a worker runs: it would take backdated rows for overdue work.
    const vendor = twin ? await step('Creating the vendor', ensureTwinVendor) : null
    const signIn = vendor ?? (await step('Creating the demo account', ensureDemo))
    await disconnect()
    if (!stopped.aborted) for (const worker of workers) worker.start()
    if (archive && passphrase) logArchive = keepLogArchive(dataDir, archive, passphrase)
    else await endLogArchive(dataDir)
    if (dev) {
      onChange('lib', async () => {
        build.folder = await compile()
        await Promise.all(workers.map((worker) => worker.restart()))
      })
    }
    if (await step('Starting the service', () => becomesReady(stopped))) {
      if (vendor) control = await startControl(database.url, vendor)
      welcome(signIn, vendor ?? {})
      // To a program that started the twin, such as `counterfoil dev`.
      if (vendor) process.send?.(twinFacts(vendor))
    }
    isReady = true
    if (!stopped.aborted) await once(stopped, 'abort')
  } catch (error) {
    // It is printed on the terminal.
    throw isDatabaseError(error) ? new Error(sentenceOf(error)) : error
  } finally {
    control?.close()
    isReady = false
    await Promise.all(processes.map((process) => process.stop()))
    await logArchive?.stop()
    await disconnect()
    await database.stop()
    rmSync(pidsPath(), { force: true })
    if (twin) await removeTwin(env.DATA_DIR, { isOver: true })
  }
}

/** `web`, `web2`, `web3` … */
function numbered(name: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => (index === 0 ? name : `${name}${index + 1}`))
}

/**
 * Starts a process that shares its port with the others of its kind, and with its successor. A single one accepts its
 * connections itself; this process hands them out to several, so that each has its share.
 */
function forkOnOnePort(path: string, args: string[], { cwd, execArgv }: ForkPlace): ChildProcess {
  cluster.schedulingPolicy = env.WEB_PROCESSES > 1 ? cluster.SCHED_RR : cluster.SCHED_NONE
  cluster.setupPrimary({ exec: path, args, cwd, execArgv })
  const worker = cluster.fork()
  // It repeats the errors of its process, which are logged there; without a listener they would end us.
  worker.on('error', () => {})
  return worker.process
}

/** Migrates the database for a build, by that build's own program. */
async function setUpFor(
  { root }: Build,
  { url, serviceUrl }: { url: string; serviceUrl: string },
  signal: AbortSignal,
): Promise<void> {
  await promisify(execFile)(process.execPath, ['bin/migrate.mjs', 'set-up'], {
    cwd: root,
    env: { ...process.env, DATABASE_URL: serviceUrl, DATABASE_OWNER_URL: url },
    signal,
  }).catch(({ stderr, message }: Error & { stderr?: string }) => {
    throw new Error(stderr?.trim() || message)
  })
}

/**
 * Node.js lets garbage grow with the memory of the machine, to some 200 MB of it before the first full collection. With
 * a limit, which nothing here comes near, it collects sooner. `NODE_OPTIONS` may have another.
 */
function memoryArguments(): string[] {
  const isSetOutside = /max[-_]old[-_]space[-_]size/.test(process.env.NODE_OPTIONS ?? '')
  return [...process.execArgv, ...(isSetOutside ? [] : [`--max-old-space-size=${OLD_SPACE_MB}`])]
}

async function assertPortIsFree(name: string, port: number, addresses: readonly string[]): Promise<void> {
  for (const address of addresses.length > 0 ? addresses : [undefined]) {
    const server = createServer()
    try {
      if (!(await listen(server, { port, address, isOptional: addresses.length > 1 }))) continue
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'EADDRNOTAVAIL') throw new Error(`BIND: ${address} is not an address of this machine.`)
      const reason = code === 'EADDRINUSE' ? 'is in use by another program' : `can't be listened on (${code})`
      throw new Error(`${name}: ${port} ${reason}. Stop that program, or set ${name} to another number.`)
    }
    server.close()
    await once(server, 'close')
  }
}

/** Writes process ids for operators and tests, to `pids.json` in the data folder. */
function savePids(processes: KeptProcess[]): void {
  const pids = {
    supervisor: process.pid,
    ...Object.fromEntries(processes.map(({ name, pid }) => [name, pid])),
  }
  writeFileSync(`${pidsPath()}.new`, `${JSON.stringify(pids)}\n`)
  renameSync(`${pidsPath()}.new`, pidsPath())
}

function pidsPath(): string {
  return join(env.DATA_DIR, 'pids.json')
}

/** Next.js follows changes by itself; the other processes have to restart. */
function onChange(folder: string, follow: () => Promise<void>): void {
  let timer: NodeJS.Timeout | undefined
  watch(folder, { recursive: true }, () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      follow().catch((error: Error) =>
        log.error({ error: error.message }, 'the change could not be compiled'),
      )
    }, 300)
  }).unref()
}
