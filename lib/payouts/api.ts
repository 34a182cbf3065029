import { writeOperation } from '@/lib/api/v2/api-operation'
import { type JsonValue, jsonAmount } from '@/lib/json'
import { makePayout, parsePayout, refuseFailed } from './make-payout'
import type { PayoutRecord } from './payout'

/** Contract, endpoint 5. A payout that is refused answers 502 and is reversed; one that is not settled yet, 200. */
export const createPayout = writeOperation(
  {
    path: '/api/v2/customer/:customer_id/payout',
    missingKey: { status: 400, message: 'api_key is required' },
    refusesBanned: true,
    keyKeptForGood: true,
  },
  parsePayout,
  async ({ account, params, input, commit }) => {
    const payout = await makePayout(account, { ...input, customerId: params.customer_id ?? '' }, commit)
    refuseFailed(payout)
    return commit.transaction(async () => ({
      status: 200,
      body: { status: 'success', message: messageOf(payout), payout: presentPayout(payout) },
    }))
  },
)

function messageOf({ status }: PayoutRecord): string {
  switch (status) {
    case 'PROCESSING':
      return 'Payout is being processed'
    case 'RETURNED':
      return 'Payout was returned by the bank'
    default:
      return 'Payout completed successfully'
  }
}

/** The contract's Payout, and its id. */
function presentPayout(payout: PayoutRecord): JsonValue {
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
