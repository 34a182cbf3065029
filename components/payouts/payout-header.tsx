import type { ReactNode } from 'react'
import { ModeBadge } from '@/components/ui/badge'
import { Link } from '@/components/ui/link'
import { formatMoney, type MoneyValue } from '@/components/ui/money'
import { BackLink, PageHeader } from '@/components/ui/page-header'
import type { Mode } from '@/lib/auth/mode'

type PayoutHeaderProps = {
  payout: { mode: Mode; amount: MoneyValue; customer: { id: string; name: string } }
  /** Its status. Changes are announced. */
  badge: ReactNode
}

/** The head of the page of a payout, made or only requested. */
export function PayoutHeader({ payout: { mode, amount, customer }, badge }: PayoutHeaderProps) {
  return (
    <div className="space-y-2">
      <BackLink href="/payouts">Payouts</BackLink>
      <PageHeader
        title={formatMoney(amount)}
        description={
          <>
            To{' '}
            <Link href={`/customers/${customer.id}`} className="underline underline-offset-4">
              {customer.name}
            </Link>
          </>
        }
        badge={
          <>
            <span role="status" className="inline-flex">
              {badge}
            </span>
            <ModeBadge mode={mode} />
          </>
        }
      />
    </div>
  )
}
