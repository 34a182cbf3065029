import { z } from 'zod'
import { database, type Orm, sql } from '@/lib/db/client'
import type { Dispute } from '@/lib/db/generated/client'
import { DisputeStatus } from '@/lib/db/generated/enums'
import { statement } from '@/lib/db/statement'
import { DomainError } from '@/lib/errors'
import { isId } from '@/lib/ids'
import type { Period } from '@/lib/ledger/period'
import { defineApiList } from '@/lib/lists/api-list'
import type { CsvColumn } from '@/lib/lists/csv'
import { defineList } from '@/lib/lists/define-list'
import { createdById, dayFilter, idFilter } from '@/lib/lists/list-filters'
import { readTabs, type TabsView } from '@/lib/lists/status-counts'
import { wordSearch } from '@/lib/lists/word-search'
import { formatMajor } from '@/lib/money/money'
import type { DisputeFacts } from './answer'
import { type DisputeSummary, presentDisputeRow, reasonInWords } from './dispute-row'
import { DISPUTE_STATUSES } from './status'

/** The words of the dispute's invoice: few invoices are disputed, so no words are kept with the dispute. */
const invoiceWords = (accountId: string) => sql`(SELECT invoice.search FROM invoices AS invoice
  WHERE invoice.account_id = ${accountId}::uuid AND invoice.id = dispute.invoice_id)`

/** The account's disputes; searches the number, customer and amounts of their invoices. */
export const disputeList = defineList({
  name: 'disputes',
  sorts: ['created', 'answer_by', 'amount'],
  filters: z.object({
    status: z.enum(DisputeStatus).optional(),
    created_from: dayFilter,
    created_to: dayFilter,
  }),
  select: (accountId, { sort, filters: { status, ...days }, search, zone }) => {
    const created = createdById(days, sql`dispute`, zone)
    const isInOrder = sort === 'created'
    return {
      table: sql`disputes AS dispute`,
      alias: sql`dispute`,
      id: sql`dispute.id`,
      columns: sql`dispute.id, dispute.invoice_id AS "invoiceId", invoice.number AS "invoiceNumber",
        customer.name AS "customerName", dispute.amount_minor AS "amountMinor", dispute.currency,
        dispute.status::text AS status, dispute.reason, dispute.evidence_due_at AS "evidenceDueAt",
        dispute.provider_url AS "providerUrl", dispute.created_at AS "createdAt",
        dispute.settled_at AS "settledAt"`,
      joins: sql`
        JOIN invoices AS invoice
          ON invoice.account_id = dispute.account_id AND invoice.id = dispute.invoice_id
        JOIN customers AS customer
          ON customer.account_id = invoice.account_id AND customer.id = invoice.customer_id`,
      sorts: {
        created: { column: sql`dispute.id`, type: 'uuid' },
        // What has no date comes last where the most urgent comes first.
        answer_by: { column: sql`coalesce(dispute.evidence_due_at, 'infinity')`, type: 'timestamptz' },
        amount: { column: sql`dispute.amount_minor`, type: 'bigint' },
      },
      where: [
        sql`dispute.account_id = ${accountId}::uuid`,
        ...(isInOrder ? created : []),
        // The index of a status is in this order too.
        ...(isInOrder && status ? [sql`dispute.status = ${status}::dispute_status`] : []),
      ],
      filters: isInOrder
        ? []
        : [...created, ...(status ? [sql`dispute.status = ${status}::dispute_status`] : [])],
      search: wordSearch(search, invoiceWords(accountId)),
    }
  },
  present: (dispute: DisputeSummary) => presentDisputeRow(dispute),
  file: (_, mode) => ({ filename: `disputes-${mode}.csv`, columns: CSV_COLUMNS }),
})

const CSV_COLUMNS: CsvColumn<DisputeSummary>[] = [
  { title: 'Dispute ID', value: ({ id }) => id },
  { title: 'Invoice', value: ({ invoiceNumber }) => invoiceNumber },
  { title: 'Customer', value: ({ customerName }) => customerName },
  { title: 'Status', value: ({ status }) => DISPUTE_STATUSES[status].displayStatus },
  { title: 'Reason', value: ({ reason }) => reason && reasonInWords(reason) },
  { title: 'Currency', value: ({ currency }) => currency },
  { title: 'Amount', value: ({ amountMinor, currency }) => formatMajor(amountMinor, currency) },
  { title: 'Answer by', value: ({ evidenceDueAt }) => evidenceDueAt },
  { title: 'Opened', value: ({ createdAt }) => createdAt },
  { title: 'Decided', value: ({ settledAt }) => settledAt },
  { title: 'Invoice ID', value: ({ invoiceId }) => invoiceId },
]

/** Counts and sums of the disputes by status. */
export function readDisputeTabs(accountId: string): Promise<TabsView> {
  const disputes = {
    table: sql`disputes`,
    statusType: sql`dispute_status`,
    amount: sql`amount_minor`,
    order: sql`id`,
  }
  const all = Object.values(DisputeStatus)
  const each = Object.fromEntries(all.map((status) => [status, [status]]))
  return readTabs(database(), accountId, disputes, { '': all, ...each })
}

const filters = z.object({
  invoice_id: idFilter.optional().describe('The disputes of one invoice.'),
  status: z.enum(DisputeStatus).optional(),
})

/** The account's disputes for programs. */
export const disputesForPrograms = defineApiList<typeof filters, DisputeFacts>({
  name: 'disputes',
  filters,
  select: (accountId, { invoice_id: invoiceId, status }) => {
    const ofInvoice = invoiceId ? [sql`disputes.invoice_id = ${invoiceId}::uuid`] : []
    const isStatus = status ? [sql`disputes.status = ${status}::dispute_status`] : []
    const list = {
      table: sql`disputes`,
      alias: sql`disputes`,
      id: sql`disputes.id`,
      columns: sql`disputes.id, disputes.invoice_id AS "invoiceId", disputes.amount_minor AS "amountMinor",
        disputes.currency, disputes.status::text AS status, disputes.reason,
        disputes.evidence_due_at AS "evidenceDueAt", disputes.provider_url AS "providerUrl",
        disputes.created_at AS "createdAt"`,
      sorts: { id: { column: sql`disputes.id`, type: 'uuid' } } as const,
      where: [sql`disputes.account_id = ${accountId}::uuid`, ...ofInvoice, ...isStatus],
    }
    return { sort: 'id', list }
  },
})

/** The disputes that were lost between two moments, by currency, with what the buyers' banks keep. Minor units. */
export const lostDisputes = statement<Period, { currency: string; count: number; amountMinor: bigint }>(
  'sum_lost_disputes',
  `SELECT currency, count(*)::int AS count, sum(amount_minor)::bigint AS "amountMinor" FROM disputes
    WHERE account_id = :accountId::uuid AND status = 'LOST'
      AND settled_at >= :from::timestamptz AND settled_at < :to::timestamptz
    GROUP BY currency`,
)

/** Throws `dispute_not_found` for an unknown id, another account's, or an invalid one. */
export async function findDispute(tx: Orm, accountId: string, disputeId: string): Promise<Dispute> {
  const where = { accountId_id: { accountId, id: disputeId } }
  const dispute = isId(disputeId) ? await tx.dispute.findUnique({ where }) : null
  if (!dispute) throw new DomainError('dispute_not_found')
  return dispute
}
