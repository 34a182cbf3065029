import type { PaymentReversal } from '@/lib/db/generated/client'
import { jsonAmount } from '@/lib/json'

type ShownReversal<Status> = Pick<
  PaymentReversal,
  'id' | 'kind' | 'invoiceId' | 'amountMinor' | 'currency' | 'reason' | 'createdAt'
> & { status: Status }

/** A refund or a dispute as answers of the API and events show it. */
export function presentReversal(reversal: ShownReversal<PaymentReversal['status']>) {
  return reversal.kind === 'refund' ? presentRefund(reversal) : presentDispute(reversal)
}

export function presentRefund<Status extends string>(refund: ShownReversal<Status>) {
  const { status, reason, createdAt } = refund
  const failure_reason = status === 'FAILED' ? reason : null
  return { ...common(refund), status, failure_reason, created_at: createdAt.toISOString() }
}

function presentDispute<Status extends string>(dispute: ShownReversal<Status>) {
  const { status, reason, createdAt } = dispute
  return { ...common(dispute), status, reason, created_at: createdAt.toISOString() }
}

function common({ id, invoiceId, amountMinor, currency }: ShownReversal<string>) {
  return { id, invoice_id: invoiceId, amount: jsonAmount(amountMinor, currency), currency }
}
