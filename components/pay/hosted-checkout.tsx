import { ExternalLink } from 'lucide-react'
import { formatAmountIn } from '@/lib/locale-format'
import { Button } from '../ui/button'
import { Notice } from '../ui/notice'
import type { BuyerPage } from './buyer-frame'
import { declineText } from './decline-text'

type HostedCheckoutProps = BuyerPage & { trouble: 'down' | 'too_many' | null }

/** The way to the provider's page; a plain form, so that it needs no script. */
export function HostedCheckout({ page, locale, texts, trouble }: HostedCheckoutProps) {
  const { hosted, form } = texts
  return (
    <form method="post" action={`/api/pay/${page.token}/checkout`} className="space-y-4">
      {trouble !== null && (
        <Notice kind="danger" role="alert" title={hosted.unavailableTitle}>
          {/* Not that nothing was charged: they may come from the provider's page, where they have paid. */}
          {trouble === 'too_many' ? form.tooMany : hosted.unavailable}
        </Notice>
      )}
      {trouble === null && page.lastDecline && (
        <Notice kind="danger" title={form.refusedTitle}>
          {declineText(form, page.lastDecline)} {form.notCharged}
        </Notice>
      )}
      <div>
        <h2 className="font-semibold text-base">{hosted.title}</h2>
        <p className="mt-1 text-muted-foreground">{hosted.body}</p>
      </div>
      <Button type="submit" size="large" className="w-full ring-1 ring-foreground/15 ring-inset">
        <span className="tabular">
          {texts.pay({ amount: formatAmountIn(locale, page.total.amount, page.total.currency) })}
        </span>
        <ExternalLink aria-hidden className="size-4 rtl:-scale-x-100" />
      </Button>
    </form>
  )
}
