import type { OrmTransaction } from '@/lib/db/transaction'
import { DomainError, isDomainError } from '@/lib/errors'
import { metadataPairs } from '@/lib/http/metadata'
import { fieldsLikeInvoice, findDraft, saveDraft } from './draft'
import { findInvoice } from './invoice'
import type { InvoiceFields, IssuedFields } from './invoice-fields'
import { markInvoiceVoid } from './void-invoice'

/**
 * Voids an invoice that nobody has paid any of, and saves a draft with the same content, of which amounts and items can be changed: either
 * both happen or neither. `fields` are those of the open form, so that what is typed there is in the draft. The draft has an
 * id that the form has chosen: a repeat after a lost answer finds it, and voids nothing.
 *
 * Throws as `markInvoiceVoid` does, `invoice_voided` for one that was voided elsewhere, and `too_many_invoice_drafts`.
 */
export async function voidAndDuplicate(
  tx: OrmTransaction,
  { accountId, invoiceId, draftId }: { accountId: string; invoiceId: string; draftId: string },
  fields: IssuedFields,
  requestId: string | null = null,
): Promise<{ draft: { id: string; version: number; fields: InvoiceFields }; isNew: boolean }> {
  if (!(await markInvoiceVoid(tx, { accountId, invoiceId }, requestId))) {
    const draft = await findDraft(tx, accountId, draftId).catch((error) => {
      if (isDomainError(error, 'invoice_draft_not_found')) throw new DomainError('invoice_voided')
      throw error
    })
    return { draft, isNew: false }
  }
  const { metadata } = await findInvoice(tx, accountId, invoiceId)
  const written = {
    ...(await fieldsLikeInvoice(tx, accountId, invoiceId)),
    ...fields,
    metadata: metadataPairs(metadata),
  }
  const { version } = await saveDraft(tx, { accountId, id: draftId, version: 0 }, written)
  return { draft: { id: draftId, version, fields: written }, isNew: true }
}
