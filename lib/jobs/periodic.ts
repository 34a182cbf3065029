import { connectionPool } from '@/lib/db/client'
import { type Queryable, statement } from '@/lib/db/statement'
import { now } from '@/lib/time/clock'
import { inSpan } from '@/lib/tracing/spans'
import { type Running, repeat } from './poll'

/** Scheduled work. Must be idempotent: it may run twice. */
export type PeriodicWork = { name: string; everyMs: number; work: () => Promise<unknown> }

const POLL_INTERVAL_MS = 5000
/** A worker that dies during periodic work delays it by this much; longer work may run beside itself. */
const LEASE_MS = 5 * 60_000

/**
 * Runs periodic work at every full interval, such as every full hour in UTC, in one of any number of
 * workers. If no worker ran at the scheduled time, it runs once as soon as one does.
 */
export function runPeriodically(periodic: PeriodicWork): Running {
  return repeat(POLL_INTERVAL_MS, periodic.name, () => runIfDue(periodic))
}

/** The lease is a next run in the future: the worker that finds it in the past takes over. */
export async function runIfDue({ name, everyMs, work }: PeriodicWork): Promise<void> {
  const pool = connectionPool()
  const leaseUntil = new Date(now().getTime() + LEASE_MS)
  const [claim] = await claimPeriodicWork(pool, { name, at: now(), leaseUntil })
  if (!claim) return
  try {
    await inSpan(() => ({ name: `job ${name}`, kind: 'internal' }), work)
  } finally {
    const next = new Date((Math.floor(now().getTime() / everyMs) + 1) * everyMs)
    await planPeriodicWork(pool, { name, leaseUntil, nextRunAt: next })
  }
}

/** Makes periodic work due at once, such as after a notification; work that is under way runs once more. */
export async function runSoon(on: Queryable, name: string): Promise<void> {
  await hastenPeriodicWork(on, { name, at: now() })
}

const hastenPeriodicWork = statement<{ name: string; at: Date }, object>(
  'hasten_periodic_work',
  'UPDATE periodic_work SET next_run_at = :at::timestamptz WHERE name = :name AND next_run_at > :at::timestamptz',
)

/** Returns a row if the work is due, or was never done. */
const claimPeriodicWork = statement<{ name: string; at: Date; leaseUntil: Date }, object>(
  'claim_periodic_work',
  `WITH added AS (
     INSERT INTO periodic_work (name, next_run_at)
     SELECT :name::text, :leaseUntil::timestamptz WHERE NOT EXISTS (SELECT FROM periodic_work WHERE name = :name::text)
     ON CONFLICT DO NOTHING RETURNING name),
   claimed AS (
     UPDATE periodic_work SET next_run_at = :leaseUntil::timestamptz
      WHERE name = :name::text AND next_run_at <= :at::timestamptz RETURNING name)
   SELECT name FROM added UNION ALL SELECT name FROM claimed`,
)

const planPeriodicWork = statement<{ name: string; leaseUntil: Date; nextRunAt: Date }, object>(
  'plan_periodic_work',
  `UPDATE periodic_work SET next_run_at = :nextRunAt::timestamptz WHERE name = :name AND next_run_at = :leaseUntil::timestamptz`,
)
