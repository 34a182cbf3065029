import type { WalletBalance } from '@/lib/domain/ledger/balances'
import { type AmountView, presentAmount } from './present-invoice-row'

export type BalanceView = { currency: string; available: AmountView; held: AmountView }

/** What is shown where no currency is asked for. */
export const DEFAULT_CURRENCY = 'USD'

/** What the wallet has; US dollars at least, so that a new account sees where its money will be. */
export function presentBalances(wallets: WalletBalance[]): BalanceView[] {
  const hasDollars = wallets.some(({ currency }) => currency === DEFAULT_CURRENCY)
  const empty = { currency: DEFAULT_CURRENCY, availableMinor: 0n, heldMinor: 0n }
  return (hasDollars ? wallets : [empty, ...wallets])
    .toSorted(dollarsFirst)
    .map(({ currency, availableMinor, heldMinor }) => ({
      currency,
      available: presentAmount(availableMinor, currency),
      held: presentAmount(heldMinor, currency),
    }))
}

/** Orders by currency. */
export function dollarsFirst(a: { currency: string }, b: { currency: string }): number {
  const rank = ({ currency }: { currency: string }) => (currency === DEFAULT_CURRENCY ? '' : currency)
  return rank(a) < rank(b) ? -1 : 1
}
