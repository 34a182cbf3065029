import Link from 'next/link'
import type { OutstandingView } from '@/lib/api/dashboard/read-home'
import { Card } from '../ui/card'
import { Money, type MoneyValue } from '../ui/money'

/** What buyers still owe, with the lists behind the sums. */
export function Outstanding({ outstanding }: { outstanding: OutstandingView[] }) {
  return (
    <Card aria-labelledby="outstanding" className="px-4 py-4 sm:px-5">
      <h2 id="outstanding" className="text-muted-foreground">
        Open invoices
      </h2>
      {outstanding.length === 0 && <p className="mt-2">Nothing is waiting to be paid.</p>}
      {outstanding.map(({ currency, open, openCount, overdue, overdueCount }) => (
        <dl key={currency} className="mt-2 space-y-1 border-t pt-2 first-of-type:border-t-0">
          {openCount > 0 && (
            <Sum
              label="Open"
              href={`/invoices?status=open&currency=${currency}`}
              value={open}
              count={openCount}
            />
          )}
          {overdueCount > 0 && (
            <Sum
              label="Overdue"
              href={`/invoices?status=overdue&currency=${currency}`}
              value={overdue}
              count={overdueCount}
              isLate
            />
          )}
        </dl>
      ))}
    </Card>
  )
}

type SumProps = { label: string; href: string; value: MoneyValue; count: number; isLate?: boolean }

function Sum({ label, href, value, count, isLate }: SumProps) {
  return (
    <div className="flex items-baseline justify-between gap-3">
      <dt className={isLate ? 'text-danger' : undefined}>
        <Link href={href} className="hover:underline">
          {label}
          <span className="tabular ml-1.5 text-[0.8125rem] text-muted-foreground">{count}</span>
        </Link>
      </dt>
      <dd className="font-medium">
        <Money value={value} />
      </dd>
    </div>
  )
}
