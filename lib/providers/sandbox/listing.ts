import type { QueryResultRow } from 'pg'
import type { ListedPage, TimeRange } from '@/lib/providers/shared/listing'
import type { Outcome } from '@/lib/providers/shared/outcome'
import type {
  ListedDispute,
  ListedPayment,
  ListedRefund,
  ReportedDispute,
  ReportedRefund,
} from '../payment-provider'
import type { ListedTransfer } from '../payout-provider'
import type { Books } from './connection'
import { withConnection } from './connection'
import { transferProgress } from './payout-scenarios'

const PAGE_ROWS = 100

/** The time in which a vendor would send evidence: a week. */
const EVIDENCE_MS = 7 * 24 * 60 * 60 * 1000

type Row = { reference: string; key: string; amount_minor: string; currency: string; created_at: Date }

export function listTransfers(
  books: Books,
  range: TimeRange,
  cursor: string | null,
  signal: AbortSignal,
): Promise<Outcome<ListedPage<ListedTransfer>>> {
  return readPage<Row & { status: string }, ListedTransfer>(
    books,
    { range, cursor, signal },
    `SELECT reference, idempotency_key AS key, amount_minor, currency, status, created_at
       FROM sandbox_transfers WHERE status NOT IN ('VOIDED', 'REFUSED')`,
    (row) => ({ ...common(row), providerStatus: row.status, status: transferProgress(row.status).status }),
  )
}

export function listPayments(
  books: Books,
  range: TimeRange,
  cursor: string | null,
  signal: AbortSignal,
): Promise<Outcome<ListedPage<ListedPayment>>> {
  return readPage<Row, ListedPayment>(
    books,
    { range, cursor, signal },
    `SELECT c.reference, s.idempotency_key AS key, s.amount_minor, s.currency, c.created_at
       FROM sandbox_charges c JOIN sandbox_checkout_sessions s ON s.reference = c.session_reference
      WHERE c.status = 'PAID'`,
    (row) => ({ ...common(row), status: 'paid' }),
  )
}

export function listRefunds(
  books: Books,
  range: TimeRange,
  cursor: string | null,
  signal: AbortSignal,
): Promise<Outcome<ListedPage<ListedRefund>>> {
  return readPage<Row & { payment_reference: string; status: string }, ListedRefund>(
    books,
    { range, cursor, signal },
    `SELECT reference, idempotency_key AS key, payment_reference, amount_minor, currency, status, created_at
       FROM sandbox_refunds WHERE status <> 'REFUSED'`,
    (row) => ({
      ...common(row),
      paymentReference: row.payment_reference,
      status: row.status === 'PENDING' ? 'processing' : row.status === 'FAILED' ? 'failed' : 'refunded',
    }),
  )
}

export function listDisputes(
  books: Books,
  range: TimeRange,
  cursor: string | null,
  signal: AbortSignal,
): Promise<Outcome<ListedPage<ListedDispute>>> {
  return readPage<Omit<Row, 'key'> & { payment_reference: string; status: string }, ListedDispute>(
    books,
    { range, cursor, signal },
    `SELECT reference, payment_reference, amount_minor, currency, status, created_at FROM sandbox_disputes`,
    ({ reference, payment_reference, amount_minor, currency, status, created_at }) => ({
      reference,
      paymentReference: payment_reference,
      status: status === 'WON' ? 'won' : status === 'LOST' ? 'lost' : 'open',
      amountMinor: BigInt(amount_minor),
      currency,
      createdAt: created_at,
    }),
  )
}

export async function readReversals(
  { pool, disputeUrl }: Books & { disputeUrl: string },
  paymentReference: string,
  signal: AbortSignal,
): Promise<Outcome<(ReportedRefund | ReportedDispute)[]>> {
  type Reversal = Omit<Row, 'key'> & { kind: 'refund' | 'dispute'; key: string | null; status: string }
  const { rows } = await withConnection(pool, signal, (client) =>
    client.query<Reversal>(
      `SELECT 'refund' AS kind, reference, idempotency_key AS key, amount_minor, currency, status, created_at
         FROM sandbox_refunds WHERE payment_reference = $1 AND status <> 'REFUSED'
       UNION ALL
       SELECT 'dispute', reference, NULL, amount_minor, currency, status, created_at
         FROM sandbox_disputes WHERE payment_reference = $1
        ORDER BY created_at, reference`,
      [paymentReference],
    ),
  )
  const value = rows.map(
    ({
      kind,
      reference,
      key,
      status,
      amount_minor,
      currency,
      created_at,
    }): ReportedRefund | ReportedDispute => {
      const stated = { reference, amountMinor: BigInt(amount_minor), currency, createdAt: created_at }
      return kind === 'refund'
        ? { kind, key, status: refundStatus(status), failureReason: null, ...stated }
        : {
            kind,
            status: disputeStatus(status),
            reason: 'fraudulent',
            evidenceDueAt: new Date(created_at.getTime() + EVIDENCE_MS),
            url: disputeUrl,
            ...stated,
          }
    },
  )
  return { kind: 'accepted', value }
}

function refundStatus(status: string): ReportedRefund['status'] {
  return status === 'PENDING' || status === 'FAILED' ? status : 'SUCCEEDED'
}

function disputeStatus(status: string): ReportedDispute['status'] {
  return status === 'WON' || status === 'LOST' ? status : 'OPEN'
}

function common({ reference, key, amount_minor, currency, created_at }: Row) {
  return { reference, key, amountMinor: BigInt(amount_minor), currency, createdAt: created_at }
}

/**
 * The page after the cursor, which is a reference. References are UUIDv7s, so no row is inserted before it.
 */
async function readPage<Found extends QueryResultRow & Pick<Row, 'reference'>, Item>(
  { pool }: Books,
  { range, cursor, signal }: { range: TimeRange; cursor: string | null; signal: AbortSignal },
  statement: string,
  present: (row: Found) => Item,
): Promise<Outcome<ListedPage<Item>>> {
  const { rows } = await withConnection(pool, signal, (client) =>
    client.query<Found>(
      `SELECT * FROM (${statement}) items
        WHERE created_at >= $1 AND created_at < $2 AND reference > $3
        ORDER BY reference LIMIT ${PAGE_ROWS + 1}`,
      [range.from, range.until, cursor ?? ''],
    ),
  )
  const page = rows.slice(0, PAGE_ROWS)
  const nextCursor = rows.length > PAGE_ROWS ? (page.at(-1)?.reference ?? null) : null
  return { kind: 'accepted', value: { items: page.map(present), nextCursor } }
}
