import { z } from 'zod'
import { DisputeStatus } from '@/lib/db/generated/enums'
import { amountView, moment } from '@/lib/http/schemas'
import { presentAmount } from '@/lib/money/money'

export const disputeRow = z.object({
  id: z.uuid(),
  invoiceId: z.uuid(),
  invoiceNumber: z.string(),
  customerName: z.string(),
  amount: amountView,
  status: z.enum(DisputeStatus),
  reason: z.string().nullable().describe('In words.'),
  answerBy: moment.nullable().describe('Until when it can be answered; null if that is not known, or over.'),
  answerUrl: z.string().nullable().describe('Where to answer it, while it is open.'),
  createdAt: moment,
})

export type DisputeRow = z.infer<typeof disputeRow>

export type DisputeSummary = {
  id: string
  invoiceId: string
  invoiceNumber: string
  customerName: string
  amountMinor: bigint
  currency: string
  status: DisputeStatus
  reason: string | null
  evidenceDueAt: Date | null
  providerUrl: string | null
  createdAt: Date
  settledAt: Date | null
}

type DisputeTerms = Pick<DisputeRow, 'id' | 'amount' | 'reason' | 'answerBy' | 'answerUrl'>

/** The amount and reason of a dispute, and how to answer it. The bank takes evidence as long as the dispute is open. */
export function presentDisputeTerms(
  dispute: Pick<
    DisputeSummary,
    'id' | 'amountMinor' | 'currency' | 'status' | 'reason' | 'evidenceDueAt' | 'providerUrl'
  >,
): DisputeTerms {
  const { id, amountMinor, currency, status, reason, evidenceDueAt, providerUrl } = dispute
  const isOpen = status === 'OPEN'
  return {
    id,
    amount: presentAmount(amountMinor, currency),
    reason: reason && reasonInWords(reason),
    answerBy: (isOpen && evidenceDueAt?.toISOString()) || null,
    answerUrl: isOpen ? providerUrl : null,
  }
}

export function presentDisputeRow(dispute: DisputeSummary): DisputeRow {
  const { invoiceId, invoiceNumber, customerName, status, createdAt } = dispute
  return {
    ...presentDisputeTerms(dispute),
    invoiceId,
    invoiceNumber,
    customerName,
    status,
    createdAt: createdAt.toISOString(),
  }
}

/** The provider's word for the cause: `product_not_received` is `Product not received`. */
export function reasonInWords(reason: string): string {
  const text = reason.replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
