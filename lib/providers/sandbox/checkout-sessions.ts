import type { Pool, PoolClient } from 'pg'
import { v7 } from 'uuid'
import type { Outcome } from '@/lib/providers/shared/outcome'
import type { CheckoutRequest, CheckoutSession } from '../payment-provider'
import type { Books } from './connection'
import { onlyRow, withConnection } from './connection'

type SessionRow = {
  reference: string
  amount_minor: string
  currency: string
  payment_reference: string | null
}

/** Rejects an email like `ann+checkout_503@example.com` with the status that it names. */
export async function createCheckoutSession(
  { pool, clock }: Books,
  request: CheckoutRequest,
  signal: AbortSignal,
): Promise<Outcome<CheckoutSession>> {
  // Not recorded under the key: it depends on the email alone, so it is the same every time.
  const httpStatus = /\+checkout_([45]\d\d)@[^@]*$/.exec(request.email)?.[1]
  if (httpStatus !== undefined) {
    return {
      kind: 'rejected',
      code: 'checkout_refused',
      detail: 'The email address asks the sandbox to refuse',
      httpStatus: Number(httpStatus),
    }
  }
  // DO UPDATE without a change, because DO NOTHING returns no row for a repeat.
  const { rows } = await withConnection(pool, signal, (client) =>
    client.query<SessionRow>({
      name: 'sandbox_create_session',
      text: `
        INSERT INTO sandbox_checkout_sessions AS s
          (reference, idempotency_key, amount_minor, currency, created_at)
        VALUES ($1, $2, $3, $4, $5)
        ON CONFLICT (idempotency_key) DO UPDATE SET idempotency_key = s.idempotency_key
        RETURNING reference, amount_minor, currency,
                  (SELECT c.reference FROM sandbox_charges c
                    WHERE c.session_reference = s.reference AND c.status = 'PAID') AS payment_reference`,
      values: [`sbx_cs_${v7()}`, request.key, request.amountMinor.toString(), request.currency, clock()],
    }),
  )
  const session = sessionOf(onlyRow(rows))
  if (session.amountMinor !== request.amountMinor || session.currency !== request.currency) {
    return {
      kind: 'rejected',
      code: 'idempotency_mismatch',
      detail: 'The key belongs to a session with other details',
      httpStatus: 409,
    }
  }
  return { kind: 'accepted', value: session }
}

export async function readCheckoutSession(
  pool: Pool,
  reference: string,
  signal: AbortSignal,
): Promise<Outcome<CheckoutSession>> {
  const session = await withConnection(pool, signal, (client) => find(client, reference))
  if (session !== null) return { kind: 'accepted', value: session }
  return {
    kind: 'rejected',
    code: 'no_such_session',
    detail: 'There is no such checkout session',
    httpStatus: 404,
  }
}

async function find(client: PoolClient, reference: string): Promise<CheckoutSession | null> {
  const found = await client.query<SessionRow>(
    `SELECT s.reference, s.amount_minor, s.currency, c.reference AS payment_reference
       FROM sandbox_checkout_sessions s
       LEFT JOIN sandbox_charges c ON c.session_reference = s.reference AND c.status = 'PAID'
      WHERE s.reference = $1`,
    [reference],
  )
  const [row] = found.rows
  return row === undefined ? null : sessionOf(row)
}

function sessionOf(row: SessionRow): CheckoutSession {
  return {
    reference: row.reference,
    state: row.payment_reference === null ? 'open' : 'paid',
    paymentReference: row.payment_reference,
    url: null,
    amountMinor: BigInt(row.amount_minor),
    currency: row.currency,
  }
}
