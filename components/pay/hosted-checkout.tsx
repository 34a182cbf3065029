import { ExternalLink } from 'lucide-react'
import { formatMoney } from '@/lib/client/format-money'
import { Button } from '../ui/button'
import type { MoneyValue } from '../ui/money'
import { Notice } from '../ui/notice'

type HostedCheckoutProps = { token: string; total: MoneyValue; isUnavailable: boolean }

/** The way to the provider's page; a plain form, so that it needs no script. */
export function HostedCheckout({ token, total, isUnavailable }: HostedCheckoutProps) {
  return (
    <form method="post" action={`/api/pay/${token}/checkout`} className="space-y-4">
      {isUnavailable && (
        <Notice kind="danger" role="alert" title="The payment page can’t be opened right now">
          The payment provider does not answer. Try again in a moment; you have not been charged.
        </Notice>
      )}
      <div>
        <h2 className="font-semibold text-base">Pay securely online</h2>
        <p className="mt-1 text-muted-foreground">
          You enter your card on the payment provider’s page and come back here afterwards.
        </p>
      </div>
      <Button type="submit" size="large" className="w-full">
        <span className="tabular">Pay {formatMoney(total)}</span>
        <ExternalLink aria-hidden className="size-4" />
      </Button>
    </form>
  )
}
