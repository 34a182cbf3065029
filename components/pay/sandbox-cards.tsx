'use client'

import type { RefObject } from 'react'
import { groupCardNumber } from '@/lib/client/card-fields'
import { useHydrated } from '@/lib/client/use-hydrated'

const YEARS_AHEAD = 3

export type SandboxCardsProps = {
  title: string
  hint: string
  cards: { number: string; outcome: string }[]
  form: RefObject<HTMLFormElement | null>
}

/** The cards of test mode and what each does; a click puts one into the form. */
export function SandboxCards({ title, hint, cards, form }: SandboxCardsProps) {
  const isHydrated = useHydrated()
  return (
    <section aria-labelledby="sandbox-cards" className="mt-6 border-t pt-4">
      <h2 id="sandbox-cards" className="font-medium text-[0.8125rem]">
        {title}
      </h2>
      <p className="text-[0.8125rem] text-muted-foreground">{hint}</p>
      <ul className="-mx-2 mt-2">
        {cards.map(({ number, outcome }) => (
          <li key={number}>
            <button
              type="button"
              // Without script it is a line to read and to copy from.
              disabled={!isHydrated}
              onClick={() => fill(form.current, number)}
              className="flex min-h-8 w-full select-text flex-wrap items-center justify-between gap-x-3 rounded-md px-2 py-1.5 text-start text-[0.8125rem] hover:bg-muted"
            >
              <span dir="ltr" className="tabular whitespace-nowrap font-mono text-xs leading-5">
                {groupCardNumber(number)}
              </span>
              <span className="text-muted-foreground">{outcome}</span>
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
    // As if it had been typed: the form takes away the error beside the field.
    input.dispatchEvent(new Event('input', { bubbles: true }))
  }
}
