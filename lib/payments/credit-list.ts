import { z } from 'zod'
import { sql } from '@/lib/db/client'
import { defineApiList } from '@/lib/lists/api-list'
import { idFilter } from '@/lib/lists/list-filters'
import type { CreditFacts } from './answer'

const filters = z.object({
  invoice_id: idFilter.optional().describe('The credits of one invoice.'),
})

type CreditRow = CreditFacts & { creditNoteNumber: number; invoiceNumber: string }

/** The account's credits of invoices that were not paid yet, for programs. */
export const creditsForPrograms = defineApiList<typeof filters, CreditRow>({
  name: 'credits',
  filters,
  select: (accountId, { invoice_id: invoiceId }) => {
    const ofInvoice = invoiceId ? [sql`credit.invoice_id = ${invoiceId}::uuid`] : []
    const list = {
      table: sql`invoice_credits AS credit`,
      alias: sql`credit`,
      id: sql`credit.id`,
      columns: sql`credit.id, credit.invoice_id AS "invoiceId", invoice.number AS "invoiceNumber",
        credit.amount_minor AS "amountMinor", credit.currency, credit.note,
        credit.credit_note_number AS "creditNoteNumber", credit.created_at AS "createdAt"`,
      joins: sql`JOIN invoices AS invoice
        ON invoice.account_id = credit.account_id AND invoice.id = credit.invoice_id`,
      sorts: { id: { column: sql`credit.id`, type: 'uuid' } } as const,
      where: [sql`credit.account_id = ${accountId}::uuid`, ...ofInvoice],
    }
    return { sort: 'id', list }
  },
})
