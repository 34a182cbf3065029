import type { TotalsView } from '@/lib/api/dashboard/read-customer'
import { Card } from '../ui/card'
import { Money } from '../ui/money'

const COLUMNS = [
  { key: 'paid', label: 'Paid' },
  { key: 'open', label: 'Open' },
  { key: 'overdue', label: 'Overdue' },
  { key: 'paidOut', label: 'Paid out' },
] as const

/** What the customer has paid and owes, and what was paid out to it, by currency. */
export function CustomerTotals({ totals }: { totals: TotalsView[] }) {
  return totals.map((total) => (
    <Card key={total.currency} aria-label={`Totals in ${total.currency}`} className="px-4 py-4 sm:px-5">
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
        {COLUMNS.map(({ key, label }) => (
          <div key={key}>
            <dt className="text-[0.8125rem] text-muted-foreground">{label}</dt>
            <dd className="mt-0.5 font-semibold text-base">
              <Money value={total[key]} />
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  ))
}
