import { ExternalLink } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { formatAmountIn } from '@/lib/i18n/locale-format'
import type { BuyerPage } from './buyer-frame'
import { CARD_MARKS } from './card-marks'

type HostedCheckoutProps = BuyerPage & { unavailable: 'down' | 'too_many' | null; isCanceled: boolean }

/** Leads to the provider's page. A plain form, so that it works without JavaScript. */
export function HostedCheckout({ page, locale, texts, unavailable, isCanceled }: HostedCheckoutProps) {
  const { hosted } = texts
  return (
    <form method="post" action={`/api/pay/${page.token}/checkout`} className="space-y-4">
      {unavailable !== null && (
        <Notice kind="danger" role="alert" title={hosted.unavailableTitle}>
          {/* Does not say that nothing was charged: the buyer may have paid on the provider's page. */}
          {unavailable === 'too_many' ? hosted.tooMany : hosted.unavailable}
        </Notice>
      )}
      {unavailable === null && isCanceled && (
        <Notice role="status" title={hosted.canceledTitle}>
          {hosted.notCharged} {hosted.tryAgain}
        </Notice>
      )}
      <div>
        <h2 className="font-semibold text-base">{hosted.title}</h2>
        <p className="mt-1 text-muted-foreground">{hosted.body}</p>
      </div>
      <Button type="submit" size="large" className="w-full ring-1 ring-foreground/15 ring-inset">
        <span className="tabular">
          {texts.pay({ amount: formatAmountIn(locale, page.amountDue.amount, page.amountDue.currency) })}
        </span>
        <ExternalLink aria-hidden className="size-4 rtl:-scale-x-100" />
      </Button>
      <ul aria-hidden className="flex justify-center gap-1.5">
        {CARD_MARKS.map(({ name, picture }) => (
          <li key={name}>{picture}</li>
        ))}
      </ul>
      <p className="mt-3 text-[0.8125rem] text-muted-foreground">
        {texts.afterPayment({ vendor: page.vendor.name })}
      </p>
    </form>
  )
}
