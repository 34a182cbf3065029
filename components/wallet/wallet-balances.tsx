'use client'

import Link from 'next/link'
import { useSearchParams } from 'next/navigation'
import type { BalanceView } from '@/lib/api/dashboard/present-balances'
import { classNames } from '../ui/class-names'
import { Money } from '../ui/money'

/** What the wallet has in each currency; each leads to its own statement. */
export function WalletBalances({ balances }: { balances: BalanceView[] }) {
  const shown = useSearchParams().get('currency')?.toUpperCase() || 'USD'
  return (
    <ul aria-label="Balances" className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      {balances.map(({ currency, available, held }) => (
        <li key={currency}>
          <Link
            href={`/wallet?currency=${currency}`}
            aria-current={currency === shown ? 'true' : undefined}
            className={classNames(
              'block rounded-xl border bg-surface px-4 py-4 shadow-card hover:bg-muted/50 sm:px-5',
              currency === shown && balances.length > 1 && 'border-accent-text',
            )}
          >
            <span className="block text-muted-foreground">Available {currency}</span>
            <span className="mt-1 block font-semibold text-2xl tracking-tight">
              <Money value={available} />
            </span>
            <span className="mt-3 flex justify-between border-t pt-3 text-[0.8125rem]">
              <span className="text-muted-foreground">Held for payouts</span>
              <Money value={held} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
