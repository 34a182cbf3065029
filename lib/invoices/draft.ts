import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { type BilledTo, type CustomerRecord, findCustomer } from '@/lib/customers/customer'
import type { Orm } from '@/lib/db/client'
import type { InvoiceDraft } from '@/lib/db/generated/client'
import { searchText } from '@/lib/db/search-words'
import { type Queryable, statement } from '@/lib/db/statement'
import type { OrmTransaction } from '@/lib/db/transaction'
import { DomainError, isDomainError } from '@/lib/errors'
import { isId, newId } from '@/lib/ids'
import { formatMajor } from '@/lib/money/money'
import { formatQuantity } from '@/lib/money/quantity'
import { ratePercent } from '@/lib/money/taxes'
import { now } from '@/lib/time/clock'
import { findInvoice, type InvoiceRecord } from './invoice'
import { type InvoiceFields, NEW_INVOICE, savedFields } from './invoice-fields'

/*
 * Invoices that a vendor is still writing. A draft is the form as it was saved, so that it may be incomplete; it has no
 * number, payment link or event, and no list or sum of invoices knows it (docs/decisions/0054-invoice-drafts.md).
 */

/** Drafts of one account that are not sent. */
const MAX_DRAFTS = 1000

export type DraftRecord = Omit<InvoiceDraft, 'fields'> & { fields: InvoiceFields }

/** A draft, also one that was sent. Throws `invoice_draft_not_found`. */
export async function findDraft(tx: Orm, accountId: string, id: string): Promise<DraftRecord> {
  const row = isId(id)
    ? await tx.invoiceDraft.findUnique({ where: { accountId_id: { accountId, id } } })
    : null
  if (!row) throw new DomainError('invoice_draft_not_found')
  return { ...row, fields: fieldsOf(row.fields) }
}

/** A form that an earlier version saved lacks the fields that were added since. */
export function fieldsOf(saved: unknown): InvoiceFields {
  return savedFields.parse({ ...NEW_INVOICE, ...z.record(z.string(), z.unknown()).parse(saved) })
}

/** A customer as the form of an invoice has it. */
export function customerOfForm({ id, email, name, taxTreatment }: CustomerRecord) {
  return { id, email, name, taxTreatment }
}

/** The form with how its customer is taxed now, so that it adds up as the invoice will. */
export async function withPresentTax(
  tx: Orm,
  accountId: string,
  fields: InvoiceFields,
): Promise<InvoiceFields> {
  const { customer } = fields
  if (!customer?.id) return fields
  try {
    const { taxTreatment } = await findCustomer(tx, accountId, customer.id)
    return { ...fields, customer: { ...customer, taxTreatment } }
  } catch (error) {
    // Drafts are kept as they were sent, with any id: issuing one refuses it.
    if (isDomainError(error, 'customer_not_found')) return fields
    throw error
  }
}

/** Saves a new draft under an id of ours. Throws `too_many_invoice_drafts`. */
export async function saveNewDraft(
  tx: OrmTransaction,
  accountId: string,
  fields: InvoiceFields,
): Promise<{ id: string; version: number }> {
  const id = newId()
  const { version } = await saveDraft(tx, { accountId, id, version: 0 }, fields)
  return { id, version }
}

/** A draft as the form knows it: at version 0 it is not saved yet, and has the id that it will be saved under. */
export type DraftKey = { accountId: string; id: string; version: number }

/**
 * Saves the form over the version of the draft that it is of. `isNew`: the draft was none before. A save that comes again
 * because its answer was lost counts once.
 *
 * Throws `invoice_draft_not_found`, `too_many_invoice_drafts`, and `invoice_draft_changed` if the draft was saved or sent
 * elsewhere meanwhile.
 */
export async function saveDraft(
  tx: OrmTransaction,
  key: DraftKey,
  fields: InvoiceFields,
): Promise<{ version: number; isNew: boolean }> {
  const { accountId, id, version } = key
  if (version === 0) {
    const count = await tx.invoiceDraft.count({ where: { accountId, invoiceId: null }, take: MAX_DRAFTS })
    if (count >= MAX_DRAFTS) throw new DomainError('too_many_invoice_drafts')
  }
  const written = await writeDraft(tx, key, fields)
  if (written !== null) return { version: written, isNew: version === 0 }
  const stored = await findDraft(tx, accountId, id)
  if (stored.invoiceId || !isSaved(stored, version, fields)) throw new DomainError('invoice_draft_changed')
  return { version: stored.version, isNew: false }
}

/** Writes the form over this version of an open draft, and returns its next version; null if there is none such. */
export async function writeDraft(
  on: Queryable,
  { accountId, id, version }: DraftKey,
  fields: InvoiceFields,
): Promise<number | null> {
  if (!isId(id)) throw new DomainError('invoice_draft_not_found')
  const row = { accountId, id, fields: JSON.stringify(fields), search: draftWords(fields), at: now() }
  const [written] = version === 0 ? await addRow(on, row) : await changeRow(on, { ...row, version })
  return written?.version ?? null
}

/** True if the draft is as the form at `version` has left it: its save had come through. */
export function isSaved(draft: DraftRecord, version: number, fields: InvoiceFields): boolean {
  return draft.version === version + 1 && isDeepStrictEqual(draft.fields, fields)
}

type WrittenRow = { accountId: string; id: string; fields: string; search: string; at: Date }

const addRow = statement<WrittenRow, { version: number }>(
  'add_invoice_draft',
  `INSERT INTO invoice_drafts (account_id, id, fields, search, created_at, updated_at)
   VALUES (:accountId::uuid, :id::uuid, :fields::jsonb, :search::text, :at::timestamptz, :at::timestamptz)
   ON CONFLICT DO NOTHING
   RETURNING version`,
)

const changeRow = statement<WrittenRow & { version: number }, { version: number }>(
  'change_invoice_draft',
  `UPDATE invoice_drafts
      SET fields = :fields::jsonb, search = :search::text, version = version + 1, updated_at = :at::timestamptz
    WHERE account_id = :accountId::uuid AND id = :id::uuid AND version = :version::int AND invoice_id IS NULL
   RETURNING version`,
)

function draftWords({ customer, items }: InvoiceFields): string {
  return searchText([customer?.name, customer?.email, ...items.map(({ title }) => title)])
}

/** A draft for the audit log. */
export function draftDetail({ customer, currency }: InvoiceFields): string {
  return customer ? `For ${customer.email}, in ${currency}` : `In ${currency}`
}

/** Deletes a draft. Throws `invoice_draft_not_found`, and `invoice_draft_changed` if it is an invoice by now. */
export async function discardDraft(tx: OrmTransaction, accountId: string, id: string): Promise<void> {
  await findDraft(tx, accountId, id)
  const { count } = await tx.invoiceDraft.deleteMany({ where: { accountId, id, invoiceId: null } })
  if (count === 0) throw new DomainError('invoice_draft_changed')
}

/**
 * The form that would create an invoice like this one, for the same customer. The due date counts from the new
 * invoice's day. Throws `invoice_not_found`.
 */
export async function fieldsLikeInvoice(
  tx: OrmTransaction,
  accountId: string,
  invoiceId: string,
): Promise<InvoiceFields> {
  const invoice = await findInvoice(tx, accountId, invoiceId)
  const { customerId, email, currency, items } = invoice
  const customer = await findCustomer(tx, accountId, customerId)
  return {
    ...NEW_INVOICE,
    customer: customer.archivedAt ? null : { ...customerOfForm(customer), email },
    items: items.map(({ title, quantityMicros, unitPriceMinor, tax }) => ({
      title,
      quantity: formatQuantity(quantityMicros),
      price: formatMajor(unitPriceMinor, currency),
      taxName: tax?.name ?? '',
      taxRate: tax ? ratePercent(tax.ratePpm) : '',
    })),
    taxInclusive: items.some(({ tax }) => tax?.isInclusive),
    currency,
    ...discountFields(invoice),
    billingAddress: invoice.billingAddress ?? '',
    buyerReference: ownReference(invoice.billedTo, customer),
    notes: invoice.notes ?? '',
    redirectUrl: invoice.redirectUrl ?? '',
    webhookUrl: invoice.webhookUrl ?? '',
  }
}

/** The buyer reference that the invoice has in place of the customer's. */
function ownReference(billedTo: BilledTo | null, customer: Pick<CustomerRecord, 'buyerReference'>): string {
  const reference = billedTo?.buyerReference ?? null
  return reference === customer.buyerReference ? '' : (reference ?? '')
}

function discountFields({ discountMinor, discountPpm, currency }: InvoiceRecord) {
  if (discountPpm !== null) return { discount: ratePercent(discountPpm), discountIn: 'percent' as const }
  return {
    discount: discountMinor > 0n ? formatMajor(discountMinor, currency) : '',
    discountIn: 'amount' as const,
  }
}
