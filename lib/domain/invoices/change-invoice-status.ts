import { now } from '@/lib/clock'
import type { InvoiceStatus } from '@/lib/db/generated/enums'
import type { Transaction } from '@/lib/db/transaction'
import { toJson } from '@/lib/json'
import { publishEvent } from '../webhooks/publish-event'
import { type InvoiceRecord, invoiceSnapshot, WITH_ITEMS } from './invoice-snapshot'

/** From where each status can be reached; `PAID` is terminal, and creation is no change. */
const SOURCES: Record<Exclude<InvoiceStatus, 'CREATED'>, InvoiceStatus[]> = {
  PAID: ['CREATED', 'FAILED', 'UNPAID'],
  FAILED: ['CREATED'],
  UNPAID: ['CREATED', 'FAILED'],
}

/**
 * Moves an invoice to another status, with one row of history and, where the invoice has a webhook URL,
 * one event. Returns the invoice as it is then, or null when it is in no status that the new one can be
 * reached from: then nothing has changed.
 */
export async function changeInvoiceStatus(
  tx: Transaction,
  { accountId, invoiceId }: { accountId: string; invoiceId: string },
  change: { to: 'PAID'; provider: string } | { to: 'FAILED' | 'UNPAID' },
): Promise<InvoiceRecord | null> {
  // Locked, so that the status read here is the one that the history says it changed from.
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
