'use client'
import { useRouter } from 'next/navigation'
import { type FormEvent, type RefObject, useEffect, useState } from 'react'
import { RequestFailure, requestJson } from '@/components/browser/request'
import { useSingleFlight } from '@/components/forms/send-once'
import { type CardFormTexts, declineText } from '@/components/pay/texts/pay-texts'
import {
  type CardText,
  type CardTroubles,
  type CheckedCard,
  cardBrand,
  checkCardText,
} from '@/lib/payments/card'
import { forgetFields, keepFields, regroup, restoreFields } from './card-fields'

/** Why the whole form was refused. */
export type Refusal = { title: string; message: string }

export type CardFormStart = {
  expiry: string
  holder: string
  troubles: CardTroubles
  refusal: Refusal | null
}

const FIELDS: (keyof CardText)[] = ['number', 'expiry', 'securityCode', 'holder']

/**
 * Adds JavaScript to the plain card form: errors show at once and the fields keep their text. The browser
 * owns the fields; they are never rendered again.
 */
export function useCardForm(
  form: RefObject<HTMLFormElement | null>,
  { token, texts, start }: { token: string; texts: CardFormTexts; start: CardFormStart },
) {
  const router = useRouter()
  const [troubles, setTroubles] = useState(start.troubles)
  const [refusal, setRefusal] = useState(start.refusal)
  const [brand, setBrand] = useState<string | null>(null)
  const [isPaying, setPaying] = useState(false)

  useEffect(() => {
    if (!form.current) return
    restoreFields(token, form.current)
    // Typed or autofilled before hydration.
    setBrand(cardBrand(readFields(form.current).number))
  }, [form, token])

  const send = useSingleFlight(async (element: HTMLFormElement) => {
    const checked = checkCardText(readFields(element), new Date())
    setTroubles(checked.troubles ?? {})
    setRefusal(null)
    if (!checked.card) return focusFirst(element, checked.troubles)
    setPaying(true)
    const outcome = await pay(token, checked.card)
    if (outcome.kind === 'paid') {
      forgetFields(token)
      window.location.assign(outcome.redirectUrl)
      // Never resolves: the browser is leaving the page, so the form stays busy.
      return new Promise(() => {})
    }
    setPaying(false)
    setRefusal(refusalOf(outcome, texts))
    if (outcome.kind === 'changed' || outcome.kind === 'lost') router.refresh()
  })

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    void send(event.currentTarget)
  }

  const type = (event: FormEvent<HTMLFormElement>) => {
    const input = event.target
    if (!(input instanceof HTMLInputElement)) return
    setTroubles((shown) => ({ ...shown, [input.name]: undefined }))
    regroup(input, event.nativeEvent)
    if (input.name === 'number') setBrand(cardBrand(input.value))
    else keepFields(token, event.currentTarget)
  }

  return { troubles, refusal, brand, isPaying, submit, type }
}

function refusalOf(outcome: Exclude<PaymentOutcome, { kind: 'paid' }>, texts: CardFormTexts): Refusal | null {
  switch (outcome.kind) {
    case 'refused':
      return {
        title: texts.refusedTitle,
        message: `${declineText(texts, outcome.code)} ${texts.notCharged}`,
      }
    case 'too_many':
      return { title: texts.refusedTitle, message: `${texts.tooMany} ${texts.notCharged}` }
    case 'lost':
      return { title: texts.lostTitle, message: texts.lost }
    case 'changed':
      return null
  }
}

function readFields(form: HTMLFormElement): CardText {
  const data = new FormData(form)
  const read = (field: keyof CardText) => String(data.get(field) ?? '')
  return {
    number: read('number'),
    expiry: read('expiry'),
    securityCode: read('securityCode'),
    holder: read('holder'),
  }
}

function focusFirst(form: HTMLFormElement, troubles: CardTroubles): void {
  const first = FIELDS.find((field) => troubles[field])
  const input = first ? form.elements.namedItem(first) : null
  if (input instanceof HTMLInputElement) input.focus()
}

export type PaymentOutcome =
  | { kind: 'paid'; redirectUrl: string }
  /** Nothing was charged. `code` is the provider's when it declined the card. */
  | { kind: 'refused'; code: string | null }
  | { kind: 'too_many' }
  /** The invoice may have changed (paid, being paid, gone): reload the page. */
  | { kind: 'changed' }
  /** No usable answer: the card may have been charged, so the page has to be read again. */
  | { kind: 'lost' }

/** Submits the card. Never throws. */
async function pay(token: string, card: NonNullable<CheckedCard['card']>): Promise<PaymentOutcome> {
  const body = {
    number: card.number,
    expiry_month: card.expiryMonth,
    expiry_year: card.expiryYear,
    security_code: card.securityCode,
    holder: card.holder,
  }
  try {
    const answer = await requestJson<{ redirect_url?: string }>(`/api/pay/${token}`, { method: 'POST', body })
    // A 202 has no redirect: the provider has not said yet whether the card was charged.
    return answer.redirect_url ? { kind: 'paid', redirectUrl: answer.redirect_url } : { kind: 'changed' }
  } catch (error) {
    return outcomeOf(error)
  }
}

function outcomeOf(error: unknown): PaymentOutcome {
  const { status, code } = error instanceof RequestFailure ? error : { status: 0, code: null }
  if (status === 429) return { kind: 'too_many' }
  if (status === 400 || status === 402) return { kind: 'refused', code: status === 402 ? code : null }
  return status > 400 && status < 500 ? { kind: 'changed' } : { kind: 'lost' }
}
