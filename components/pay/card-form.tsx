'use client'
import { type ReactNode, type RefObject, useRef } from 'react'
import { useHydrated } from '@/components/forms/send-once'
import type { CardFormTexts } from '@/components/pay/texts/pay-texts'
import { Button } from '@/components/ui/button'
import { Field, Input } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import { CARD_TEXT_LIMITS, type CardText } from '@/lib/payments/card'
import { groupCardNumber } from './card-fields'
import type { CardMark } from './card-marks'
import { type CardFormStart, useCardForm } from './use-card-form'

type CardFormProps = {
  token: string
  texts: CardFormTexts
  payLabel: string
  payingStatus: string
  /** Initial values after a submission without JavaScript. */
  start: CardFormStart
  /** The marks of the brands that are taken. */
  marks: CardMark[]
  sandbox: Omit<SandboxCardsProps, 'form'> | null
  /** Stands below the button. */
  children: ReactNode
}

/** A plain form that also pays before hydration and without JavaScript. */
export function CardForm(props: CardFormProps) {
  const { token, texts, payLabel, payingStatus, start, marks, sandbox, children } = props
  const form = useRef<HTMLFormElement>(null)
  const { troubles, refusal, brand, isPaying, submit, type } = useCardForm(form, { token, texts, start })
  const errorOf = (field: keyof CardText) => troubles[field] && texts.troubles[troubles[field]]
  return (
    <>
      <form
        ref={form}
        method="post"
        action={`/api/pay/${token}/form`}
        noValidate
        onSubmit={submit}
        onInput={type}
        className="space-y-4"
      >
        {refusal && (
          <Notice kind="danger" role="alert" title={refusal.title}>
            {refusal.message}
          </Notice>
        )}
        <CardFields texts={texts} errorOf={errorOf} brand={brand} marks={marks} start={start} />
        <Button
          type="submit"
          size="large"
          pending={isPaying}
          className="w-full ring-1 ring-foreground/15 ring-inset"
        >
          <span className="tabular">{isPaying ? texts.paying : payLabel}</span>
        </Button>
        <p role="status" className="sr-only">
          {isPaying ? payingStatus : ''}
        </p>
      </form>
      {children}
      {sandbox && <SandboxCards {...sandbox} form={form} />}
    </>
  )
}

type CardFieldsProps = Pick<CardFormProps, 'texts' | 'start' | 'marks'> & {
  errorOf: (field: keyof CardText) => string | undefined
  brand: string | null
}

/** The card fields, named as browsers' autofill expects. */
function CardFields({ texts, start, errorOf, brand, marks }: CardFieldsProps) {
  return (
    <>
      <div className="relative">
        <Field label={texts.number} error={errorOf('number')}>
          {(control) => (
            <DigitsInput
              {...control}
              name="number"
              autoComplete="cc-number"
              placeholder="1234 1234 1234 1234"
            />
          )}
        </Field>
        {/* Above the field, because on small phones it would cover the last digits. */}
        <span aria-hidden className="absolute end-0 -top-1 flex gap-1">
          {marks.map(({ name, picture }) => (
            <span key={name} data-mark={name} className={brand && brand !== name ? 'opacity-25' : undefined}>
              {picture}
            </span>
          ))}
        </span>
        <span role="status" className="sr-only">
          {brand}
        </span>
      </div>
      <div className="grid grid-cols-2 gap-3">
        <Field label={texts.expiry} error={errorOf('expiry')}>
          {(control) => (
            <DigitsInput
              {...control}
              name="expiry"
              autoComplete="cc-exp"
              placeholder={texts.expiryExample}
              defaultValue={start.expiry}
            />
          )}
        </Field>
        <Field label={texts.securityCode} error={errorOf('securityCode')}>
          {(control) => (
            <DigitsInput {...control} name="securityCode" autoComplete="cc-csc" placeholder="123" />
          )}
        </Field>
      </div>
      <Field label={texts.holder} error={errorOf('holder')}>
        {(control) => (
          <Input
            {...control}
            name="holder"
            dir="auto"
            autoComplete="cc-name"
            maxLength={CARD_TEXT_LIMITS.holder}
            defaultValue={start.holder}
            className="min-h-11"
          />
        )}
      </Field>
    </>
  )
}

type DigitsInputProps = {
  name: Exclude<keyof CardText, 'holder'>
  autoComplete: string
  placeholder: string
  defaultValue?: string
}

/** Digits run left to right in every language. */
function DigitsInput({ name, ...props }: DigitsInputProps) {
  return (
    <Input
      {...props}
      name={name}
      inputMode="numeric"
      dir="ltr"
      maxLength={CARD_TEXT_LIMITS[name]}
      className="tabular min-h-11 rtl:text-right"
    />
  )
}

const YEARS_AHEAD = 3

type SandboxCardsProps = {
  title: string
  hint: string
  click: string
  cards: { number: string; outcome: string }[]
  form: RefObject<HTMLFormElement | null>
}

/** Test cards and what each does; a click fills one in. */
function SandboxCards({ title, hint, click, cards, form }: SandboxCardsProps) {
  const isHydrated = useHydrated()
  return (
    <section aria-labelledby="sandbox-cards" className="mt-6 border-t pt-4">
      <h2 id="sandbox-cards" className="font-medium text-[0.8125rem]">
        {title}
      </h2>
      <p className="text-[0.8125rem] text-muted-foreground">
        {hint} <span className="scripted">{click}</span>
      </p>
      <ul className="-mx-2 mt-2">
        {cards.map(({ number, outcome }) => (
          <li key={number}>
            <button
              type="button"
              // Without JavaScript it is text to copy.
              disabled={!isHydrated}
              onClick={() => fill(form.current, number)}
              className="flex min-h-8 w-full select-text flex-wrap items-center justify-between gap-x-3 rounded-md px-2 py-1.5 text-start text-[0.8125rem] hover:bg-muted"
            >
              <span dir="ltr" className="tabular whitespace-nowrap font-mono text-xs leading-5">
                {groupCardNumber(number)}
              </span>
              <span className="ms-auto text-muted-foreground">{outcome}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function fill(form: HTMLFormElement | null, number: string): void {
  const year = String((new Date().getFullYear() + YEARS_AHEAD) % 100).padStart(2, '0')
  const texts = {
    number: groupCardNumber(number),
    expiry: `12 / ${year}`,
    securityCode: '123',
    holder: 'Test Buyer',
  }
  for (const [name, text] of Object.entries(texts)) {
    const input = form?.elements.namedItem(name)
    if (!(input instanceof HTMLInputElement)) continue
    input.value = text
    // Fire an input event, as typing would, so that the form clears the field's error.
    input.dispatchEvent(new Event('input', { bubbles: true }))
  }
}
