import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { now } from '@/lib/clock'
import { database } from '@/lib/db/client'
import { checkHealth, type Health } from '@/lib/db/health'
import { type DueWork, readLoad } from '@/lib/domain/operations/read-load'

export type OperatorHealthView = {
  /** `ok`, or what is wrong with it. */
  parts: Health
  version: string
  checkedAt: string
  queue: {
    task: string
    waiting: number
    running: number
    scheduled: number
    failed: number
    oldestWaitingAt: string | null
    lastError: string | null
  }[]
  due: { what: DueWork['what']; count: number; oldestAt: string | null }[]
  workers: { id: string; beatAt: string; isAlive: boolean }[]
  database: { megabytes: number; serverVersion: string; connections: number; maxConnections: number }
}

/** How the instance is: what is to be done, and who is there to do it. */
export async function readOperatorHealth(): Promise<OperatorHealthView> {
  const [parts, load, version] = await Promise.all([checkHealth(), readLoad(database()), readVersion()])
  const { bytes, ...rest } = load.database
  return {
    parts,
    version,
    checkedAt: now().toISOString(),
    queue: load.queue.map((task) => ({ ...task, oldestWaitingAt: timeOf(task.oldestWaitingAt) })),
    due: load.due.map((work) => ({ ...work, oldestAt: timeOf(work.oldestAt) })),
    workers: load.workers.map((worker) => ({ ...worker, beatAt: worker.beatAt.toISOString() })),
    database: { megabytes: Number(bytes / 100_000n) / 10, ...rest },
  }
}

function timeOf(date: Date | null): string | null {
  return date?.toISOString() ?? null
}

/** From the working directory, where the service is started: a bundle's own path says nothing. */
async function readVersion(): Promise<string> {
  const { version } = JSON.parse(await readFile(resolve('package.json'), 'utf8')) as { version: string }
  return version
}
