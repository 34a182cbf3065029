import type { PoolClient } from 'pg'
import { v7 } from 'uuid'
import type { Outcome } from '@/lib/providers/shared/outcome'
import type { Refund, RefundRequest } from '../payment-provider'
import type { Books } from './connection'
import { onlyRow, withTransaction } from './connection'
import { refundSteps } from './refund-scenarios'

type PaymentRow = { amount_minor: string; currency: string; refund_scenario: string | null }

type RefundRow = {
  reference: string
  payment_reference: string
  amount_minor: string
  currency: string
  status: string
  refusal_code: string | null
  is_repeat: boolean
}

/**
 * Refunds a payment, in whole or in parts that never exceed the amount paid. A refusal stands for its key; a
 * repeat moves a refund to the next status of its scenario.
 */
export async function refund(
  { pool, clock }: Books,
  request: RefundRequest,
  signal: AbortSignal,
): Promise<Outcome<Refund>> {
  const { row, answers } = await withTransaction(pool, signal, async (client) => {
    const payment = await lockPayment(client, request.paymentReference)
    const takenMinor = await takenSoFar(client, request.paymentReference)
    const steps = refundSteps(payment?.refund_scenario ?? null)
    const refusalCode = refusalOf(request, payment, takenMinor)
    return { row: await record(client, request, { steps, refusalCode, at: clock() }), answers: steps.answers }
  })
  const same =
    row.payment_reference === request.paymentReference &&
    BigInt(row.amount_minor) === request.amountMinor &&
    row.currency === request.currency
  if (!same) return refuse('idempotency_mismatch')
  if (row.refusal_code !== null) return refuse(row.refusal_code, row.reference)
  if (row.status === 'FAILED') return refuse('refund_failed', row.reference)
  // Only the first answer is lost. The connection is back in the pool by now, so the endless wait holds none.
  if (!answers && !row.is_repeat) return new Promise(() => {})
  const status = row.status === 'PENDING' ? 'pending' : 'given_back'
  return { kind: 'accepted', value: { reference: row.reference, status } }
}

function refusalOf(request: RefundRequest, payment: PaymentRow | null, takenMinor: bigint): string | null {
  if (payment === null) return 'no_such_payment'
  if (request.currency !== payment.currency) return 'currency_mismatch'
  if (request.amountMinor <= 0n) return 'invalid_amount'
  if (takenMinor + request.amountMinor > BigInt(payment.amount_minor)) return 'amount_too_large'
  return payment.refund_scenario === 'refused' ? 'refund_refused' : null
}

/** Serializes the refunds and disputes of a payment, so that two at once can't exceed the amount paid. */
export async function lockPayment(client: PoolClient, paymentReference: string): Promise<PaymentRow | null> {
  const locked = await client.query<PaymentRow>(
    `SELECT s.amount_minor, s.currency, c.refund_scenario
       FROM sandbox_charges c
       JOIN sandbox_checkout_sessions s ON s.reference = c.session_reference
      WHERE c.reference = $1 AND c.status = 'PAID'
        FOR NO KEY UPDATE OF c`,
    [paymentReference],
  )
  return locked.rows[0] ?? null
}

/** The amount that refunds and disputes have taken of the payment, or are about to. Minor units. */
export async function takenSoFar(client: PoolClient, paymentReference: string): Promise<bigint> {
  const summed = await client.query<{ total: string }>(
    `SELECT coalesce(sum(amount_minor), 0)::text AS total
       FROM (SELECT amount_minor FROM sandbox_refunds
              WHERE payment_reference = $1 AND status IN ('PENDING', 'REFUNDED')
             UNION ALL
             SELECT amount_minor FROM sandbox_disputes WHERE payment_reference = $1 AND status <> 'WON') AS taken`,
    [paymentReference],
  )
  return BigInt(onlyRow(summed.rows).total)
}

/** Records the refund, or moves the one already recorded under the key on. */
async function record(
  client: PoolClient,
  request: RefundRequest,
  { steps, refusalCode, at }: { steps: ReturnType<typeof refundSteps>; refusalCode: string | null; at: Date },
): Promise<RefundRow> {
  const [status, ...later] = refusalCode === null ? steps.statuses : ['REFUSED']
  const recorded = await client.query<RefundRow>(
    `INSERT INTO sandbox_refunds AS r
       (idempotency_key, reference, payment_reference, amount_minor, currency, status, later_statuses,
        refusal_code, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     ON CONFLICT (idempotency_key) DO UPDATE
       SET status = coalesce(r.later_statuses[1], r.status), later_statuses = r.later_statuses[2:]
     RETURNING reference, payment_reference, amount_minor, currency, status, refusal_code, xmax <> 0 AS is_repeat`,
    [
      request.key,
      `sbx_re_${v7()}`,
      request.paymentReference,
      request.amountMinor.toString(),
      request.currency,
      status,
      later,
      refusalCode,
      at,
    ],
  )
  return onlyRow(recorded.rows)
}

const refusals: ReadonlyMap<string, string> = new Map([
  ['no_such_payment', 'There is no such payment'],
  ['currency_mismatch', 'The payment was made in another currency'],
  ['invalid_amount', 'The amount must be above 0'],
  ['amount_too_large', 'The refunds would exceed what was paid'],
  ['refund_refused', 'The card accepts no refund'],
  ['refund_failed', 'The bank sent the refund back'],
  ['idempotency_mismatch', 'The key belongs to a refund with other details'],
])

function refuse(code: string, reference?: string): Outcome<never> {
  return {
    kind: 'rejected',
    code,
    detail: refusals.get(code) ?? 'The sandbox refused the refund',
    httpStatus: code === 'no_such_payment' ? 404 : code === 'idempotency_mismatch' ? 409 : 422,
    ...(reference === undefined ? {} : { reference }),
  }
}
