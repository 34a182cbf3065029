import { Lock } from 'lucide-react'
import type { PaymentFormMemory } from '@/lib/api/payment-form-memory'
import { formatAmountIn } from '@/lib/locale-format'
import type { BuyerPage } from './buyer-frame'
import { CardForm } from './card-form'
import { declineText } from './decline-text'
import { SANDBOX_CARDS } from './sandbox-card-numbers'
import type { CardFormTexts } from './texts/pay-texts'
import type { Refusal } from './use-card-form'

type CardPaymentProps = BuyerPage & { memory: PaymentFormMemory | null }

/** The card form with the words of one language, as it was left where it was sent without script. */
export function CardPayment({ page, locale, texts, memory }: CardPaymentProps) {
  const { sandbox } = texts
  const amount = formatAmountIn(locale, page.total.amount, page.total.currency)
  const troubles = memory?.troubles ?? {}
  const hasTroubles = Object.keys(troubles).length > 0
  const refusal = hasTroubles ? null : refusalOf(texts.form, page.lastDecline, memory)
  const outcomeOf = (code: (typeof SANDBOX_CARDS)[number]['decline']) =>
    code === null ? sandbox.pays : sandbox.outcomes[code]
  return (
    <>
      <h2 className="mb-4 font-semibold text-base">{texts.cardHeading}</h2>
      <CardForm
        token={page.token}
        texts={texts.form}
        payLabel={texts.pay({ amount })}
        payingStatus={texts.payingStatus({ amount })}
        start={{ expiry: memory?.expiry ?? '', holder: memory?.holder ?? '', troubles, refusal }}
        sandbox={
          page.mode === 'test'
            ? {
                title: sandbox.title,
                hint: sandbox.hint,
                cards: SANDBOX_CARDS.map(({ number, decline }) => ({ number, outcome: outcomeOf(decline) })),
              }
            : null
        }
      />
      {page.mode === 'live' && (
        <p className="mt-4 flex items-center justify-center gap-1.5 text-[0.8125rem] text-muted-foreground">
          <Lock aria-hidden className="size-3.5" />
          {texts.cardSafe}
        </p>
      )}
    </>
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
