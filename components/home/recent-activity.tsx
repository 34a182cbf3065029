import { Activity as ActivityIcon, ArrowUpRight, Check, type LucideIcon, ReceiptText } from 'lucide-react'
import Link from 'next/link'
import type { ActivityView } from '@/lib/api/dashboard/read-home'
import { Card, CardHeader } from '../ui/card'
import { EmptyState } from '../ui/empty-state'
import { Money } from '../ui/money'
import { Timestamp } from '../ui/timestamp'

const ICONS: Record<ActivityView['kind'], LucideIcon> = {
  invoice_created: ReceiptText,
  invoice_paid: Check,
  payout: ArrowUpRight,
}

const PAYOUT_WORDS: Record<string, string> = {
  PROCESSING: 'Payout on its way to',
  PAID: 'Payout arrived at',
  FAILED: 'Payout refused for',
  RETURNED: 'Payout came back from',
}

export function RecentActivity({ activity }: { activity: ActivityView[] }) {
  return (
    <Card aria-labelledby="recent-activity" className="overflow-hidden">
      <CardHeader id="recent-activity" title="Recent activity" />
      {activity.length > 0 ? (
        <ul>
          {activity.map((entry) => (
            <Entry key={`${entry.kind} ${entry.id}`} entry={entry} />
          ))}
        </ul>
      ) : (
        <EmptyState Icon={ActivityIcon} title="Nothing has happened yet">
          Invoices that are made or paid, and payouts, show up here.
        </EmptyState>
      )}
    </Card>
  )
}

function Entry({ entry }: { entry: ActivityView }) {
  const { kind, id, customerName, amount, at } = entry
  const Icon = ICONS[kind]
  return (
    <li className="flex items-center gap-3 border-t px-4 py-2.5 sm:px-5">
      <Icon aria-hidden className="size-4 shrink-0 text-muted-foreground" />
      <div className="min-w-0 flex-1 sm:flex sm:items-baseline sm:gap-3">
        <Link
          href={kind === 'payout' ? `/payouts/${id}` : `/invoices/${id}`}
          className="block truncate hover:underline sm:flex-1"
        >
          {wordsOf(entry)} <span className="font-medium">{customerName}</span>
        </Link>
        <span className="text-[0.8125rem] text-muted-foreground">
          <Timestamp at={at} />
        </span>
      </div>
      <Money value={amount} className="text-right font-medium sm:w-28" />
    </li>
  )
}

function wordsOf({ kind, status }: ActivityView): string {
  if (kind === 'payout') return PAYOUT_WORDS[status ?? ''] ?? 'Payout to'
  return kind === 'invoice_paid' ? 'Invoice paid by' : 'Invoice sent to'
}
