import type { Transaction } from '@/lib/db/transaction'

/** What the worker can be woken for. The payloads hold ids alone: the truth is in our own rows. */
export type JobPayloads = {
  deliver_webhook: { accountId: string; eventId: string }
  reconcile_payout: { accountId: string; payoutId: string }
  reconcile_checkout: { accountId: string; sessionNumber: string }
  reconcile_payment: { accountId: string; paymentId: string }
  send_mail: { ownerId: string; mailId: string }
}

export type JobName = keyof JobPayloads

/** Fresh work has 0: of what is due, the lowest goes first. */
const BULK_PRIORITY = 10

/**
 * Queues a job in the caller's transaction: it exists when the change it follows from exists. A job
 * with the same key that has not begun is replaced; with `keepsItsTurn` it stays where it is in the queue.
 */
export async function enqueue<N extends JobName>(
  tx: Transaction,
  name: N,
  payload: JobPayloads[N],
  options: { key: string; runAt: Date; keepsItsTurn?: boolean },
): Promise<void> {
  const mode = options.keepsItsTurn ? 'preserve_run_at' : 'replace'
  await tx.$executeRaw`
    SELECT graphile_worker.add_job(
      ${name}, ${JSON.stringify(payload)}::json, run_at => ${options.runAt}::timestamptz,
      max_attempts => 1, job_key => ${`${name}:${options.key}`}, job_key_mode => ${mode})`
}

/**
 * Queues many jobs as `enqueue` does one. They are done when nothing fresh is due: however many they are,
 * nobody else's work waits behind them.
 */
export async function enqueueBulk<N extends JobName>(
  tx: Transaction,
  name: N,
  jobs: { payload: JobPayloads[N]; key: string; runAt: Date }[],
): Promise<void> {
  const payloads = jobs.map(({ payload }) => JSON.stringify(payload))
  const keys = jobs.map(({ key }) => `${name}:${key}`)
  const times = jobs.map(({ runAt }) => runAt)
  await tx.$executeRaw`
    SELECT graphile_worker.add_job(
      ${name}, job.payload::json, run_at => job.run_at, max_attempts => 1, job_key => job.key,
      priority => ${BULK_PRIORITY}::int, job_key_mode => 'replace')
      FROM unnest(${payloads}::text[], ${keys}::text[], ${times}::timestamptz[]) AS job (payload, key, run_at)`
}
