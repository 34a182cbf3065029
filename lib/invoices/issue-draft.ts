import { COPIES_FAULT } from '@/lib/customers/copy-emails'
import { findActiveCustomerByEmail } from '@/lib/customers/customer'
import { parseCopies } from '@/lib/customers/customer-fields'
import { database, sharedReads } from '@/lib/db/client'
import { type Queryable, statement } from '@/lib/db/statement'
import { inTransaction } from '@/lib/db/transaction'
import { DomainError, isDomainError } from '@/lib/errors'
import { takeCopiedInvoice } from '@/lib/http/rate-limit'
import { Refusal, refuseInput } from '@/lib/http/refusals'
import type { Claim } from '@/lib/jobs/queue'
import { findBuyer } from '@/lib/mail/queue-mail'
import type { Zone } from '@/lib/time/zone'
import type { Account } from '@/lib/vendors/account'
import { findDraft, isSaved, writeDraft } from './draft'
import { writtenInvoiceBody } from './invoice-body'
import {
  type FormFee,
  feeScheduleOf,
  type InvoiceFields,
  invoiceBodyOf,
  messageLines,
} from './invoice-fields'
import {
  defaultDueDate,
  type NewInvoice,
  NO_REQUEST,
  prepareInvoice,
  type SavedInvoice,
} from './issue-invoice'

/** Locks a draft; no row if it was changed or sent since, or if the lease that it is sent under has been lost. */
const lockDraft = statement<
  { accountId: string; id: string; version: number; leaseUntil: Date | null },
  { id: string }
>(
  'lock_invoice_draft',
  `SELECT id FROM invoice_drafts
    WHERE account_id = :accountId::uuid AND id = :id::uuid AND version = :version AND invoice_id IS NULL
      AND lease_until IS NOT DISTINCT FROM coalesce(:leaseUntil::timestamptz, lease_until) FOR UPDATE`,
)

/** Ties a locked draft to the invoice that it became. */
const finishDraft = statement<{ accountId: string; id: string; invoiceId: string }, never>(
  'finish_invoice_draft',
  `UPDATE invoice_drafts
      SET invoice_id = :invoiceId::uuid, send_on = NULL, send_refusal = NULL, next_attempt_at = NULL, lease_until = NULL
    WHERE account_id = :accountId::uuid AND id = :id::uuid`,
)

/** The form of a draft as it is by now, and the version that it is of; 0 if it was never saved. */
type DraftForm = { version: number; fields: InvoiceFields }

/** The same, with the fee that its sender has seen; without that, it is issued with any. */
type ReviewedForm = DraftForm & { fee?: FormFee | undefined }

/** The invoice that a form asks for, with its mail. Refuses as `writtenInvoiceBody` does, and addresses that are none. */
export function invoiceOfDraft(fields: InvoiceFields, zone: Zone): NewInvoice {
  const invoice = writtenInvoiceBody.read(invoiceBodyOf(fields))
  const copyEmails = fields.copies === null ? null : (parseCopies(fields.copies) ?? refuseInput(COPIES_FAULT))
  const message = messageLines(fields.message)
  return { ...invoice, dueDate: invoice.dueDate ?? defaultDueDate(zone), message, copyEmails }
}

/**
 * Creates the invoice of a draft as the API would, mail and event included. However often and from however many tabs it
 * is called, a draft becomes one invoice: draft and invoice change in one transaction, and a repeat returns the invoice
 * that there is. Without a form, it is issued as it was saved; with a lease, only while that lasts. `writeMore` adds rows in
 * that transaction.
 *
 * Throws `invoice_draft_not_found`, `invoice_draft_changed` if it was saved since the form's version, `invoice_fee_changed` if its
 * fee isn't the one that was reviewed, `live_mode_unavailable`, `customer_not_found`, `payment_provider_failed`, `rate_limited` for too many invoices
 * with copies for others than the customer's own, and the refusals of `writtenInvoiceBody` for a draft that is incomplete.
 */
export async function issueDraft(
  account: Account,
  { draftId: id, form, lease }: { draftId: string; form?: ReviewedForm; lease?: Claim },
  requestId: string | null = null,
  writeMore?: (on: Queryable, invoice: SavedInvoice) => Promise<void>,
): Promise<{ invoiceId: string; isNew: boolean }> {
  const draft = await draftToIssue(account.id, id, form)
  if (draft.invoiceId) return { invoiceId: draft.invoiceId, isNew: false }
  const invoice = invoiceOfDraft(draft.fields, account.zone)
  if (await hasChosenCopies(account.id, invoice)) await countChosenCopies(account.id)
  const reviewedFee = form?.fee ? feeScheduleOf(form.fee) : null
  const { plan, save } = await prepareInvoice(
    account,
    { ...invoice, reviewedFee },
    { ...NO_REQUEST, requestId },
  )
  const isNew = await inTransaction(async (tx) => {
    // First, so that a second tab waits here and finds the draft sent.
    const key = { accountId: account.id, id, version: draft.version }
    const written = draft.isSaved ? draft.version : await writeDraft(tx, key, draft.fields)
    if (written === null) return false
    const locked = await lockDraft(tx, { ...key, version: written, leaseUntil: lease?.leaseUntil ?? null })
    if (locked.length === 0) return false
    const saved = await save(tx)
    await finishDraft(tx, { accountId: account.id, id, invoiceId: plan.id })
    await writeMore?.(tx, saved)
    return true
  })
  if (isNew) return { invoiceId: plan.id, isNew }
  const { invoiceId } = await findDraft(database(), account.id, id)
  if (!invoiceId) throw new DomainError('invoice_draft_changed')
  return { invoiceId, isNew }
}

/**
 * True if somebody gets a copy who is neither the customer nor one of its own copies. Those get one of every invoice, also where
 * the review has written them into the draft.
 */
async function hasChosenCopies(accountId: string, { customer, copyEmails }: NewInvoice): Promise<boolean> {
  if (!copyEmails?.length) return false
  const known =
    'id' in customer
      ? await findBuyer(sharedReads(), accountId, customer.id)
      : await findActiveCustomerByEmail(sharedReads(), accountId, customer.email)
  const own = [known?.email, ...(known?.copyEmails ?? []), 'email' in customer ? customer.email : undefined]
  const ownKeys = new Set(own.map((email) => email?.toLowerCase()))
  return copyEmails.some((email) => !ownKeys.has(email.toLowerCase()))
}

async function countChosenCopies(accountId: string): Promise<void> {
  const limit = await takeCopiedInvoice(accountId)
  if (!limit.ok) throw new Refusal('rate_limited', null, { 'Retry-After': String(limit.retryAfterSeconds) })
}

/** What is to be issued, and whether the draft is saved like that at this version. Throws as `issueDraft` does. */
async function draftToIssue(
  accountId: string,
  draftId: string,
  form: DraftForm | undefined,
): Promise<DraftForm & { invoiceId: string | null; isSaved: boolean }> {
  const draft = await findDraft(database(), accountId, draftId).catch((error) => {
    if (form?.version === 0 && isDomainError(error, 'invoice_draft_not_found')) return null
    throw error
  })
  if (draft?.invoiceId || (draft && (!form || isSaved(draft, form.version, form.fields)))) {
    return { ...draft, isSaved: true }
  }
  if (!form || form.version !== (draft?.version ?? 0)) throw new DomainError('invoice_draft_changed')
  return { ...form, invoiceId: null, isSaved: false }
}
