import { z } from 'zod'
import { recordKeyAct } from '@/lib/api-keys/api-keys'
import { apiKey } from '@/lib/api-keys/key-access'
import { database } from '@/lib/db/client'
import { DomainError, isDomainError } from '@/lib/errors'
import { noteCreated } from '@/lib/http/idempotency'
import { orderedBody } from '@/lib/http/input'
import { operation } from '@/lib/http/operation'
import { dayText, jsonNumber, moment, success } from '@/lib/http/schemas'
import { isId } from '@/lib/ids'
import { jsonAmount } from '@/lib/json'
import { MAX_BODY_BYTES } from '@/lib/lists/parse-csv'
import { formatMajor } from '@/lib/money/money'
import { payoutProviderFor } from '@/lib/providers/registry'
import { now } from '@/lib/time/clock'
import { formatIsoDate } from '@/lib/time/dates'
import type { Account } from '@/lib/vendors/account'
import { payoutBatchBody } from './batch-body'
import { rowStatus } from './batch-view'
import { createBatch } from './create-batch'
import { explainPayoutFailure } from './explain-payout-failure'
import { type BatchRow, readRows } from './payout-batches'
import type { RowStatus } from './status'

/** What a payout of a batch can be, before it exists and then. */
const ROW_CODES = [
  'NEEDS_APPROVAL',
  'PENDING',
  'PROCESSING',
  'PAID',
  'FAILED',
  'RETURNED',
  'CANCELED',
] as const

type RowCode = (typeof ROW_CODES)[number]

/** The API's word for each status of the dashboard. A row that was removed is none any more. */
const CODE_OF: Record<Exclude<RowStatus, 'removed'>, RowCode> = {
  ready: 'NEEDS_APPROVAL',
  bad: 'NEEDS_APPROVAL',
  held: 'NEEDS_APPROVAL',
  waiting: 'PENDING',
  processing: 'PROCESSING',
  paid: 'PAID',
  failed: 'FAILED',
  returned: 'RETURNED',
  stopped: 'CANCELED',
}

const byStatus = <Value extends z.ZodType>(value: Value) =>
  z.object(Object.fromEntries(ROW_CODES.map((code) => [code, value])) as Record<RowCode, Value>)

const payoutBatch = z
  .object({
    id: z.uuid(),
    name: z.string(),
    status: z
      .enum(['NEEDS_APPROVAL', 'SCHEDULED', 'PROCESSING', 'COMPLETED', 'CANCELED'])
      .describe(
        '`NEEDS_APPROVAL`: it waits for people in your dashboard. `COMPLETED`: each payout has its outcome.',
      ),
    send_on: dayText.nullable().describe('The day on which it is sent; `null`: at once.'),
    currency: z.string().describe('`USD`.'),
    count: z.int().describe('The number of payouts.'),
    amount: jsonNumber.describe('Their sum, in dollars.'),
    counts: byStatus(z.int()).describe('The number of payouts by status.'),
    amounts: byStatus(jsonNumber).describe('The sum of payouts by status, in dollars.'),
    failures: z
      .array(
        z.object({
          row: z.int().describe('Its place in `payouts`, counted from 1.'),
          payout_id: z
            .uuid()
            .nullable()
            .describe('`null` if no payout was made, because of the balance or a limit for example.'),
          code: z.string().nullable(),
          message: z.string(),
        }),
      )
      .describe('Why payouts are `FAILED` or `RETURNED`.'),
    created_at: moment.describe('ISO 8601.'),
  })
  .meta({
    id: 'PayoutBatch',
    title: 'Payout batch',
    description: 'Many payouts in one request.',
    examples: [
      {
        id: '0199d1c2-8be1-7d64-8d55-50e1a0d5c3a1',
        name: 'Payroll, May',
        status: 'PROCESSING',
        send_on: null,
        currency: 'USD',
        count: 1,
        amount: 25.5,
        counts: { ...zeros(), PENDING: 1 },
        amounts: { ...zeros(), PENDING: 25.5 },
        failures: [],
        created_at: '2026-03-03T09:31:02.000Z',
      },
    ],
  })

function zeros(): Record<RowCode, number> {
  return Object.fromEntries(ROW_CODES.map((code) => [code, 0])) as Record<RowCode, number>
}

type ShownBatch = {
  id: string
  name: string
  sendOn: Date | null
  createdAt: Date
  rows: { code: RowCode; amountMinor: bigint }[]
  failures: z.input<typeof payoutBatch>['failures']
}

function presentBatch({ id, name, sendOn, createdAt, rows, failures }: ShownBatch) {
  const counts = zeros()
  const sums = new Map<RowCode, bigint>()
  for (const { code, amountMinor } of rows) {
    counts[code] += 1
    sums.set(code, (sums.get(code) ?? 0n) + amountMinor)
  }
  const amountOf = (sumMinor: bigint) => jsonAmount(sumMinor, 'USD')
  return {
    id,
    name,
    status: statusOf(counts, rows.length, sendOn),
    send_on: sendOn && formatIsoDate(sendOn),
    currency: 'USD',
    count: rows.length,
    amount: amountOf(rows.reduce((sum, { amountMinor }) => sum + amountMinor, 0n)),
    counts,
    amounts: Object.fromEntries(ROW_CODES.map((code) => [code, amountOf(sums.get(code) ?? 0n)])) as Record<
      RowCode,
      ReturnType<typeof amountOf>
    >,
    failures,
    created_at: createdAt.toISOString(),
  }
}

function statusOf(
  counts: Record<RowCode, number>,
  all: number,
  sendOn: Date | null,
): z.infer<typeof payoutBatch>['status'] {
  if (counts.PENDING > 0 && sendOn && sendOn > now()) return 'SCHEDULED'
  if (counts.PENDING + counts.PROCESSING > 0) return 'PROCESSING'
  if (counts.NEEDS_APPROVAL > 0) return 'NEEDS_APPROVAL'
  return counts.CANCELED === all ? 'CANCELED' : 'COMPLETED'
}

/**
 * A batch as it is now. Throws `payout_batch_not_found`, also for a file that was uploaded in the dashboard and that nobody
 * has confirmed.
 */
async function readPayoutBatch({ id: accountId, ...account }: Account, id: string) {
  const orm = database()
  const where = { accountId_id: { accountId, id } }
  const batch = isId(id) ? await orm.payoutBatch.findUnique({ where }) : null
  if (!batch || (batch.apiKeyId === null && batch.startedAt === null)) {
    throw new DomainError('payout_batch_not_found')
  }
  const stored = await readRows(orm, { id: accountId, ...account }, batch.id)
  const rows = stored.flatMap((row) => {
    const status = rowStatus(row, batch.discardedAt !== null)
    if (status === 'removed') return []
    return [{ row, code: CODE_OF[status], amountMinor: row.amountMinor ?? row.checked.amountMinor ?? 0n }]
  })
  const failures = rows.filter(({ code }) => code === 'FAILED' || code === 'RETURNED')
  return presentBatch({ ...batch, rows, failures: failures.map(({ row }) => presentFailure(row)) })
}

function presentFailure({ line, payout, refusalCode, reason }: BatchRow) {
  const { title } = explainPayoutFailure(payout?.failureCode ?? null, payout?.failureDetail ?? null)
  return {
    row: line ?? 0,
    payout_id: payout?.id ?? null,
    code: payout ? payout.failureCode : refusalCode,
    message: payout ? payout.failureDetail || title : (reason ?? title),
  }
}

const batchAnswer = z.object({ status: success, payout_batch: payoutBatch })

/** Beyond the contract. */
export const createPayoutBatch = operation({
  method: 'POST',
  path: '/api/v2/payout-batches',
  summary: 'Create a payout batch',
  description:
    'Pays up to 1,000 customers in one request. All rows are checked before anything moves: if any is wrong, nothing is sent, and `errors` names each of them.',
  tag: 'Payouts',
  notes: [
    'Always send an `Idempotency-Key`. A repeat with it returns the batch as it is now, and never pays twice.',
    'The sum must be within your balance and your daily limit; with `send_on`, only the limit counts until that day. Nothing is reserved: each payout is checked again when it is sent, in the order of the rows, and one that fails doesn’t stop the others.',
    'Each row becomes a payout with its own events. [List payouts](/docs/api/list-payouts) with `payout_batch_id` to see them, and read `failures` of the batch for those that could not be sent.',
    'The same bank account, amount and `reference` twice is an error, since it is far more often a slip than two payments.',
    'If the sum takes [two people](/docs/payouts#two-people), the batch waits in your dashboard: one person confirms it and another approves it. API keys do neither.',
    'When the key is revoked, its payouts that were not sent yet fail. In the dashboard, somebody can stop the batch or try those again.',
  ],
  access: apiKey({ missingKey: 'api_key_required', refusesBanned: true, scope: 'payouts' }),
  body: orderedBody(payoutBatchBody, { maximumBytes: MAX_BODY_BYTES }),
  answers: { 201: batchAnswer.describe('Batch created') },
  errors: [
    'live_mode_unavailable',
    'payout_batch_rows_invalid',
    'payout_batch_drafts_full',
    'daily_payout_limit_exceeded',
    'insufficient_balance',
  ],
  idempotency: 'for good',
  example: {
    idempotencyKey: 'payroll-2026-05',
    body: {
      name: 'Payroll, May',
      payouts: [
        {
          customer_id: '0199d1c2-4101-7487-8f43-cf036d7d314b',
          bank_account_id: '0199d1c2-7363-74fb-b0b1-82d04b0c66f9',
          amount: 25.5,
          reference: 'May',
        },
      ],
    },
  },
  refused: (refusal) => {
    const { cause, status, message } = refusal
    if (!isDomainError(cause, 'payout_batch_rows_invalid')) return null
    return { status, body: { error: message, errors: cause.details.errors } }
  },
}).handle(
  ({ account, apiKeyId, input, commit, clientAddress }) =>
    commit.ormTransaction(async (tx) => {
      const { requestId, claim } = commit
      // Refuses if there is none.
      payoutProviderFor(account.mode)
      const batch = await createBatch(tx, account, input, { apiKeyId, requestId })
      if (claim) await noteCreated(tx, claim, batch.id)
      const count = batch.amountsMinor.length
      const detail = `${batch.name}, ${count} ${count === 1 ? 'row' : 'rows'}, ${formatMajor(batch.sumMinor, 'USD')} USD`
      const act = { action: 'payout_batch.created', subjectId: batch.id, detail } as const
      await recordKeyAct(tx, account, { apiKeyId, clientAddress }, act)
      const code = batch.needsApproval ? 'NEEDS_APPROVAL' : 'PENDING'
      const rows = batch.amountsMinor.map((amountMinor) => ({ code, amountMinor }) as const)
      const payout_batch = presentBatch({ ...batch, rows, failures: [] })
      return { status: 201, body: { status: 'success', payout_batch } }
    }),
  {
    replay: async (batchId, { account }) => ({
      status: 201,
      body: { status: 'success', payout_batch: await readPayoutBatch(account, batchId) },
    }),
  },
)

/** Beyond the contract. */
export const getPayoutBatch = operation({
  method: 'GET',
  path: '/api/v2/payout-batch/{payout_batch_id}',
  summary: 'Get a payout batch',
  description: 'Returns how far a batch is: counts and sums by status, and why payouts failed.',
  tag: 'Payouts',
  notes: ['Batches that somebody has confirmed in the dashboard are found here too.'],
  params: { payout_batch_id: 'The batch.' },
  access: apiKey({ missingKey: 'api_key_parameter_required', refusesBanned: false, scope: 'read' }),
  answers: { 200: batchAnswer.describe('The batch') },
  errors: ['payout_batch_not_found'],
}).handle(async ({ account, params }) => ({
  status: 200,
  body: { status: 'success', payout_batch: await readPayoutBatch(account, params.payout_batch_id) },
}))
