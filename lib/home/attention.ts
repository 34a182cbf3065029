import assert from 'node:assert/strict'
import { z } from 'zod'
import type { Orm } from '@/lib/db/client'
import { dayText } from '@/lib/http/schemas'
import { firstIdOf } from '@/lib/ids'
import { hasMark } from '@/lib/invoices/invoice-marks'
import { waitingDecisions } from '@/lib/payouts/approval-list'
import { formatIsoDate } from '@/lib/time/dates'
import { dayIn, startOfDay, type Zone } from '@/lib/time/zone'

export const attentionView = z.object({
  waitingApprovals: z.int().describe('Decisions that a second person has to make: a batch is one.'),
  failedPayouts: z.int().describe('Refused, of the last 30 days.'),
  returnedPayouts: z.int().describe('Returned by the bank, of the last 30 days.'),
  failedWebhooks: z.int().describe('Given up in the last 7 days.'),
  fraudWarnings: z
    .int()
    .describe('Payments that a bank warns about and a refund can still keep from a dispute.'),
  openDisputes: z.int().describe('That can still be answered.'),
  payoutsSince: dayText.describe('The first day of failed and returned payouts.'),
  webhooksSince: dayText.describe('The first day of failed webhooks.'),
})

export type AttentionView = z.infer<typeof attentionView>

/** Counting stops here: `99+` says as much as the number. */
const MAX_COUNT = 100

/** Counts what waits for the vendor, from short ranges of indexes; overdue invoices have sums of their own. */
export async function readAttention(
  tx: Orm,
  { id: accountId, zone }: { id: string; zone: Zone },
  at: Date,
): Promise<AttentionView> {
  const payoutsSince = dayIn(zone, at, -30)
  const payoutsFrom = startOfDay(zone, payoutsSince)
  const webhooksSince = dayIn(zone, at, -7)
  const webhooksFrom = startOfDay(zone, webhooksSince)
  const [counts] = await tx.$queryRaw<Omit<AttentionView, 'payoutsSince' | 'webhooksSince'>[]>`
    SELECT (SELECT count(*) FROM (${waitingDecisions(accountId, at)}
               LIMIT ${MAX_COUNT}) AS waiting)::int AS "waitingApprovals",
           (SELECT count(*) FROM (
              SELECT FROM payouts
               WHERE account_id = ${accountId}::uuid AND status = 'FAILED'
                 AND created_at >= ${payoutsFrom}::timestamptz
               LIMIT ${MAX_COUNT}) AS failed)::int AS "failedPayouts",
           (SELECT count(*) FROM (
              SELECT FROM payouts
               WHERE account_id = ${accountId}::uuid AND status = 'RETURNED'
                 AND created_at >= ${payoutsFrom}::timestamptz
               LIMIT ${MAX_COUNT}) AS returned)::int AS "returnedPayouts",
           (SELECT count(*) FROM (
              SELECT FROM webhook_deliveries
               WHERE account_id = ${accountId}::uuid AND status = 'FAILED'
                 AND id >= ${firstIdOf(webhooksFrom)}::uuid AND created_at >= ${webhooksFrom}::timestamptz
               LIMIT ${MAX_COUNT}) AS failed)::int AS "failedWebhooks",
           (SELECT count(*) FROM (
              SELECT FROM invoices AS invoice
               WHERE invoice.account_id = ${accountId}::uuid AND ${hasMark(accountId, 'fraud_warning')}
               LIMIT ${MAX_COUNT}) AS suspect)::int AS "fraudWarnings",
           (SELECT count(*) FROM (
              SELECT FROM disputes WHERE account_id = ${accountId}::uuid AND status = 'OPEN'
               LIMIT ${MAX_COUNT}) AS open)::int AS "openDisputes"`
  assert(counts, 'a row without a table')
  return {
    ...counts,
    payoutsSince: formatIsoDate(payoutsSince),
    webhooksSince: formatIsoDate(webhooksSince),
  }
}
