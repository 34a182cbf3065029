import { Landmark } from 'lucide-react'
import Link from 'next/link'
import { buttonStyle } from '../ui/button'
import { Card } from '../ui/card'
import { EmptyState } from '../ui/empty-state'

/** A customer that can't be paid out to yet. */
export function NoBankAccounts({ customer }: { customer: { id: string; name: string } }) {
  return (
    <Card aria-label="Bank account">
      <EmptyState
        Icon={Landmark}
        title={`${customer.name} has no bank account yet`}
        action={
          <Link href={`/customers/${customer.id}/bank-accounts/new?payout`} className={buttonStyle()}>
            Add a bank account
          </Link>
        }
      >
        Add the account that the payout should go to. You come back here afterwards.
      </EmptyState>
    </Card>
  )
}
