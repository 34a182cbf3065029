import type { ReactNode } from 'react'
import { Link } from '@/components/ui/link'
import type { DifferenceView, PairView } from '@/lib/reconciliation/reconciliation-dashboard'
import { Badge } from '../ui/badge'
import { Card, CardHeader } from '../ui/card'
import { Money } from '../ui/money'
import { Timestamp } from '../ui/timestamp'

const DIFFERENCES: Record<DifferenceView['difference'], string> = {
  missing_at_provider: 'Missing at provider',
  missing_in_ledger: 'Missing in our books',
  amount_differs: 'Amount differs',
  status_differs: 'Status differs',
  ledger_differs: 'Ledger differs',
}

const KINDS: Record<PairView['kind'], string> = {
  payment: 'Payment',
  refund: 'Refund',
  dispute: 'Dispute',
  payout: 'Payout',
}

type PairListProps = {
  id: string
  title: string
  description: string
  pairs: (PairView & { difference?: DifferenceView['difference'] })[]
}

/** Both sides of each item: next to each other, or stacked below the item on small screens. */
export function PairList({ id, title, description, pairs }: PairListProps) {
  return (
    <Card aria-labelledby={id} className="overflow-hidden">
      <CardHeader id={id} title={title} description={description} />
      <ul className="divide-y border-t">
        {pairs.map((pair) => (
          <li
            key={`${pair.kind} ${pair.id} ${pair.providerReference}`}
            className="grid grid-cols-2 gap-x-4 gap-y-3 px-4 py-3 sm:grid-cols-[minmax(0,1fr)_10rem_10rem] sm:px-5"
          >
            <Item pair={pair} />
            <Side title="Provider" side={pair.theirs} />
            <Side title="Ours" side={pair.ours}>
              {pair.difference === 'ledger_differs' && pair.posted && (
                <span className="block text-danger">
                  Posted: <Money value={pair.posted} />
                </span>
              )}
            </Side>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Item({ pair }: { pair: PairListProps['pairs'][number] }) {
  const { kind, difference, vendor, id, provider, providerReference } = pair
  return (
    <div className="col-span-2 min-w-0 space-y-0.5 sm:col-span-1">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
        {KINDS[kind]}
        {difference && <Badge tone="danger">{DIFFERENCES[difference]}</Badge>}
      </p>
      {vendor && (
        <Link
          href={`/operator/vendors/${vendor.id}`}
          className="block truncate rounded text-[0.8125rem] text-accent-text underline-offset-4 hover:underline"
        >
          {vendor.email}
        </Link>
      )}
      <p className="break-all font-mono text-muted-foreground text-xs">{id}</p>
      <p className="break-all font-mono text-muted-foreground text-xs">
        {provider} {providerReference}
      </p>
    </div>
  )
}

type SideProps = { title: string; side: PairView['ours']; children?: ReactNode }

function Side({ title, side, children }: SideProps) {
  return (
    <div className="text-[0.8125rem]">
      <p className="text-muted-foreground text-xs">{title}</p>
      {side ? (
        <>
          <span className="block break-words font-medium">{side.status}</span>
          {side.amount ? (
            <Money value={side.amount} className="block" />
          ) : (
            <span className="block">No amount</span>
          )}
          {children}
          <span className="block text-muted-foreground text-xs">
            <Timestamp at={side.createdAt} />
          </span>
        </>
      ) : (
        <span className="font-medium text-danger">Missing</span>
      )}
    </div>
  )
}
