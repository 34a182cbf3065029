import type { PayoutRecord } from '@/lib/domain/payouts/find-payout'
import { type JsonValue, jsonAmount } from '@/lib/json'

/** The contract's Payout, and its id. */
export function presentPayout(payout: PayoutRecord): JsonValue {
  return {
    id: payout.id,
    customer_id: payout.customerId,
    bank_account_id: payout.bankAccountId,
    amount: jsonAmount(payout.amountMinor, payout.currency),
    currency: payout.currency,
    status: payout.status,
    provider_transfer_id: payout.providerTransferId,
    provider_transfer_status: payout.providerTransferStatus,
  }
}
