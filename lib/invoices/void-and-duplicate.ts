import type { OrmTransaction } from '@/lib/db/transaction'
import { DomainError, isDomainError } from '@/lib/errors'
import { metadataPairs } from '@/lib/http/metadata'
import { now } from '@/lib/time/clock'
import { formatIsoDate } from '@/lib/time/dates'
import { dayIn, type Zone } from '@/lib/time/zone'
import { fieldsLikeInvoice, findDraft, saveDraft } from './draft'
import { findInvoice } from './invoice'
import type { InvoiceFields, IssuedFields } from './invoice-fields'
import { markInvoiceVoid } from './void-invoice'

/**
 * Voids an invoice of which nothing is paid, and saves a draft with the same content, whose amounts and items can be changed:
 * either both happen or neither. `edits` are the fields that were edited in the open form, so that nothing typed is lost; all
 * others are those of the invoice at that moment. A due date that is over in the zone is left out. The draft has an id that the
 * form has chosen: a repeat after a lost answer finds it, and voids nothing.
 *
 * Throws as `markInvoiceVoid` does, `invoice_voided` for one that was voided elsewhere, and `too_many_invoice_drafts`.
 */
export async function voidAndDuplicate(
  tx: OrmTransaction,
  { accountId, invoiceId, draftId }: { accountId: string; invoiceId: string; draftId: string },
  { edits, zone }: { edits: Partial<IssuedFields>; zone: Zone },
  requestId: string | null = null,
): Promise<{ draft: { id: string; version: number; fields: InvoiceFields }; isNew: boolean }> {
  if (!(await markInvoiceVoid(tx, { accountId, invoiceId }, requestId))) {
    const draft = await findDraft(tx, accountId, draftId).catch((error) => {
      if (isDomainError(error, 'invoice_draft_not_found')) throw new DomainError('invoice_voided')
      throw error
    })
    return { draft, isNew: false }
  }
  const { metadata, dueDate, reference } = await findInvoice(tx, accountId, invoiceId)
  const fields = {
    ...(await fieldsLikeInvoice(tx, accountId, invoiceId)),
    dueDate: dueDate < dayIn(zone, now()) ? '' : formatIsoDate(dueDate),
    reference: reference ?? '',
    metadata: metadataPairs(metadata),
    ...edits,
  }
  const { version } = await saveDraft(tx, { accountId, id: draftId, version: 0 }, fields)
  return { draft: { id: draftId, version, fields }, isNew: true }
}
