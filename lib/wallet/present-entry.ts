import { z } from 'zod'
import { amountView, moment } from '@/lib/http/schemas'
import type { EntryDetails, WalletBalance } from '@/lib/ledger/accounts'
import { presentAmount } from '@/lib/money/money'

export const balanceView = z.object({
  currency: z.string(),
  available: amountView,
  pending: amountView.describe('Of paid invoices, until their hold is over. Live mode only.'),
  nextReleaseAt: moment.nullable().describe('The time at which the next pending money becomes available.'),
  held: amountView.describe('For payouts that are not settled.'),
  owed: amountView.describe('After refunds and disputes; the next income settles it first.'),
})

export type BalanceView = z.infer<typeof balanceView>

/** Shown if no currency is chosen. */
export const DEFAULT_CURRENCY = 'USD'

/**
 * The wallet's balances, with US dollars even at zero, so that a new account sees where its money will be.
 */
export function presentBalances(wallets: WalletBalance[]): BalanceView[] {
  return withDollars(wallets).map(presentBalance)
}

export function withDollars(wallets: WalletBalance[]): WalletBalance[] {
  const hasDollars = wallets.some(({ currency }) => currency === DEFAULT_CURRENCY)
  return (hasDollars ? wallets : [NO_DOLLARS, ...wallets]).toSorted(dollarsFirst)
}

const NO_DOLLARS: WalletBalance = {
  currency: DEFAULT_CURRENCY,
  availableMinor: 0n,
  pendingMinor: 0n,
  nextReleaseAt: null,
  heldMinor: 0n,
  owedMinor: 0n,
}

export function presentBalance(wallet: WalletBalance): BalanceView {
  const { currency } = wallet
  return {
    currency,
    available: presentAmount(wallet.availableMinor, currency),
    pending: presentAmount(wallet.pendingMinor, currency),
    nextReleaseAt: wallet.nextReleaseAt?.toISOString() ?? null,
    held: presentAmount(wallet.heldMinor, currency),
    owed: presentAmount(wallet.owedMinor, currency),
  }
}

/** Sorts by currency, US dollars first. */
export function dollarsFirst(a: { currency: string }, b: { currency: string }): number {
  const rank = ({ currency }: { currency: string }) => (currency === DEFAULT_CURRENCY ? '' : currency)
  return rank(a) < rank(b) ? -1 : 1
}

/** A ledger entry for display. */
export const entryRow = z.object({
  id: z.string(),
  source: z.string(),
  destination: z.string(),
  amount: amountView,
  reason: z.string(),
  at: moment,
})

export type EntryRow = z.infer<typeof entryRow>

const ACCOUNT_WORDS: Record<EntryDetails['source'], string> = {
  credit_wallet: 'Your wallet',
  pending_wallet: 'Your pending money',
  owed_by_vendor: 'Owed by you',
  customer_wallet: 'Customer’s wallet',
  payouts_in_transit: 'In transit',
  provider_clearing: 'Provider',
  platform_fees: 'Fee',
  provider_fees: 'Provider’s fees',
  operator_funding: 'Operator',
  outside_funds: 'Your own bank or cash',
  outside_income: 'Income outside the wallet',
}

const REASON_WORDS: Record<EntryDetails['reason'], string> = {
  'invoice.paid': 'Invoice paid',
  'payment.fee': 'Provider’s fee',
  'hold.released': 'Hold released',
  'refund.made': 'Refunded to the customer',
  'refund.failed': 'Refund failed',
  'dispute.opened': 'Disputed by the customer',
  'dispute.won': 'Dispute won',
  'dispute.fee': 'Dispute fee',
  'dispute.fee_returned': 'Dispute fee returned',
  'debt.settled': 'Debt settled',
  'transfer.fee': 'Provider’s fee of a transfer',
  'payout.requested': 'Payout requested',
  'payout.delivered': 'Payout delivered',
  'payout.requested.reversed': 'Request reversed',
  'payout.delivered.reversed': 'Delivery reversed',
  'wallet.credited': 'Wallet credited',
  'payment.recorded': 'Payment recorded',
  'payment.recorded.reversed': 'Payment removed',
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
