import type { PaymentReversal } from '@/lib/db/generated/client'
import { jsonAmount } from '@/lib/json'

type ShownReversal = Pick<
  PaymentReversal,
  'id' | 'kind' | 'invoiceId' | 'amountMinor' | 'currency' | 'status' | 'reason'
>

/** A refund or a dispute as answers of the API and events show it. */
export function presentReversal(reversal: ShownReversal) {
  const { id, kind, invoiceId, amountMinor, currency, status, reason } = reversal
  return {
    id,
    invoice_id: invoiceId,
    amount: jsonAmount(amountMinor, currency),
    currency,
    status,
    ...(kind === 'dispute' ? { reason } : {}),
  }
}
