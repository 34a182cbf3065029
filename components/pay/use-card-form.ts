'use client'

import { useRouter } from 'next/navigation'
import { type FormEvent, useRef, useState } from 'react'
import {
  type CardErrors,
  type CardText,
  caretAfterDigits,
  checkCard,
  digitsOf,
  groupCardNumber,
  groupExpiry,
  groupSecurityCode,
} from '@/lib/client/card-fields'
import { type PaymentOutcome, pay } from '@/lib/client/pay'

const GROUPINGS: Partial<Record<string, (text: string) => string>> = {
  number: groupCardNumber,
  expiry: groupExpiry,
  securityCode: groupSecurityCode,
}

const FIELDS: (keyof CardText)[] = ['number', 'expiry', 'securityCode', 'holder']

type Refusal = { title: string; message: string }

/** The card form's behaviour. The fields keep their own text, so that it survives whatever happens. */
export function useCardForm(token: string) {
  const router = useRouter()
  const [errors, setErrors] = useState<CardErrors>({})
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [isPaying, setPaying] = useState(false)
  // State is set too late to stop the second of two quick clicks.
  const busy = useRef(false)

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    if (busy.current) return
    const checked = checkCard(readFields(form), new Date())
    setErrors(checked.errors ?? {})
    setRefusal(null)
    if (!checked.card) {
      focusField(
        form,
        FIELDS.find((field) => checked.errors[field]),
      )
      return
    }
    busy.current = true
    setPaying(true)
    const outcome = await pay(token, checked.card)
    // On the way to another page the form stays busy: there is nothing left to do in it.
    if (outcome.kind === 'paid') return window.location.assign(outcome.redirectUrl)
    busy.current = false
    setPaying(false)
    setRefusal(refusalOf(outcome))
    if (outcome.kind === 'changed') router.refresh()
  }

  /** Groups what was typed, with the caret staying where it was among the digits. */
  const regroup = (event: FormEvent<HTMLFormElement>) => {
    const input = event.target
    if (!(input instanceof HTMLInputElement)) return
    setErrors((shown) => ({ ...shown, [input.name]: undefined }))
    const group = GROUPINGS[input.name]
    if (!group || isDeletion(event.nativeEvent)) return
    const digitsBefore = digitsOf(input.value.slice(0, input.selectionStart ?? input.value.length)).length
    const isAtEnd = input.selectionStart === input.value.length
    input.value = group(input.value)
    const caret = isAtEnd ? input.value.length : caretAfterDigits(input.value, digitsBefore)
    input.setSelectionRange(caret, caret)
  }

  return { errors, refusal, isPaying, submit, regroup }
}

function refusalOf(outcome: Exclude<PaymentOutcome, { kind: 'paid' }>): Refusal | null {
  const { kind, message } = outcome
  if (message === null) return null
  return {
    title: kind === 'refused' ? 'The payment did not go through' : 'We don’t know yet whether you have paid',
    message,
  }
}

/** Regrouping after a deletion would put the separator back that was just deleted. */
function isDeletion(event: Event): boolean {
  return event instanceof InputEvent && event.inputType.startsWith('delete')
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

function focusField(form: HTMLFormElement, field: string | undefined): void {
  const input = field ? form.elements.namedItem(field) : null
  if (input instanceof HTMLInputElement) input.focus()
}
