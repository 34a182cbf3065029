import { z } from 'zod'
import { type Orm, sql } from '@/lib/db/client'
import type { Dispute } from '@/lib/db/generated/client'
import { DisputeStatus } from '@/lib/db/generated/enums'
import { DomainError } from '@/lib/errors'
import { isId } from '@/lib/ids'
import { defineApiList } from '@/lib/lists/api-list'
import type { DisputeFacts } from './answer'

const filters = z.object({ status: z.enum(DisputeStatus).optional() })

/** The account's disputes for programs. */
export const disputesForPrograms = defineApiList<typeof filters, DisputeFacts>({
  name: 'disputes',
  filters,
  select: (accountId, { status }) => {
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
      where: [sql`disputes.account_id = ${accountId}::uuid`, ...isStatus],
    }
    return { sort: 'id', list }
  },
})

/** Throws `dispute_not_found` for an unknown id, another account's, or an invalid one. */
export async function findDispute(tx: Orm, accountId: string, disputeId: string): Promise<Dispute> {
  const where = { accountId_id: { accountId, id: disputeId } }
  const dispute = isId(disputeId) ? await tx.dispute.findUnique({ where }) : null
  if (!dispute) throw new DomainError('dispute_not_found')
  return dispute
}
