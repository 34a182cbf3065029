import { ExternalLink, Lock } from 'lucide-react'
import { type CardFormTexts, declineText } from '@/components/pay/texts/pay-texts'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { formatAmountIn } from '@/lib/i18n/locale-format'
import type { PaymentFormMemory } from '@/lib/payments/pay-by-form'
import type { BuyerPage } from './buyer-frame'
import { CardForm } from './card-form'
import { CARD_MARKS } from './card-marks'
import type { Refusal } from './use-card-form'

type CardPaymentProps = BuyerPage & { memory: PaymentFormMemory | null }

/** The card form in one language, with what a submission without JavaScript left in it. */
export function CardPayment({ page, locale, texts, memory }: CardPaymentProps) {
  const { sandbox } = texts
  const amount = formatAmountIn(locale, page.total.amount, page.total.currency)
  const troubles = memory?.troubles ?? {}
  const hasTroubles = Object.keys(troubles).length > 0
  const refusal = hasTroubles ? null : refusalOf(texts.form, page.lastDecline, memory)
  return (
    <>
      <h2 className="mb-4 font-semibold text-base">{texts.cardHeading}</h2>
      <CardForm
        token={page.token}
        texts={texts.form}
        payLabel={texts.pay({ amount })}
        payingStatus={texts.payingStatus({ amount })}
        start={{ expiry: memory?.expiry ?? '', holder: memory?.holder ?? '', troubles, refusal }}
        marks={CARD_MARKS}
        sandbox={
          page.sandboxCards && {
            title: sandbox.title,
            hint: sandbox.hint,
            click: sandbox.click,
            cards: page.sandboxCards.map(({ number, decline }) => ({
              number,
              outcome: decline === null ? sandbox.pays : sandbox.outcomes[decline],
            })),
          }
        }
      >
        <AfterPayment {...{ page, locale, texts }} />
        {page.mode === 'live' && (
          <p className="mt-4 flex items-center justify-center gap-1.5 text-[0.8125rem] text-muted-foreground">
            <Lock aria-hidden className="size-3.5" />
            {texts.cardSafe}
          </p>
        )}
      </CardForm>
    </>
  )
}

/** Tells the buyer what follows once the button is pressed. */
function AfterPayment({ page, texts }: BuyerPage) {
  return (
    <p className="mt-3 text-[0.8125rem] text-muted-foreground">
      {texts.afterPayment({ vendor: page.vendor.name })}
    </p>
  )
}

function refusalOf(
  form: CardFormTexts,
  lastDecline: string | null,
  memory: PaymentFormMemory | null,
): Refusal | null {
  const title = form.refusedTitle
  if (memory?.refusal === 'too_many') return { title, message: `${form.tooMany} ${form.notCharged}` }
  if (memory?.refusal === 'lost') return { title: form.lostTitle, message: form.lost }
  return lastDecline === null
    ? null
    : { title, message: `${declineText(form, lastDecline)} ${form.notCharged}` }
}

type HostedCheckoutProps = BuyerPage & { trouble: 'down' | 'too_many' | null; isCancelled: boolean }

/** Leads to the provider's page. A plain form, so that it works without JavaScript. */
export function HostedCheckout({ page, locale, texts, trouble, isCancelled }: HostedCheckoutProps) {
  const { hosted, form } = texts
  return (
    <form method="post" action={`/api/pay/${page.token}/checkout`} className="space-y-4">
      {trouble !== null && (
        <Notice kind="danger" role="alert" title={hosted.unavailableTitle}>
          {/* Does not say that nothing was charged: the buyer may have paid on the provider's page. */}
          {trouble === 'too_many' ? form.tooMany : hosted.unavailable}
        </Notice>
      )}
      {trouble === null && page.lastDecline && (
        <Notice kind="danger" title={form.refusedTitle}>
          {declineText(form, page.lastDecline)} {form.notCharged}
        </Notice>
      )}
      {trouble === null && !page.lastDecline && isCancelled && (
        <Notice role="status" title={hosted.cancelledTitle}>
          {form.notCharged} {hosted.tryAgain}
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
      <ul aria-hidden className="flex justify-center gap-1.5">
        {CARD_MARKS.map(({ name, picture }) => (
          <li key={name}>{picture}</li>
        ))}
      </ul>
      <AfterPayment {...{ page, locale, texts }} />
    </form>
  )
}
