import { z } from 'zod'
import { sql } from '@/lib/db/client'
import { RefundStatus } from '@/lib/db/generated/enums'
import { defineApiList } from '@/lib/lists/api-list'
import { idFilter } from '@/lib/lists/list-filters'
import type { RefundFacts } from './answer'

const filters = z.object({
  invoice_id: idFilter.optional().describe('The refunds of one invoice.'),
  status: z.enum(RefundStatus).optional(),
})

/** The account's refunds for programs, wherever they were made. */
export const refundsForPrograms = defineApiList<typeof filters, RefundFacts>({
  name: 'refunds',
  filters,
  select: (accountId, { invoice_id: invoiceId, status }) => {
    const ofInvoice = invoiceId ? [sql`refunds.invoice_id = ${invoiceId}::uuid`] : []
    const isStatus = status ? [sql`refunds.status = ${status}::refund_status`] : []
    const list = {
      table: sql`refunds`,
      alias: sql`refunds`,
      id: sql`refunds.id`,
      columns: sql`refunds.id, refunds.invoice_id AS "invoiceId", refunds.amount_minor AS "amountMinor",
        refunds.currency, refunds.status::text AS status, refunds.failure_reason AS "failureReason",
        refunds.created_at AS "createdAt"`,
      sorts: { id: { column: sql`refunds.id`, type: 'uuid' } } as const,
      where: [sql`refunds.account_id = ${accountId}::uuid`, ...ofInvoice, ...isStatus],
    }
    return { sort: 'id', list }
  },
})
