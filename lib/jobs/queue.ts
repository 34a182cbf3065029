import type { Transaction } from '@/lib/db/transaction'

/** What the worker can be woken for. The payloads hold ids alone: the truth is in our own rows. */
export type JobPayloads = {
  reconcile_payout: { accountId: string; payoutId: string }
  reconcile_checkout: { accountId: string; sessionNumber: string }
  reconcile_payment: { accountId: string; paymentId: string }
}

export type JobName = keyof JobPayloads

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
