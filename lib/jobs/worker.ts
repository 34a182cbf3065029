import { Logger, type Runner, run, type Task } from 'graphile-worker'
import { connectionPool, database, disconnect } from '@/lib/db/client'
import { newId } from '@/lib/ids'
import { log } from '@/lib/log'
import { mailWork } from '@/lib/mail/jobs'
import type { LeasedWork } from './leased-queue'
import { sweepCalendar, sweepDue, sweepReminders } from './sweep'
import { leasedWork, tasks } from './tasks'

const CONCURRENT_JOBS = 10
const SWEEP_MS = 3000
const CALENDAR_MS = 60_000
const REMINDERS_MS = 60 * 60_000
const MAILS_AT_ONCE = 10
const HEARTBEAT_MS = 5000

/** Starts the worker: the queue's jobs, the sweeps beside them, and the heartbeat that health goes by. */
export async function startWorker(): Promise<{ stop(): Promise<void> }> {
  const runners = [
    await runQueue({ ...tasks, ...tasksOf(leasedWork) }, CONCURRENT_JOBS),
    await runQueue(tasksOf([mailWork]), MAILS_AT_ONCE),
  ]
  const workerId = newId()
  const loops = [
    every(HEARTBEAT_MS, 'heartbeat', () => beat(workerId)),
    every(SWEEP_MS, 'sweep', sweepDue),
    every(CALENDAR_MS, 'calendar', sweepCalendar),
    every(REMINDERS_MS, 'reminders', sweepReminders),
  ]
  return {
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()))
      await Promise.all(runners.map((runner) => runner.stop()))
      await disconnect()
    },
  }
}

function tasksOf(list: LeasedWork[]) {
  return Object.fromEntries(list.map(({ queue, work }) => [queue.job, work]))
}

/** Does the queue's jobs of these kinds, so many at once. */
function runQueue(list: object, concurrency: number): Promise<Runner> {
  return run({
    pgPool: connectionPool(),
    concurrency,
    noHandleSignals: true,
    logger: queueLogger,
    taskList: Object.fromEntries(Object.entries(list).map(([name, task]) => [name, task as Task])),
  })
}

/** Runs the work now and again, each time so long after the last one ended; a failure is logged, and tried again. */
function every(intervalMs: number, name: string, work: () => Promise<void>): { stop(): Promise<void> } {
  let isStopped = false
  let timer: NodeJS.Timeout
  let running: Promise<void>
  const turn = async () => {
    try {
      await work()
    } catch (error) {
      log.error({ error: error instanceof Error ? error.message : 'unknown' }, `the ${name} failed`)
    }
    if (!isStopped) timer = setTimeout(start, intervalMs)
  }
  const start = () => {
    running = turn()
  }
  start()
  return {
    stop() {
      isStopped = true
      clearTimeout(timer)
      return running
    },
  }
}

async function beat(workerId: string): Promise<void> {
  // The database's clock, since it is the database that tells how long ago the beat was.
  await database().$executeRaw`
    INSERT INTO worker_heartbeats (worker_id, beat_at) VALUES (${workerId}::uuid, now())
    ON CONFLICT (worker_id) DO UPDATE SET beat_at = now()`
  await database().$executeRaw`DELETE FROM worker_heartbeats WHERE beat_at < now() - interval '1 day'`
}

const queueLogger = new Logger(() => (level, message) => {
  // The queue's own account of each job says nothing that our rows don't.
  if (level === 'error') log.error({ queue: message })
  else if (level === 'warning') log.warn({ queue: message })
  else log.debug({ queue: message })
})
