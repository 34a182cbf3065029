import type { PoolClient } from 'pg'
import { v7 } from 'uuid'
import type { Outcome } from '@/lib/providers/shared/outcome'
import type { PaymentRehearsal } from '../payment-provider'
import { type Books, withTransaction } from './connection'
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
