import { database } from '@/lib/db/client'
import type { InvoiceStatus } from '@/lib/db/generated/enums'
import { inTransaction, type Transaction } from '@/lib/db/transaction'
import { toJson } from '@/lib/json'
import { now } from '@/lib/time/clock'
import { publishEvent } from '@/lib/webhooks/event'
import { type InvoiceRecord, invoiceSnapshot, WITH_ITEMS } from './invoice'

/** The statuses from which each status can be reached. `PAID` is terminal, and creation is no change. */
const SOURCES: Record<Exclude<InvoiceStatus, 'CREATED'>, InvoiceStatus[]> = {
  PAID: ['CREATED', 'FAILED', 'UNPAID'],
  FAILED: ['CREATED'],
  UNPAID: ['CREATED', 'FAILED'],
}

/**
 * Moves an invoice to another status, adding one row of history and, if it has a webhook URL, one event.
 * Returns the updated invoice, or null without any change if its status does not allow the move.
 */
export async function changeInvoiceStatus(
  tx: Transaction,
  { accountId, invoiceId }: { accountId: string; invoiceId: string },
  change: { to: 'PAID'; provider: string } | { to: 'FAILED' | 'UNPAID' },
): Promise<InvoiceRecord | null> {
  // Lock the invoice, so that the status read here is the one that the history says it changed from.
  const [current] = await tx.$queryRaw<{ status: InvoiceStatus; status_sequence: number }[]>`
    SELECT status, status_sequence FROM invoices
     WHERE account_id = ${accountId}::uuid AND id = ${invoiceId}::uuid FOR UPDATE`
  if (!current || !SOURCES[change.to].includes(current.status)) return null
  const createdAt = now()
  const sequence = current.status_sequence + 1
  const invoice = await tx.invoice.update({
    where: { accountId_id: { accountId, id: invoiceId } },
    data: {
      status: change.to,
      statusSequence: sequence,
      ...(change.to === 'PAID' ? { paidAt: createdAt, provider: change.provider } : {}),
    },
    include: WITH_ITEMS,
  })
  await tx.invoiceStatusChange.create({
    data: { accountId, invoiceId, sequence, fromStatus: current.status, toStatus: change.to, createdAt },
  })
  if (invoice.webhookUrl) {
    const payload = toJson({ invoice: invoiceSnapshot(invoice) })
    await publishEvent(tx, { accountId, invoiceId, sequence, url: invoice.webhookUrl, payload })
  }
  return invoice
}

const BATCH = 200

/**
 * Marks invoices past their due date `Unpaid`. `today`, midnight UTC, counts as today: what is due on it is
 * not overdue yet. Returns how many changed. Each invoice has its own transaction, so an interrupted sweep
 * loses nothing and two at once change an invoice once.
 */
export async function sweepOverdue(today: Date): Promise<number> {
  let changed = 0
  for (;;) {
    const overdue = await database().$queryRaw<{ account_id: string; id: string }[]>`
      SELECT account_id, id FROM invoices
       WHERE status IN ('CREATED', 'FAILED') AND due_date < ${today}::date
       ORDER BY due_date, account_id, id LIMIT ${BATCH}`
    for (const { account_id: accountId, id: invoiceId } of overdue) {
      const invoice = await inTransaction((tx) =>
        changeInvoiceStatus(tx, { accountId, invoiceId }, { to: 'UNPAID' }),
      )
      if (invoice) changed += 1
    }
    if (overdue.length < BATCH) return changed
  }
}
