import Link from 'next/link'
import type { PayoutView } from '@/lib/api/dashboard/read-payout'
import { buttonStyle } from '../ui/button'
import { Notice } from '../ui/notice'

type PayoutFailureProps = {
  failure: NonNullable<PayoutView['failure']>
  customerId: string
  canRetry: boolean
}

/** Why a payout did not stay paid, in words, and what to do next. */
export function PayoutFailure({ failure, customerId, canRetry }: PayoutFailureProps) {
  const { title, meaning, nextStep, code } = failure
  return (
    <Notice kind="danger" title={title}>
      <p>{meaning}</p>
      <p className="mt-1">{nextStep} The whole amount is back in your wallet.</p>
      {code && <p className="mt-1 font-mono text-[0.8125rem]">{code}</p>}
      {canRetry && (
        <Link
          href={`/payouts/new?customer=${customerId}`}
          className={`${buttonStyle({ variant: 'secondary', size: 'small' })} mt-3`}
        >
          New payout to this customer
        </Link>
      )}
    </Notice>
  )
}
