import type { PayoutSummary } from '@/lib/domain/payouts/list-payouts'
import { type AmountView, presentAmount } from './present-invoice-row'

export type PayoutRow = {
  id: string
  customerId: string
  customerName: string
  bankName: string
  last4: string
  amount: AmountView
  status: PayoutSummary['status']
  createdAt: string
}

export function presentPayoutRow(payout: PayoutSummary): PayoutRow {
  return {
    id: payout.id,
    customerId: payout.customerId,
    customerName: payout.customerName,
    bankName: payout.bankName,
    last4: payout.accountNumberLast4,
    amount: presentAmount(payout.amountMinor, payout.currency),
    status: payout.status,
    createdAt: payout.createdAt.toISOString(),
  }
}
