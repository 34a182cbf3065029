import type { PoolClient } from 'pg'
import { v7 } from 'uuid'
import type { Outcome } from '@/lib/providers/shared/outcome'
import type { FraudWarning, PaymentRehearsal } from '../payment-provider'
import { type Books, withConnection, withTransaction } from './connection'
import { lockPayment, takenSoFar } from './refunds'

type Refusal = 'no_such_payment' | 'nothing_left' | 'no_open_dispute'

/** A buyer's bank opens a dispute of all that is left of a payment, or decides the one that is open. */
export async function dispute(
  { pool, clock }: Books,
  paymentReference: string,
  outcome: Parameters<PaymentRehearsal['dispute']>[1],
  signal: AbortSignal,
): Promise<Outcome<null>> {
  const refusal = await withTransaction(pool, signal, (client) =>
    outcome === 'opened'
      ? open(client, paymentReference, clock())
      : close(client, paymentReference, outcome === 'won' ? 'WON' : 'LOST'),
  )
  if (refusal === null) return { kind: 'accepted', value: null }
  return { kind: 'rejected', code: refusal, detail: DETAILS[refusal], httpStatus: 409 }
}

const DETAILS: Record<Refusal, string> = {
  no_such_payment: 'There is no such payment',
  nothing_left: 'Refunds and disputes have left nothing of the payment',
  no_open_dispute: 'The payment has no open dispute',
}

async function open(client: PoolClient, paymentReference: string, at: Date): Promise<Refusal | null> {
  const payment = await lockPayment(client, paymentReference)
  if (!payment) return 'no_such_payment'
  const leftMinor = BigInt(payment.amount_minor) - (await takenSoFar(client, paymentReference))
  if (leftMinor <= 0n) return 'nothing_left'
  await client.query(
    `INSERT INTO sandbox_disputes (reference, payment_reference, amount_minor, currency, status, created_at)
     VALUES ($1, $2, $3, $4, 'OPEN', $5)`,
    [`sbx_dp_${v7()}`, paymentReference, leftMinor.toString(), payment.currency, at],
  )
  return null
}

async function close(
  client: PoolClient,
  paymentReference: string,
  status: 'WON' | 'LOST',
): Promise<Refusal | null> {
  const closed = await client.query(
    `UPDATE sandbox_disputes SET status = $2 WHERE payment_reference = $1 AND status = 'OPEN'`,
    [paymentReference, status],
  )
  return closed.rowCount === 0 ? 'no_open_dispute' : null
}

/** The card's bank warns of fraud about a payment. A second warning changes nothing. */
export async function warnOfFraud(
  { pool, clock }: Books,
  paymentReference: string,
  signal: AbortSignal,
): Promise<Outcome<null>> {
  const { rowCount } = await withConnection(pool, signal, (client) =>
    client.query(
      `UPDATE sandbox_charges SET fraud_warned_at = coalesce(fraud_warned_at, $2)
        WHERE reference = $1 AND status = 'PAID'`,
      [paymentReference, clock()],
    ),
  )
  if (rowCount === 1) return { kind: 'accepted', value: null }
  return { kind: 'rejected', code: 'no_such_payment', detail: 'There is no such payment', httpStatus: 404 }
}

export async function readFraudWarning(
  { pool }: Books,
  paymentReference: string,
  signal: AbortSignal,
): Promise<Outcome<FraudWarning | null>> {
  const { rows } = await withConnection(pool, signal, (client) =>
    client.query<{ fraud_warned_at: Date | null }>(
      'SELECT fraud_warned_at FROM sandbox_charges WHERE reference = $1',
      [paymentReference],
    ),
  )
  const createdAt = rows[0]?.fraud_warned_at ?? null
  return { kind: 'accepted', value: createdAt && { fraudType: 'made_with_stolen_card', createdAt } }
}
