import assert from 'node:assert/strict'
import type { Queryable } from '@/lib/db/statement'
import { env } from '@/lib/env'
import { DomainError } from '@/lib/errors'
import { recordEvent } from '@/lib/events/record-event'
import { isSameMetadata, type MetadataChanges, mergeMetadata } from '@/lib/http/metadata'
import { takeInvoiceSend } from '@/lib/http/rate-limit'
import { mailChangedInvoice } from '@/lib/mail/invoice-mail'
import { findMailSender } from '@/lib/mail/queue-mail'
import { formatIsoDate } from '@/lib/time/dates'
import { invoiceSnapshot } from './answer'
import { findBilledTo, type InvoiceRecord, lockInvoice, withItems } from './invoice'
import { updateInvoiceRow } from './statements'

export type InvoiceChanges = {
  dueDate?: Date
  /** The vendor's own number. */
  reference?: string | null
  /** In lines; null for the customer's own address. */
  billingAddress?: string | null
  /** Of e-invoices, such as a Leitweg-ID. */
  buyerReference?: string | null
  /** Text for the buyer. */
  notes?: string | null
  metadata?: MetadataChanges
  redirectUrl?: string | null
  webhookUrl?: string | null
}

type ChangeOptions = {
  requestId?: string | null
  /** The revision that the changes were written on; without it, they are made to any. */
  revision?: number
  /** Mails the customer what is different now of what the customer sees. */
  mailsCustomer?: boolean
}

/** The names of the changed details with their old and new values; `keptBecause`: why the mail, if there is one, won't be sent. */
type Changed = { invoice: InvoiceRecord; changed: string[]; keptBecause: string | null }

/**
 * Changes the given details of an invoice that can still be paid, with one event: without any difference there is
 * neither event nor mail. The invoice is locked first, so that a payment, a void or another change comes
 * either before, and may refuse this one, or after it. The status stays: one that is overdue does not become open again
 * with a later due date (docs/decisions/0071-changed-invoices.md, 0119-issued-invoices-on-their-paper.md).
 *
 * Throws `invoice_not_found`, `invoice_voided`, `invoice_already_paid`, `invoice_changed` if it is no longer at the revision,
 * `invoice_sent_too_often` for its mail, and refuses with `invalid_metadata` if the merged metadata would be too much.
 */
export async function changeInvoice(
  tx: Queryable,
  { accountId, invoiceId }: { accountId: string; invoiceId: string },
  { metadata, ...changes }: InvoiceChanges,
  { requestId = null, revision, mailsCustomer = false }: ChangeOptions = {},
): Promise<Changed> {
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
  // First: a save that comes again because its answer was lost finds what it has written.
  if (changed.length === 0) return { invoice: locked, changed, keptBecause: null }
  if (revision !== undefined && revision !== locked.revision) throw new DomainError('invoice_changed')
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
  const keptBecause = mailsCustomer ? await mailChanges(tx, locked, invoice, requestId) : null
  return { invoice, changed, keptBecause }
}

/**
 * Mails the customer the changes that page, PDF or e-invoice show, if any. Counted like a mail that brings the invoice
 * again, also where the change is then not made.
 */
async function mailChanges(
  tx: Queryable,
  before: InvoiceRecord,
  after: InvoiceRecord,
  requestId: string | null,
): Promise<string | null> {
  const sender = await findMailSender(tx, after.accountId, after.customerId)
  const printOf = async (invoice: InvoiceRecord) => ({
    dueDate: formatIsoDate(invoice.dueDate),
    address: (await findBilledTo(tx, invoice, sender.customerLocale)).address.join('\n'),
    buyerReference: invoice.billedTo?.buyerReference ?? null,
    notes: invoice.notes,
  })
  const [old, now] = [await printOf(before), await printOf(after)]
  if (JSON.stringify(old) === JSON.stringify(now)) return null
  const limit = await takeInvoiceSend(after.id)
  if (!limit.ok) {
    throw new DomainError('invoice_sent_too_often', { retryAfterSeconds: limit.retryAfterSeconds })
  }
  const change = (name: 'address' | 'buyerReference' | 'notes') =>
    old[name] === now[name] ? null : { before: old[name], now: now[name] }
  const changes = {
    dueDate: old.dueDate === now.dueDate ? null : before.dueDate,
    address: change('address'),
    buyerReference: change('buyerReference'),
    notes: change('notes'),
  }
  const reason = await mailChangedInvoice(tx, sender, after, changes, requestId)
  return reason ?? (env.SMTP_URL ? null : 'No mail server is set up')
}

type Details = {
  dueDate: Date
  reference: string | null
  billingAddress: string | null
  buyerReference: string | null
  notes: string | null
  metadata: string | null
  redirectUrl: string | null
  webhookUrl: string | null
}

function detailsOf(invoice: InvoiceRecord): Details {
  const { dueDate, reference, billingAddress, notes, metadata, redirectUrl, webhookUrl, billedTo } = invoice
  const buyerReference = billedTo?.buyerReference ?? null
  return { dueDate, reference, billingAddress, buyerReference, notes, metadata, redirectUrl, webhookUrl }
}

/** Room for the words of a change in a line of the audit log, which takes a thousand with the name of an API key. */
const MAX_CHANGE_CHARACTERS = 850

/**
 * The details that are not the same, in words, with both values of those that people read. Values are whole unless all
 * of them together are too long for the audit log: then the longest are cut, to the same length. Names
 * and dates alone always fit.
 */
function differencesOf(before: Details, after: Details): string[] {
  for (let maxCharacters = MAX_CHANGE_CHARACTERS; ; maxCharacters -= 5) {
    const words = differencesWithin(before, after, maxCharacters)
    if (words.join('; ').length <= MAX_CHANGE_CHARACTERS) return words
  }
}

function differencesWithin(before: Details, after: Details, maxCharacters: number): string[] {
  const [from, to] = [formatIsoDate(before.dueDate), formatIsoDate(after.dueDate)]
  const text = (name: string, value: (details: Details) => string | null) =>
    value(before) === value(after)
      ? []
      : [`${name}: ${quoted(value(before), maxCharacters)} → ${quoted(value(after), maxCharacters)}`]
  return [
    ...(from === to ? [] : [`due date: ${from} → ${to}`]),
    ...text('reference', ({ reference }) => reference),
    ...text('billing address', ({ billingAddress }) => billingAddress),
    ...text('buyer reference', ({ buyerReference }) => buyerReference),
    ...text('notes', ({ notes }) => notes),
    ...(isSameMetadata(before.metadata, after.metadata) ? [] : ['metadata']),
    ...(before.redirectUrl === after.redirectUrl ? [] : ['redirect URL']),
    ...(before.webhookUrl === after.webhookUrl ? [] : ['webhook URL']),
  ]
}

function quoted(text: string | null, maxCharacters: number): string {
  if (text === null) return 'none'
  const characters = [...text.replace(/\s*\n\s*/g, ', ')]
  return characters.length > maxCharacters
    ? `“${characters.slice(0, maxCharacters - 1).join('')}…”`
    : `“${characters.join('')}”`
}
