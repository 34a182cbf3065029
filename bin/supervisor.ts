import { once } from 'node:events'
import { mkdirSync, renameSync, rmSync, watch, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { disconnect } from '@/lib/db/client'
import { claimInstance } from '@/lib/db/instance'
import { applyMigrations } from '@/lib/db/migrate'
import { env } from '@/lib/env'
import { log } from '@/lib/log'
import { ensureDemo } from '@/prisma/seed/demo'
import { lockInstance } from './instance-lock'
import { keepDatabase } from './kept-database'
import { KeptProcess } from './kept-process'
import { becomesReady, welcome } from './ready'
import { completeSettings } from './settings'
import { stopSignal } from './stop-signal'

export interface SuperviseOptions {
  /** Serve the sources as they are, and follow every change. */
  dev: boolean
  /** Makes what the service is built from; called once nothing else stands in the way of a start. */
  prepare(): Promise<void>
  /** Compiles the processes where their sources have changed; returns the folder that they run from. */
  compile(): Promise<string>
  /** Does one step of the start, and names it on the terminal if it takes a while. */
  step<Result>(title: string, work: () => Promise<Result>): Promise<Result>
}

/**
 * Runs the whole service on this machine until SIGINT or SIGTERM, then stops all of it. Throws where it
 * can't start: another one runs on the data folder, the port is taken, the database refuses.
 */
export async function supervise({ dev, prepare, compile, step }: SuperviseOptions): Promise<void> {
  // The demo is made through the API: its requests are nobody's, and no line in the log.
  if (log.isLevelEnabled('info')) log.level = 'warn'
  mkdirSync(env.DATA_DIR, { recursive: true })
  await lockInstance(env.DATA_DIR)
  await assertPortIsFree(env.PORT)
  await prepare()
  const stopped = stopSignal()
  let folder = import.meta.dirname
  const start = (name: string, args: string[] = []) =>
    new KeptProcess(
      name,
      () => join(folder, `${name}.js`),
      args,
      () => savePids(processes),
    )
  const web = start('web', dev ? ['--dev'] : [])
  const worker = start('worker')
  const processes = [web, worker]
  const database = env.DATABASE_URL
    ? { url: env.DATABASE_URL, stop: async () => {} }
    : await step('Starting the database', () =>
        keepDatabase(env.DATA_DIR, (url) => {
          completeSettings(url)
          for (const process of processes) void process.restart()
        }),
      )
  try {
    completeSettings(database.url)
    await step('Migrating the database', () => applyMigrations(database.url))
    await claimInstance()
    if (!stopped.aborted) web.start()
    // Before there is a worker: it would take what is dated back for work that somebody has left undone.
    const signIn = await step('Creating the demo account', ensureDemo)
    await disconnect()
    if (!stopped.aborted) worker.start()
    if (dev) {
      onChange('lib', async () => {
        folder = await compile()
        await worker.restart()
      })
    }
    if (await step('Starting the service', () => becomesReady(stopped))) welcome(signIn)
    if (!stopped.aborted) await once(stopped, 'abort')
  } finally {
    await Promise.all(processes.map((process) => process.stop()))
    await disconnect()
    await database.stop()
    rmSync(pidsPath(), { force: true })
  }
}

async function assertPortIsFree(port: number): Promise<void> {
  const server = createServer().listen(port)
  try {
    await once(server, 'listening')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const reason = code === 'EADDRINUSE' ? 'is in use by another program' : `can't be listened on (${code})`
    throw new Error(`PORT: ${port} ${reason}. Stop that program, or set PORT to another number.`)
  }
  server.close()
  await once(server, 'close')
}

/** Process ids for an operator (and the tests), in `pids.json` of the data folder. */
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

/** Next.js follows changes by itself; the other processes have to start again. */
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
