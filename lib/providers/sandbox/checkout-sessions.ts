import { randomBytes } from 'node:crypto'
import type { PoolClient } from 'pg'
import type { Outcome } from '@/lib/providers/shared/outcome'
import type { CheckoutRequest, CheckoutSession } from '../payment-provider'
import type { Books } from './connection'
import { onlyRow, record, withConnection } from './connection'

/** As long as Stripe's. */
const OPEN_HOURS = 24
const HOUR_MS = 60 * 60_000

/** Characters of a text that the page shows. */
const MAX_TEXT_CHARACTERS = 250

type SessionRow = {
  reference: string
  status: 'OPEN' | 'PAID' | 'EXPIRED'
  amount_minor: string
  currency: string
  created_at: Date
  payment_reference: string | null
  card_last4: string | null
}

/** The sandbox's checkout and the address of its page. */
export type Checkout = Books & {
  pageUrl: (sessionReference: string) => string
  /** Where a dispute is decided. */
  disputeUrl: string
}

/** Rejects an email like `ann+checkout_503@example.com` with the status that it names. */
export async function createCheckoutSession(
  checkout: Checkout,
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
  const { rows } = await record(checkout, 'session', signal, (on) =>
    on.query<SessionRow>({
      name: 'sandbox_create_session',
      text: `
        INSERT INTO sandbox_checkout_sessions AS s
          (reference, idempotency_key, amount_minor, currency, vendor_name, description, success_url, cancel_url,
           created_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
        ON CONFLICT (idempotency_key) DO UPDATE SET idempotency_key = s.idempotency_key
        RETURNING reference, status, amount_minor, currency, created_at,
                  (SELECT c.reference FROM sandbox_charges c
                    WHERE c.session_reference = s.reference AND c.status = 'PAID') AS payment_reference,
                  (SELECT c.card_last4 FROM sandbox_charges c
                    WHERE c.session_reference = s.reference AND c.status = 'PAID') AS card_last4`,
      values: [
        // It opens the page, so it must not be guessed.
        `sbx_cs_${randomBytes(24).toString('base64url')}`,
        request.key,
        request.amountMinor.toString(),
        request.currency,
        shortened(request.vendorName),
        shortened(request.description),
        request.successUrl,
        request.cancelUrl,
        checkout.clock(),
      ],
    }),
  )
  const session = sessionOf(onlyRow(rows), checkout)
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
  checkout: Checkout,
  reference: string,
  signal: AbortSignal,
): Promise<Outcome<CheckoutSession>> {
  const at = checkout.clock()
  const row = await withConnection(checkout.pool, signal, async (client) => {
    const result = await find(client, reference)
    if (result?.status !== 'OPEN' || !isOver(result, at)) return result
    await expire(client, reference)
    return find(client, reference)
  })
  if (row !== null) return { kind: 'accepted', value: sessionOf(row, checkout) }
  return {
    kind: 'rejected',
    code: 'no_such_session',
    detail: 'There is no such checkout session',
    httpStatus: 404,
  }
}

/** True if a session's time to be paid has passed. */
export function isOver({ created_at }: { created_at: Date }, at: Date): boolean {
  return at.getTime() >= created_at.getTime() + OPEN_HOURS * HOUR_MS
}

/** Recorded before we tell anybody: a process whose clock is behind would still charge it. */
async function expire(client: PoolClient, reference: string): Promise<void> {
  await client.query(
    `UPDATE sandbox_checkout_sessions SET status = 'EXPIRED' WHERE reference = $1 AND status = 'OPEN'`,
    [reference],
  )
}

async function find(client: PoolClient, reference: string): Promise<SessionRow | null> {
  const result = await client.query<SessionRow>(
    `SELECT s.reference, s.status, s.amount_minor, s.currency, s.created_at, c.reference AS payment_reference,
            c.card_last4
       FROM sandbox_checkout_sessions s
       LEFT JOIN sandbox_charges c ON c.session_reference = s.reference AND c.status = 'PAID'
      WHERE s.reference = $1`,
    [reference],
  )
  return result.rows[0] ?? null
}

const STATUSES = { OPEN: 'open', PAID: 'paid', EXPIRED: 'expired' } as const

function sessionOf(row: SessionRow, { pageUrl }: Checkout): CheckoutSession {
  const status = STATUSES[row.status]
  return {
    reference: row.reference,
    status,
    paymentReference: row.payment_reference,
    // All test cards begin with a 4.
    paidWith: row.card_last4 === null ? null : { name: 'Visa', last4: row.card_last4 },
    url: status === 'open' ? pageUrl(row.reference) : null,
    amountMinor: BigInt(row.amount_minor),
    currency: row.currency,
  }
}

function shortened(text: string): string {
  const characters = [...text.trim()]
  if (characters.length <= MAX_TEXT_CHARACTERS) return characters.join('')
  return `${characters.slice(0, MAX_TEXT_CHARACTERS - 1).join('')}…`
}
