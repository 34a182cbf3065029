import { database, noSql, type Sql, sql } from '@/lib/db/client'
import type { InvoiceStatus } from '@/lib/db/generated/enums'
import type { Queryable } from '@/lib/db/statement'
import { inTransaction } from '@/lib/db/transaction'
import type { EventType } from '@/lib/events/event-types'
import { recordEvent } from '@/lib/events/record-event'
import { toJson } from '@/lib/json'
import { now } from '@/lib/time/clock'
import { formatIsoDate } from '@/lib/time/dates'
import { queueDelivery } from '@/lib/webhooks/delivery'
import { invoiceSnapshot } from './answer'
import { type InvoiceRecord, withItems } from './invoice'
import { changeInvoiceStatusRow } from './statements'

/** The statuses from which each status can be reached. `PAID` and `VOIDED` are terminal, and creation is no change. */
const SOURCES: Record<Exclude<InvoiceStatus, 'CREATED'>, InvoiceStatus[]> = {
  PAID: ['CREATED', 'FAILED', 'UNPAID'],
  FAILED: ['CREATED'],
  UNPAID: ['CREATED', 'FAILED'],
  VOIDED: ['CREATED', 'FAILED', 'UNPAID'],
}

const EVENTS = {
  PAID: 'invoice.paid',
  FAILED: 'invoice.failed',
  UNPAID: 'invoice.unpaid',
  VOIDED: 'invoice.voided',
} as const satisfies Record<keyof typeof SOURCES, EventType>

/**
 * Moves an invoice to another status, adding one row of history, one event and, if it has a webhook URL, its delivery
 * there. Returns the updated invoice, or null without any change if its status does not allow the move, or its due date
 * is `dueBefore` or later.
 */
export async function changeInvoiceStatus(
  tx: Queryable,
  { accountId, invoiceId }: { accountId: string; invoiceId: string },
  change:
    | { to: 'PAID'; paymentMethod: string }
    | { to: 'UNPAID'; dueBefore?: Date }
    | { to: 'FAILED' | 'VOIDED' },
  requestId: string | null = null,
): Promise<InvoiceRecord | null> {
  const paymentMethod = change.to === 'PAID' ? change.paymentMethod : null
  const dueBefore = change.to === 'UNPAID' && change.dueBefore ? formatIsoDate(change.dueBefore) : null
  const [row] = await changeInvoiceStatusRow(tx, {
    accountId,
    invoiceId,
    from: SOURCES[change.to],
    to: change.to,
    dueBefore,
    createdAt: now(),
    paymentMethod,
  })
  if (!row) return null
  const invoice = withItems(row)
  const data = invoiceSnapshot(invoice)
  const { id: eventId } = await recordEvent(tx, {
    accountId,
    type: EVENTS[change.to],
    subjectId: invoiceId,
    data,
    requestId,
  })
  // The contract's webhook reports its statuses, and of these a voided invoice keeps the one it had.
  if (invoice.webhookUrl && change.to !== 'VOIDED') {
    const payload = toJson({ invoice: data })
    const { statusSequence: sequence, webhookUrl: url } = invoice
    await queueDelivery(tx, { accountId, eventId, invoiceId, sequence, url, payload })
  }
  return invoice
}

/** The condition that a row is of the account; null: of any. */
function within(accountId: string | null): Sql {
  return accountId === null ? noSql : sql`AND account_id = ${accountId}::uuid`
}

const BATCH = 200

/**
 * Marks invoices past their due date `Unpaid`. `today`, midnight UTC, counts as today: what is due on it is
 * not overdue yet. Returns how many changed. Each invoice has its own transaction, so an interrupted sweep
 * loses nothing and two at once change an invoice once.
 */
export async function sweepOverdue(today: Date, ofAccount: string | null = null): Promise<number> {
  let changed = 0
  for (;;) {
    const overdue = await database().$queryRaw<{ account_id: string; id: string }[]>`
      SELECT account_id, id FROM invoices
       WHERE status IN ('CREATED', 'FAILED') AND due_date < ${today}::date ${within(ofAccount)}
       ORDER BY due_date, account_id, id LIMIT ${BATCH}`
    for (const { account_id: accountId, id: invoiceId } of overdue) {
      const invoice = await inTransaction((tx) =>
        changeInvoiceStatus(tx, { accountId, invoiceId }, { to: 'UNPAID', dueBefore: today }),
      )
      if (invoice) changed += 1
    }
    if (overdue.length < BATCH) return changed
  }
}
