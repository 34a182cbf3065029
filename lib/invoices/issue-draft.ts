import { database } from '@/lib/db/client'
import { type Runner, statement } from '@/lib/db/statement'
import { inDriverTransaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import { type Account, requireApproval } from '@/lib/vendors/account'
import { findDraft } from './draft'
import { invoiceBodyOf } from './invoice-fields'
import { prepareInvoice, type SavedInvoice } from './issue-invoice'
import { parseWrittenInvoice } from './parse-invoice'

/** Turns a draft into an invoice, unless it was changed or sent since: no row then. */
const takeDraft = statement<
  [accountId: string, id: string, version: number, invoiceId: string],
  { invoiceId: string }
>(
  'take_invoice_draft',
  `UPDATE invoice_drafts SET invoice_id = $4::uuid
    WHERE account_id = $1::uuid AND id = $2::uuid AND version = $3 AND invoice_id IS NULL
   RETURNING invoice_id AS "invoiceId"`,
)

type DraftToIssue = {
  draftId: string
  /** The version that was read; null for the one there is. */
  version: number | null
}

/**
 * Creates the invoice of a draft as the API would, mail and event included. However often and from however many tabs it
 * is called, a draft becomes one invoice: draft and invoice change in one transaction, and a repeat returns the invoice
 * that there is. `writeMore` adds rows in that transaction.
 *
 * Throws `invoice_draft_not_found`, `invoice_draft_changed` if it was saved since `version`, `live_mode_not_approved`,
 * `live_mode_unavailable`, `customer_not_found`, `payment_provider_failed`, and the refusals of `parseWrittenInvoice`
 * for a draft that is incomplete.
 */
export async function issueDraft(
  account: Account,
  { draftId, version }: DraftToIssue,
  requestId: string | null = null,
  writeMore?: (on: Runner, invoice: SavedInvoice) => Promise<void>,
): Promise<{ invoiceId: string; isNew: boolean }> {
  const draft = await findDraft(database(), account.id, draftId)
  if (draft.invoiceId) return { invoiceId: draft.invoiceId, isNew: false }
  if (version !== null && version !== draft.version) throw new DomainError('invoice_draft_changed')
  requireApproval(account)
  const { plan, save } = await prepareInvoice(
    account,
    parseWrittenInvoice(invoiceBodyOf(draft.fields)),
    requestId,
  )
  const isNew = await inDriverTransaction(async (tx) => {
    // First, so that a second tab waits here and finds the draft taken.
    const taken = await takeDraft(tx, account.id, draftId, draft.version, plan.id)
    if (taken.length === 0) return false
    const saved = await save(tx)
    await writeMore?.(tx, saved)
    return true
  })
  if (isNew) return { invoiceId: plan.id, isNew }
  const { invoiceId } = await findDraft(database(), account.id, draftId)
  if (!invoiceId) throw new DomainError('invoice_draft_changed')
  return { invoiceId, isNew }
}
