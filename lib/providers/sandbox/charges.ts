import type { PoolClient } from 'pg'
import { v7 } from 'uuid'
import type { Charge, ChargeRequest } from '@/lib/providers/payment-provider'
import { DECLINES, type DeclineCode } from '@/lib/providers/shared/declines'
import type { Outcome } from '@/lib/providers/shared/outcome'
import { type Books, onlyRow, withConnection, withTransaction } from './connection'
import type { RefundScenario } from './refund-scenarios'

/** The sandbox's cards and the code each is declined with; null pays. */
export const SANDBOX_CARDS = [
  { number: '4242424242424242', decline: null },
  { number: '4000000000000002', decline: 'card_declined' },
  { number: '4000000000009995', decline: 'insufficient_funds' },
  { number: '4000000000000069', decline: 'expired_card' },
  { number: '4000000000000127', decline: 'incorrect_cvc' },
  { number: '4000000000000119', decline: 'processing_error' },
] as const satisfies readonly { number: string; decline: DeclineCode | null }[]

/** The outcome of refunds by the card that paid: any other card's are made at once. */
export const REFUND_CARDS = [
  { number: '4000000000007726', refund: 'pending' },
  { number: '4000000000005126', refund: 'fails' },
  { number: '4000000000003337', refund: 'refused' },
  { number: '4000000000004442', refund: 'lost_answer' },
] as const satisfies readonly { number: string; refund: RefundScenario }[]

/**
 * The code that the card is declined with, or null if it pays. Only the listed cards pay: a real card entered
 * by mistake must not look as if it had been charged.
 */
function cardDecline(number: string): DeclineCode | null {
  if (refundScenario(number)) return null
  const card = SANDBOX_CARDS.find((each) => each.number === digits(number))
  return card ? card.decline : 'card_not_supported'
}

function refundScenario(number: string): RefundScenario | null {
  return REFUND_CARDS.find((each) => each.number === digits(number))?.refund ?? null
}

function digits(number: string): string {
  return number.replace(/[\s-]/g, '')
}

const DETAILS: Record<string, string> = {
  ...DECLINES,
  card_not_supported: 'Use a sandbox card such as 4242 4242 4242 4242.',
  already_paid: 'This payment has already been made.',
  no_such_session: 'There is no such checkout session.',
  never_accepted: 'No charge was made under this key, and none can be made any more.',
  idempotency_mismatch: 'The key belongs to a charge of another checkout session.',
}

type ChargeRow = {
  reference: string
  session_reference: string | null
  decline_code: string | null
}

type Attempt = {
  key: string
  sessionReference: string | null
  declineCode: string | null
  refundScenario?: RefundScenario | null
  at: Date
}

/**
 * Charges an open session. The first answer stands for its key, declines included; a paid session declines
 * every other key with `already_paid`.
 */
export async function charge(
  { pool, clock }: Books,
  request: ChargeRequest,
  signal: AbortSignal,
): Promise<Outcome<Charge>> {
  const at = clock()
  const row = await withTransaction(pool, signal, async (client) => {
    const sessionExists = await lockSession(client, request.sessionReference)
    if (!sessionExists) {
      return record(client, { key: request.key, sessionReference: null, declineCode: 'no_such_session', at })
    }
    const paid = await isPaid(client, request.sessionReference)
    return record(client, {
      key: request.key,
      sessionReference: request.sessionReference,
      declineCode: paid ? 'already_paid' : cardDecline(request.card.number),
      refundScenario: refundScenario(request.card.number),
      at,
    })
  })
  if (row.session_reference !== null && row.session_reference !== request.sessionReference) {
    return decline('idempotency_mismatch')
  }
  return answerFor(row)
}

/**
 * The outcome of the charge under the key. If there is none, the same statement voids the key, so that a
 * request still in transit can't charge after we said that nothing was charged.
 */
export async function lookUpCharge(
  { pool, clock }: Books,
  key: string,
  signal: AbortSignal,
): Promise<Outcome<Charge>> {
  const row = await withConnection(pool, signal, (client) =>
    record(client, { key, sessionReference: null, declineCode: 'never_accepted', at: clock() }),
  )
  return answerFor(row)
}

/** Serializes the charges of a session, so that two buyers can't both pay it. */
async function lockSession(client: PoolClient, reference: string): Promise<boolean> {
  const locked = await client.query(
    'SELECT FROM sandbox_checkout_sessions WHERE reference = $1 FOR NO KEY UPDATE',
    [reference],
  )
  return locked.rowCount === 1
}

async function isPaid(client: PoolClient, sessionReference: string): Promise<boolean> {
  const found = await client.query(
    `SELECT FROM sandbox_charges WHERE session_reference = $1 AND status = 'PAID'`,
    [sessionReference],
  )
  return found.rowCount !== 0
}

/** Records the attempt, or returns the one already recorded under the key. */
async function record(client: PoolClient, attempt: Attempt): Promise<ChargeRow> {
  const recorded = await client.query<ChargeRow>(
    `INSERT INTO sandbox_charges AS c
       (idempotency_key, reference, session_reference, status, decline_code, refund_scenario, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (idempotency_key) DO UPDATE SET status = c.status
     RETURNING reference, session_reference, decline_code`,
    [
      attempt.key,
      `sbx_ch_${v7()}`,
      attempt.sessionReference,
      attempt.declineCode === null ? 'PAID' : 'DECLINED',
      attempt.declineCode,
      attempt.refundScenario ?? null,
      attempt.at,
    ],
  )
  return onlyRow(recorded.rows)
}

function answerFor(row: ChargeRow): Outcome<Charge> {
  return row.decline_code === null
    ? { kind: 'accepted', value: { reference: row.reference } }
    : decline(row.decline_code)
}

const httpStatuses: ReadonlyMap<string, number> = new Map([
  ['no_such_session', 404],
  ['never_accepted', 404],
  ['already_paid', 409],
  ['idempotency_mismatch', 409],
])

function decline(code: string): Outcome<never> {
  return {
    kind: 'rejected',
    code,
    detail: DETAILS[code] ?? DECLINES.card_declined,
    httpStatus: httpStatuses.get(code) ?? 402,
  }
}
