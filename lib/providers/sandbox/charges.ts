import type { PoolClient } from 'pg'
import { v7 } from 'uuid'
import type { RehearsedPayment } from '@/lib/providers/payment-provider'
import type { Outcome } from '@/lib/providers/shared/outcome'
import { cardDecline, declineWords, lastFour, refundScenario } from './cards'
import { isOver } from './checkout-sessions'
import { type Books, onlyRow, withTransaction } from './connection'

type ChargeRow = { session_reference: string; decline_code: string | null }

type Refusal = 'no_such_session' | 'session_paid' | 'session_expired' | 'idempotency_mismatch'

/**
 * Charges an open session. The first answer stands for its key, declines included; a session is paid once, and
 * one that has expired never.
 */
export async function charge(
  { pool, clock }: Books,
  payment: RehearsedPayment,
  signal: AbortSignal,
): Promise<Outcome<null>> {
  const at = clock()
  const charged = await withTransaction(pool, signal, async (client): Promise<ChargeRow | Refusal> => {
    const status = await lockSession(client, payment.sessionReference, at)
    if (status === null) return 'no_such_session'
    const earlier = await findCharge(client, payment.key)
    if (earlier) return earlier
    if (status === 'PAID') return 'session_paid'
    if (status === 'EXPIRED') return 'session_expired'
    return record(client, payment, at)
  })
  if (typeof charged === 'string') return refuse(charged)
  if (charged.session_reference !== payment.sessionReference) return refuse('idempotency_mismatch')
  const { decline_code: code } = charged
  if (code === null) return { kind: 'accepted', value: null }
  return { kind: 'rejected', code, detail: declineWords(code), httpStatus: 402 }
}

/** Serializes the charges of a session, so that two buyers can't both pay it. Null: there is no such session. */
async function lockSession(client: PoolClient, reference: string, at: Date): Promise<string | null> {
  const locked = await client.query<{ status: string; created_at: Date }>(
    'SELECT status, created_at FROM sandbox_checkout_sessions WHERE reference = $1 FOR NO KEY UPDATE',
    [reference],
  )
  const [session] = locked.rows
  if (!session) return null
  return session.status === 'OPEN' && isOver(session, at) ? 'EXPIRED' : session.status
}

async function findCharge(client: PoolClient, key: string): Promise<ChargeRow | null> {
  const result = await client.query<ChargeRow>(
    'SELECT session_reference, decline_code FROM sandbox_charges WHERE idempotency_key = $1',
    [key],
  )
  return result.rows[0] ?? null
}

async function record(client: PoolClient, payment: RehearsedPayment, at: Date): Promise<ChargeRow> {
  const { key, sessionReference, cardNumber } = payment
  const declineCode = cardDecline(cardNumber)
  const status = declineCode === null ? 'PAID' : 'DECLINED'
  const recorded = await client.query<ChargeRow>(
    `INSERT INTO sandbox_charges
       (idempotency_key, reference, session_reference, status, decline_code, refund_scenario, card_last4, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
     RETURNING session_reference, decline_code`,
    [
      key,
      `sbx_ch_${v7()}`,
      sessionReference,
      status,
      declineCode,
      refundScenario(cardNumber),
      // A card that pays is a test card. Of another, entered by mistake, nothing is kept.
      status === 'PAID' ? lastFour(cardNumber) : null,
      at,
    ],
  )
  if (status === 'PAID') {
    await client.query(`UPDATE sandbox_checkout_sessions SET status = 'PAID' WHERE reference = $1`, [
      sessionReference,
    ])
  }
  return onlyRow(recorded.rows)
}

const REFUSALS: Record<Refusal, { detail: string; httpStatus: number }> = {
  no_such_session: { detail: 'There is no such checkout session', httpStatus: 404 },
  session_paid: { detail: 'This session is already paid', httpStatus: 409 },
  session_expired: { detail: 'This session has expired', httpStatus: 409 },
  idempotency_mismatch: {
    detail: 'The key belongs to a charge of another checkout session',
    httpStatus: 409,
  },
}

function refuse(code: Refusal): Outcome<never> {
  return { kind: 'rejected', code, ...REFUSALS[code] }
}
