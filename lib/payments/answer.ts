import { z } from 'zod'
import type { Dispute, Refund } from '@/lib/db/generated/client'
import { jsonNumber, moment } from '@/lib/http/schemas'
import { jsonAmount } from '@/lib/json'

/** A refund as answers of the API and events show it. */
export function presentRefund(refund: Refund) {
  const { status, failureReason, createdAt } = refund
  return { ...common(refund), status, failure_reason: failureReason, created_at: createdAt.toISOString() }
}

/** A dispute as answers of the API and events show it; `presentDispute` fills it. */
export const dispute = z
  .object({
    id: z.uuid(),
    invoice_id: z.uuid(),
    amount: jsonNumber.describe('The amount that the buyer disputes, fee included.'),
    currency: z.string().describe('ISO 4217, in upper case.'),
    status: z.string().describe('`OPEN`, `WON` or `LOST`.'),
    reason: z.string().nullable().describe("The provider's word for its cause."),
    created_at: moment.describe('ISO 8601, in UTC.'),
  })
  .meta({
    id: 'Dispute',
    title: 'Dispute',
    description: 'A dispute of the payment of an invoice.',
    examples: [
      {
        id: '0199d1c2-a1f0-7c3e-9a51-4f0f6f1f2b77',
        invoice_id: '0199d1c2-468f-765b-aa4c-21f0cb229f3f',
        amount: 159.28,
        currency: 'USD',
        status: 'OPEN',
        reason: 'fraudulent',
        created_at: '2026-03-20T08:00:00.000Z',
      },
    ],
  })

export function presentDispute(row: Dispute) {
  const { status, reason, createdAt } = row
  return { ...common(row), status, reason, created_at: createdAt.toISOString() }
}

function common({ id, invoiceId, amountMinor, currency }: Refund | Dispute) {
  return { id, invoice_id: invoiceId, amount: jsonAmount(amountMinor, currency), currency }
}
