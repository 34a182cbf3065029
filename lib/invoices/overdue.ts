import type { Orm } from '@/lib/db/client'
import type { InvoiceStatus } from '@/lib/db/generated/enums'
import { formatIsoDate } from '@/lib/time/dates'
import type { DueEdge } from '@/lib/vendors/due-edge'

/** The status by which our own pages name, colour and count an invoice. */
export function statusOnPages(
  {
    status,
    dueDate,
    uncollectibleAt,
  }: { status: InvoiceStatus; dueDate: Date; uncollectibleAt: Date | null },
  edge: DueEdge,
): InvoiceStatus {
  if (edge?.dueDay.getTime() !== dueDate.getTime() || uncollectibleAt) return status
  if (edge.isOverdue) return status === 'CREATED' || status === 'FAILED' ? 'UNPAID' : status
  return status === 'UNPAID' ? 'CREATED' : status
}

type MovedSum = { currency: string; count: number; amountMinor: bigint }

/**
 * What counts as overdue on pages in place of open, by currency: the invoices of the due day between the two midnights,
 * from a range of the index by due date. Negative where overdue ones count as open. Minor units that are left to pay.
 */
export async function movedToOverdue(tx: Orm, accountId: string, edge: DueEdge): Promise<MovedSum[]> {
  if (!edge) return []
  const statuses: InvoiceStatus[] = edge.isOverdue ? ['CREATED', 'FAILED'] : ['UNPAID']
  const sums = await tx.$queryRaw<MovedSum[]>`
    SELECT currency, count(*)::int AS count, sum(total_minor - outside_minor - credited_minor)::bigint AS "amountMinor"
      FROM invoices
     WHERE account_id = ${accountId}::uuid AND due_date = ${formatIsoDate(edge.dueDay)}::text::date
       AND status = ANY(${statuses}::invoice_status[]) AND uncollectible_at IS NULL
     GROUP BY currency`
  const sign = edge.isOverdue ? 1 : -1
  return sums.map(({ currency, count, amountMinor }) => ({
    currency,
    count: sign * count,
    amountMinor: BigInt(sign) * amountMinor,
  }))
}
