import assert from 'node:assert/strict'
import { z } from 'zod'
import type { Orm } from '@/lib/db/client'
import { dayText } from '@/lib/http/schemas'
import { firstIdOf } from '@/lib/ids'
import { waitingDecisions } from '@/lib/payouts/approval-list'
import { dayAfter, formatIsoDate } from '@/lib/time/dates'

export const attentionView = z.object({
  waitingApprovals: z.int().describe('Decisions that a second person has to make: a batch is one.'),
  failedPayouts: z.int().describe('Refused, of the last 30 days.'),
  returnedPayouts: z.int().describe('Returned by the bank, of the last 30 days.'),
  failedWebhooks: z.int().describe('Given up in the last 7 days.'),
  openDisputes: z.int().describe('That can still be answered.'),
  payoutsSince: dayText.describe('The first day (UTC) of failed and returned payouts.'),
  webhooksSince: dayText.describe('The first day (UTC) of failed webhooks.'),
})

export type AttentionView = z.infer<typeof attentionView>

/** Counting stops here: `99+` says as much as the number. */
const MAX_COUNT = 100

/** Counts what waits for the vendor, from short ranges of indexes; overdue invoices have sums of their own. */
export async function readAttention(tx: Orm, accountId: string, at: Date): Promise<AttentionView> {
  const payoutsSince = dayAfter(at, -30)
  const webhooksSince = dayAfter(at, -7)
  const [counts] = await tx.$queryRaw<Omit<AttentionView, 'payoutsSince' | 'webhooksSince'>[]>`
    SELECT (SELECT count(*) FROM (${waitingDecisions(accountId, at)}
               LIMIT ${MAX_COUNT}) AS waiting)::int AS "waitingApprovals",
           (SELECT count(*) FROM (
              SELECT FROM payouts
               WHERE account_id = own.id AND status = 'FAILED'
                 AND created_at >= ${payoutsSince}::timestamptz
               LIMIT ${MAX_COUNT}) AS failed)::int AS "failedPayouts",
           (SELECT count(*) FROM (
              SELECT FROM payouts
               WHERE account_id = own.id AND status = 'RETURNED'
                 AND created_at >= ${payoutsSince}::timestamptz
               LIMIT ${MAX_COUNT}) AS returned)::int AS "returnedPayouts",
           (SELECT count(*) FROM (
              SELECT FROM webhook_deliveries
               WHERE account_id = own.id AND status = 'FAILED' AND id >= ${firstIdOf(webhooksSince)}::uuid
               LIMIT ${MAX_COUNT}) AS failed)::int AS "failedWebhooks",
           (SELECT count(*) FROM (
              SELECT FROM disputes WHERE account_id = own.id AND status = 'OPEN'
               LIMIT ${MAX_COUNT}) AS open)::int AS "openDisputes"
      FROM (SELECT ${accountId}::uuid AS id) AS own`
  assert(counts, 'a row without a table')
  return {
    ...counts,
    payoutsSince: formatIsoDate(payoutsSince),
    webhooksSince: formatIsoDate(webhooksSince),
  }
}
