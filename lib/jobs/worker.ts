import { Logger, type Runner, run, type TaskList } from 'graphile-worker'
import { forgetExpiredSessions } from '@/lib/auth/sessions'
import { reencodeOldLogos } from '@/lib/branding/jobs'
import { connectionPool, database, disconnect } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import { forgetExpiredClaims } from '@/lib/http/idempotency'
import { newId } from '@/lib/ids'
import { sweepOverdue } from '@/lib/invoices/change-invoice-status'
import { sweepReminders } from '@/lib/invoices/sweep-reminders'
import { log } from '@/lib/log'
import { mailWork } from '@/lib/mail/jobs'
import { checkoutWork, paymentWork } from '@/lib/payments/jobs'
import { payoutWork } from '@/lib/payouts/jobs'
import { forgetOldRequests } from '@/lib/request-log/forget-old-requests'
import { now } from '@/lib/time/clock'
import { dayAfter } from '@/lib/time/dates'
import { webhookWork } from '@/lib/webhooks/jobs'
import { type LeasedWork, sweep } from './queue'

const HEARTBEAT_MS = 5000
const SWEEP_MS = 3000
const JOBS_AT_ONCE = 10
const MAILS_AT_ONCE = 10
const FORGOTTEN_AT_ONCE = 500

export const LEASED: LeasedWork[] = [webhookWork, payoutWork, paymentWork, checkoutWork]

/** Mail has its own workers: one slow mail server, shared by all vendors, delays nothing but mail. */
export const LEASED_MAIL: LeasedWork[] = [mailWork]

/**
 * Periodic work: when, as a crontab entry in UTC, and what to run. One of any number of workers runs it.
 * `fill` makes up for times without a worker.
 */
const PERIODIC: { at: string; options?: string; job: string; work: () => Promise<unknown> }[] = [
  { at: '* * * * *', job: 'sweep_overdue', work: () => sweepOverdue(today()) },
  // Hourly although they change once a day, to make up for failures.
  { at: '0 * * * *', options: 'fill=1d', job: 'send_reminders', work: () => sweepReminders(today()) },
  { at: '* * * * *', job: 'forget_requests', work: () => forgetOldRequests() },
  { at: '* * * * *', job: 'reencode_logos', work: () => reencodeOldLogos() },
  {
    at: '* * * * *',
    job: 'forget_expired',
    work: () =>
      inTransaction(async (tx) => {
        await forgetExpiredClaims(tx, FORGOTTEN_AT_ONCE)
        await forgetExpiredSessions(tx, FORGOTTEN_AT_ONCE)
      }),
  },
]

function today(): Date {
  return dayAfter(now(), 0)
}

/** Each has its own job key, so that work waiting for a worker waits once. */
export const crontab = PERIODIC.map(
  ({ at, job, options }) => `${at} ${job} ?max=1&jobKey=${job}${options ? `&${options}` : ''}`,
).join('\n')

/** Starts the worker: the queue's jobs, the sweeps, and the heartbeat that the health check reads. */
export async function startWorker(): Promise<{ stop(): Promise<void> }> {
  const periodic = Object.fromEntries(PERIODIC.map(({ job, work }) => [job, async () => void (await work())]))
  const runners = [
    await runQueue({ ...tasksOf(LEASED), ...periodic }, JOBS_AT_ONCE, crontab),
    await runQueue(tasksOf(LEASED_MAIL), MAILS_AT_ONCE),
  ]
  const workerId = newId()
  const loops = [
    every(HEARTBEAT_MS, 'heartbeat', () => beat(workerId)),
    // One loop per queue: one that can't be swept does not block the others.
    ...[...LEASED, ...LEASED_MAIL].map(({ queue }) =>
      every(SWEEP_MS, `sweep of ${queue.table}`, () => sweep(database(), queue)),
    ),
  ]
  return {
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()))
      await Promise.all(runners.map((runner) => runner.stop()))
      await disconnect()
    },
  }
}

function tasksOf(list: LeasedWork[]): TaskList {
  return Object.fromEntries(
    list.map(({ queue, work }) => [queue.job, (row) => work(row as Parameters<typeof work>[0])]),
  )
}

/** Runs the queue's jobs of these kinds, at most `concurrency` at a time. */
function runQueue(taskList: TaskList, concurrency: number, crontab = ''): Promise<Runner> {
  const options = { concurrency, taskList, crontab, noHandleSignals: true, logger: queueLogger }
  return run({ ...options, pgPool: connectionPool() })
}

/** Runs the work repeatedly, `intervalMs` after each run ends; failures are logged. */
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
  // The database's clock, because the database also computes the age of the beat.
  await database().$executeRaw`
    INSERT INTO worker_heartbeats (worker_id, beat_at) VALUES (${workerId}::uuid, now())
    ON CONFLICT (worker_id) DO UPDATE SET beat_at = now()`
  await database().$executeRaw`DELETE FROM worker_heartbeats WHERE beat_at < now() - interval '1 day'`
}

const queueLogger = new Logger(() => (level, message) => {
  // The queue's own log of each job repeats what our rows say.
  if (level === 'error') log.error({ queue: message })
  else if (level === 'warning') log.warn({ queue: message })
  else log.debug({ queue: message })
})
