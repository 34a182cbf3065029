import assert from 'node:assert/strict'
import type { Queryable } from '@/lib/db/statement'
import { DomainError } from '@/lib/errors'
import { recordEvent } from '@/lib/events/record-event'
import { isSameMetadata, type MetadataChanges, mergeMetadata } from '@/lib/http/metadata'
import { formatIsoDate } from '@/lib/time/dates'
import { invoiceSnapshot } from './answer'
import { type InvoiceRecord, lockInvoice, withItems } from './invoice'
import { updateInvoiceRow } from './statements'

export type InvoiceChanges = {
  dueDate?: Date
  /** The vendor's own number. */
  reference?: string | null
  metadata?: MetadataChanges
  redirectUrl?: string | null
  webhookUrl?: string | null
}

const WORDS: Record<keyof InvoiceChanges, string> = {
  dueDate: 'due date',
  reference: 'reference',
  metadata: 'metadata',
  redirectUrl: 'redirect URL',
  webhookUrl: 'webhook URL',
}

/**
 * Changes the given details of an invoice that can still be paid, with one event, and returns the names of those that
 * are different now: without any there is no event. The invoice is locked first, so that a payment or a void comes
 * either before, and refuses the change, or after it. The status stays: one that is overdue does not become open again
 * with a later due date (docs/decisions/0071-changed-invoices.md).
 *
 * Throws `invoice_not_found`, `invoice_voided`, `invoice_already_paid`, and refuses with `invalid_metadata` if the merged
 * metadata would be too much.
 */
export async function changeInvoice(
  tx: Queryable,
  { accountId, invoiceId }: { accountId: string; invoiceId: string },
  { metadata, ...changes }: InvoiceChanges,
  requestId: string | null = null,
): Promise<{ invoice: InvoiceRecord; changed: string[] }> {
  const locked = await lockInvoice(tx, accountId, invoiceId)
  if (locked.status === 'VOIDED') throw new DomainError('invoice_voided')
  if (locked.status === 'PAID') throw new DomainError('invoice_already_paid')
  const before = detailsOf(locked)
  const after = {
    ...before,
    ...changes,
    ...(metadata === undefined ? {} : { metadata: mergeMetadata(before.metadata, metadata) }),
  }
  const changed = differencesOf(before, after)
  if (changed.length === 0) return { invoice: locked, changed }
  const { dueDate, ...texts } = after
  const [updated] = await updateInvoiceRow(tx, {
    accountId,
    invoiceId,
    dueDate: formatIsoDate(dueDate),
    ...texts,
  })
  assert(updated, 'the invoice is locked')
  const invoice = withItems(updated)
  const data = invoiceSnapshot(invoice)
  await recordEvent(tx, { accountId, type: 'invoice.updated', subjectId: invoiceId, data, requestId })
  return { invoice, changed }
}

type Details = {
  dueDate: Date
  reference: string | null
  metadata: string | null
  redirectUrl: string | null
  webhookUrl: string | null
}

function detailsOf({ dueDate, reference, metadata, redirectUrl, webhookUrl }: Details): Details {
  return { dueDate, reference, metadata, redirectUrl, webhookUrl }
}

/** The details that are not the same, in words. */
function differencesOf(before: Details, after: Details): string[] {
  const isSame: Record<keyof Details, boolean> = {
    dueDate: before.dueDate.getTime() === after.dueDate.getTime(),
    reference: before.reference === after.reference,
    metadata: isSameMetadata(before.metadata, after.metadata),
    redirectUrl: before.redirectUrl === after.redirectUrl,
    webhookUrl: before.webhookUrl === after.webhookUrl,
  }
  const names = Object.keys(WORDS) as (keyof Details)[]
  return names.filter((name) => !isSame[name]).map((name) => WORDS[name])
}
