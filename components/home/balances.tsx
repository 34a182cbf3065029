import type { BalanceView } from '@/lib/api/dashboard/present-balances'
import { Card } from '../ui/card'
import { Money } from '../ui/money'

/** What the vendor has in each currency: free for payouts, and on its way to a bank. */
export function Balances({ balances }: { balances: BalanceView[] }) {
  return (
    <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-1">
      {balances.map(({ currency, available, held }) => (
        <Card key={currency} aria-label={`${currency} balance`} className="px-4 py-4 sm:px-5">
          <p className="text-muted-foreground">Available {currency}</p>
          <p className="mt-1 font-semibold text-2xl tracking-tight">
            <Money value={available} />
          </p>
          <dl className="mt-3 flex justify-between border-t pt-3 text-[0.8125rem]">
            <dt className="text-muted-foreground">Held for payouts</dt>
            <dd>
              <Money value={held} />
            </dd>
          </dl>
        </Card>
      ))}
    </div>
  )
}
