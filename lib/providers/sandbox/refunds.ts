import type { PoolClient } from 'pg'
import { v7 } from 'uuid'
import type { Outcome } from '@/lib/providers/shared/outcome'
import type { Refund, RefundRequest } from '../payment-provider'
import type { Books } from './connection'
import { onlyRow, withTransaction } from './connection'

type PaymentRow = { amount_minor: string; currency: string }

type RefundRow = {
  reference: string
  payment_reference: string
  amount_minor: string
  currency: string
  refusal_code: string | null
}

/**
 * Refunds a payment, in whole or in parts that never exceed the amount paid. The first answer stands for its
 * key, refusals included.
 */
export async function refund(
  { pool, clock }: Books,
  request: RefundRequest,
  signal: AbortSignal,
): Promise<Outcome<Refund>> {
  const row = await withTransaction(pool, signal, async (client) => {
    const payment = await lockPayment(client, request.paymentReference)
    const refundedMinor = await refundedSoFar(client, request.paymentReference)
    return record(client, request, refusalOf(request, payment, refundedMinor), clock())
  })
  const same =
    row.payment_reference === request.paymentReference &&
    BigInt(row.amount_minor) === request.amountMinor &&
    row.currency === request.currency
  if (!same) return refuse('idempotency_mismatch')
  if (row.refusal_code !== null) return refuse(row.refusal_code)
  return { kind: 'accepted', value: { reference: row.reference, state: 'given_back' } }
}

function refusalOf(request: RefundRequest, payment: PaymentRow | null, refundedMinor: bigint): string | null {
  if (payment === null) return 'no_such_payment'
  if (request.currency !== payment.currency) return 'currency_mismatch'
  if (request.amountMinor <= 0n) return 'invalid_amount'
  return refundedMinor + request.amountMinor > BigInt(payment.amount_minor) ? 'amount_too_large' : null
}

/** Serializes the refunds of a payment, so that two at once can't exceed the amount paid. */
async function lockPayment(client: PoolClient, paymentReference: string): Promise<PaymentRow | null> {
  const locked = await client.query<PaymentRow>(
    `SELECT s.amount_minor, s.currency
       FROM sandbox_charges c
       JOIN sandbox_checkout_sessions s ON s.reference = c.session_reference
      WHERE c.reference = $1 AND c.status = 'PAID'
        FOR NO KEY UPDATE OF c`,
    [paymentReference],
  )
  return locked.rows[0] ?? null
}

/** Minor units. */
async function refundedSoFar(client: PoolClient, paymentReference: string): Promise<bigint> {
  const summed = await client.query<{ total: string }>(
    `SELECT coalesce(sum(amount_minor), 0)::text AS total
       FROM sandbox_refunds WHERE payment_reference = $1 AND status = 'REFUNDED'`,
    [paymentReference],
  )
  return BigInt(onlyRow(summed.rows).total)
}

/** Records the refund, or returns the one already recorded under the key. */
async function record(
  client: PoolClient,
  request: RefundRequest,
  refusalCode: string | null,
  at: Date,
): Promise<RefundRow> {
  const recorded = await client.query<RefundRow>(
    `INSERT INTO sandbox_refunds AS r
       (idempotency_key, reference, payment_reference, amount_minor, currency, status, refusal_code, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
     ON CONFLICT (idempotency_key) DO UPDATE SET status = r.status
     RETURNING reference, payment_reference, amount_minor, currency, refusal_code`,
    [
      request.key,
      `sbx_re_${v7()}`,
      request.paymentReference,
      request.amountMinor.toString(),
      request.currency,
      refusalCode === null ? 'REFUNDED' : 'REFUSED',
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
  ['idempotency_mismatch', 'The key belongs to a refund with other details'],
])

function refuse(code: string): Outcome<never> {
  return {
    kind: 'rejected',
    code,
    detail: refusals.get(code) ?? 'The sandbox refused the refund',
    httpStatus: code === 'no_such_payment' ? 404 : code === 'idempotency_mismatch' ? 409 : 422,
  }
}
