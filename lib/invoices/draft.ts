import { z } from 'zod'
import { type CustomerRecord, findCustomer } from '@/lib/customers/customer'
import type { Orm } from '@/lib/db/client'
import type { InvoiceDraft } from '@/lib/db/generated/client'
import { searchText } from '@/lib/db/search-words'
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

/** Saves a new draft. Throws `too_many_invoice_drafts`. */
export async function saveNewDraft(
  tx: OrmTransaction,
  accountId: string,
  fields: InvoiceFields,
): Promise<{ id: string; version: number }> {
  const count = await tx.invoiceDraft.count({ where: { accountId, invoiceId: null }, take: MAX_DRAFTS })
  if (count >= MAX_DRAFTS) throw new DomainError('too_many_invoice_drafts')
  const time = now()
  const search = draftWords(fields)
  const data = { accountId, id: newId(), fields, search, createdAt: time, updatedAt: time }
  return tx.invoiceDraft.create({ data, select: { id: true, version: true } })
}

/**
 * Saves the changes to a draft that was read at `version`. Throws `invoice_draft_not_found`, and
 * `invoice_draft_changed` if it was saved or sent elsewhere meanwhile. Returns its version.
 */
export async function changeDraft(
  tx: OrmTransaction,
  { accountId, id, version }: { accountId: string; id: string; version: number },
  fields: InvoiceFields,
): Promise<number> {
  await findDraft(tx, accountId, id)
  const { count } = await tx.invoiceDraft.updateMany({
    where: { accountId, id, version, invoiceId: null },
    data: { fields, search: draftWords(fields), version: version + 1, updatedAt: now() },
  })
  if (count === 0) throw new DomainError('invoice_draft_changed')
  return version + 1
}

function draftWords({ customer, items }: InvoiceFields): string {
  return searchText([customer?.name, customer?.email, ...items.map(({ title }) => title)])
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
    notes: invoice.notes ?? '',
    redirectUrl: invoice.redirectUrl ?? '',
    webhookUrl: invoice.webhookUrl ?? '',
  }
}

function discountFields({ discountMinor, discountPpm, currency }: InvoiceRecord) {
  if (discountPpm !== null) return { discount: ratePercent(discountPpm), discountIn: 'percent' as const }
  return {
    discount: discountMinor > 0n ? formatMajor(discountMinor, currency) : '',
    discountIn: 'amount' as const,
  }
}
