import { ChevronRight, TriangleAlert } from 'lucide-react'
import { Card } from '@/components/ui/card'
import { Link } from '@/components/ui/link'
import { formatMoney } from '@/components/ui/money'
import type { HomeView } from '@/lib/home/queries'

type AttentionProps = Pick<HomeView, 'attention' | 'outstanding'> & {
  /** Set-up steps that are left, in cards of their own on the page. */
  openSteps: { id: string; count: number }
}

/** Everything that waits for the vendor, each with a link to its list. Renders nothing if nothing waits. */
export function Attention(props: AttentionProps) {
  const waiting = attentionTasks(props)
  // The card of the steps says it all where nothing else waits.
  if (waiting.length === 0) return null
  const tasks = [...waiting, ...stepsOf(props.openSteps)]
  return (
    <Card aria-labelledby="attention" className="overflow-hidden">
      <h2 id="attention" className="flex items-center gap-2 px-4 pt-4 pb-2 font-semibold sm:px-5">
        <TriangleAlert aria-hidden className="size-4 text-warning" />
        Needs attention
      </h2>
      <ul>
        {tasks.map(({ href, text, detail }) => (
          <li key={href} className="border-t">
            <Link href={href} className="flex items-center gap-3 px-4 py-2.5 hover:bg-muted/50 sm:px-5">
              <span className="min-w-0 flex-1 text-pretty">
                <span className="font-medium">{text}</span>{' '}
                <span className="text-muted-foreground">{detail}</span>
              </span>
              <ChevronRight aria-hidden className="size-4 shrink-0 text-muted-foreground" />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}

type Task = { href: string; text: string; detail: string }

function stepsOf({ id, count }: AttentionProps['openSteps']): Task[] {
  if (count === 0) return []
  return [{ href: `#${id}`, text: countPhrase(count, 'set-up step'), detail: 'still open' }]
}

/** The tasks that home counts, each with the address of a page that lists as many. */
export function attentionTasks({
  attention,
  outstanding,
}: Pick<AttentionProps, 'attention' | 'outstanding'>): Task[] {
  const { waitingApprovals, failedPayouts, returnedPayouts, failedWebhooks, openDisputes, fraudWarnings } =
    attention
  const { payoutsSince, webhooksSince } = attention
  return [
    ...(waitingApprovals > 0
      ? [
          {
            href: '/payouts/approvals',
            text: countPhrase(waitingApprovals, 'payout approval'),
            detail: 'waiting',
          },
        ]
      : []),
    ...outstanding
      .filter(({ overdueCount }) => overdueCount > 0)
      .map(({ currency, overdue, overdueCount }) => ({
        href: `/invoices?status=overdue&currency=${currency}`,
        text: countPhrase(overdueCount, 'overdue invoice'),
        detail: formatMoney(overdue),
      })),
    ...(fraudWarnings > 0
      ? [
          {
            href: '/invoices?status=fraud_warning',
            text: countPhrase(fraudWarnings, 'fraud warning'),
            detail: 'refund in time to avoid a dispute',
          },
        ]
      : []),
    ...(openDisputes > 0
      ? [
          {
            href: '/disputes?status=OPEN',
            text: countPhrase(openDisputes, 'open dispute'),
            detail: 'answer with your payment provider',
          },
        ]
      : []),
    ...(failedPayouts > 0
      ? [
          {
            href: `/payouts?status=FAILED&created_from=${payoutsSince}`,
            text: countPhrase(failedPayouts, 'failed payout'),
            detail: 'in the last 30 days',
          },
        ]
      : []),
    ...(returnedPayouts > 0
      ? [
          {
            href: `/payouts?status=RETURNED&created_from=${payoutsSince}`,
            text: countPhrase(returnedPayouts, 'returned payout'),
            detail: 'in the last 30 days',
          },
        ]
      : []),
    ...(failedWebhooks > 0
      ? [
          {
            href: `/developers/webhooks?status=FAILED&created_from=${webhooksSince}`,
            text: countPhrase(failedWebhooks, 'failed webhook'),
            detail: 'in the last 7 days',
          },
        ]
      : []),
  ]
}

/** The service stops counting at a hundred. */
function countPhrase(count: number, noun: string): string {
  return `${count >= 100 ? '99+' : count} ${noun}${count === 1 ? '' : 's'}`
}
