import { z } from 'zod'
import { namedSql, sql } from '@/lib/db/client'
import { type Queryable, statement } from '@/lib/db/statement'
import { DomainError } from '@/lib/errors'
import { isId } from '@/lib/ids'
import { fieldsOf } from '@/lib/invoices/draft'
import { defineApiList } from '@/lib/lists/api-list'
import { idFilter } from '@/lib/lists/list-filters'
import { SERIES_API_STATUSES, statusesCalled } from '@/lib/series/status'
import { RECURRING_COLUMNS, type RecurringFacts } from './recurring-invoice'

/* Recurring invoices as programs read them. */

export type RecurringWithInvoice = RecurringFacts & { lastInvoiceId: string | null }

/** A draft that was sent counts as the invoice that it became. */
const COLUMNS = `${RECURRING_COLUMNS},
  (SELECT coalesce(period.invoice_id, draft.invoice_id) FROM recurring_periods AS period
     LEFT JOIN invoice_drafts AS draft ON draft.account_id = period.account_id AND draft.id = period.draft_id
    WHERE period.account_id = :accountId::uuid AND period.recurring_id = recurring_invoices.id
      AND coalesce(period.invoice_id, draft.invoice_id) IS NOT NULL
    ORDER BY day DESC LIMIT 1) AS "lastInvoiceId"`

const findFacts = statement<{ accountId: string; id: string }, RecurringWithInvoice>(
  'find_recurring_invoice_facts',
  `SELECT ${COLUMNS} FROM recurring_invoices WHERE account_id = :accountId::uuid AND id = :id::uuid`,
)

/** Throws `recurring_not_found` for an unknown id, another account's, or an invalid one. */
export async function findRecurringFacts(
  on: Queryable,
  accountId: string,
  id: string,
): Promise<RecurringWithInvoice> {
  const [row] = isId(id) ? await findFacts(on, { accountId, id }) : []
  if (!row) throw new DomainError('recurring_not_found')
  return withForm(row)
}

/** The row with the fields of its form that were added since it was saved. */
export function withForm(row: RecurringWithInvoice): RecurringWithInvoice {
  return { ...row, fields: fieldsOf(row.fields) }
}

const filters = z.object({
  customer_id: idFilter.optional().describe('Those of one customer.'),
  status: z.enum(SERIES_API_STATUSES).optional(),
})

/** The account's recurring invoices for programs; their forms are as they were saved. */
export const recurringForPrograms = defineApiList<typeof filters, RecurringWithInvoice>({
  name: 'recurring invoices',
  filters,
  select: (accountId, { customer_id: customerId, status }) => ({
    sort: 'id',
    list: {
      table: sql`recurring_invoices`,
      alias: sql`recurring_invoices`,
      id: sql`recurring_invoices.id`,
      columns: namedSql(COLUMNS, { accountId }),
      sorts: { id: { column: sql`recurring_invoices.id`, type: 'uuid' } },
      where: [
        sql`recurring_invoices.account_id = ${accountId}::uuid`,
        ...(customerId ? [sql`recurring_invoices.customer_id = ${customerId}::uuid`] : []),
      ],
      filters: status ? [sql`recurring_invoices.status::text = ANY (${statusesCalled(status)}::text[])`] : [],
    },
  }),
})
