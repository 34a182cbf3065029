import type { EntryDetails } from '@/lib/domain/ledger/entries-of'
import { type AmountView, presentAmount } from './present-invoice-row'

/** An entry of the ledger in words. */
export type EntryRow = {
  id: string
  source: string
  destination: string
  amount: AmountView
  reason: string
  at: string
}

const ACCOUNT_WORDS: Record<EntryDetails['source'], string> = {
  credit_wallet: 'Your wallet',
  customer_wallet: 'Customer’s wallet',
  payouts_in_transit: 'In transit',
  provider_clearing: 'Provider',
  platform_fees: 'Platform fees',
  operator_funding: 'Operator',
}

const REASON_WORDS: Record<EntryDetails['reason'], string> = {
  'invoice.paid': 'Invoice paid',
  'payout.requested': 'Payout requested',
  'payout.delivered': 'Payout delivered',
  'payout.requested.reversed': 'Request reversed',
  'payout.delivered.reversed': 'Delivery reversed',
  'wallet.credited': 'Wallet credited',
}

export function presentEntry(entry: EntryDetails): EntryRow {
  return {
    id: `${entry.transactionId}/${entry.position}`,
    source: ACCOUNT_WORDS[entry.source],
    destination: ACCOUNT_WORDS[entry.destination],
    amount: presentAmount(entry.amountMinor, entry.currency),
    reason: REASON_WORDS[entry.reason],
    at: entry.createdAt.toISOString(),
  }
}
