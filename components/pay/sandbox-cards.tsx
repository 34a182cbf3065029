'use client'

import type { RefObject } from 'react'
import { groupCardNumber } from '@/lib/client/card-fields'

const CARDS = [
  { number: '4242424242424242', outcome: 'Pays' },
  { number: '4000000000000002', outcome: 'Declined' },
  { number: '4000000000009995', outcome: 'Insufficient funds' },
  { number: '4000000000000069', outcome: 'Expired card' },
  { number: '4000000000000127', outcome: 'Wrong security code' },
  { number: '4000000000000119', outcome: 'Processing error' },
]

const YEARS_AHEAD = 3

/** The cards of test mode and what each does; a click puts one into the form. */
export function SandboxCards({ form }: { form: RefObject<HTMLFormElement | null> }) {
  const fill = (number: string) => {
    const year = String((new Date().getFullYear() + YEARS_AHEAD) % 100).padStart(2, '0')
    const texts = {
      number: groupCardNumber(number),
      expiry: `12 / ${year}`,
      securityCode: '123',
      holder: 'Test Buyer',
    }
    for (const [name, text] of Object.entries(texts)) {
      const input = form.current?.elements.namedItem(name)
      if (!(input instanceof HTMLInputElement)) continue
      input.value = text
      // As if it had been typed: the form takes away the error beside the field.
      input.dispatchEvent(new Event('input', { bubbles: true }))
    }
  }
  return (
    <section aria-labelledby="sandbox-cards" className="mt-6 border-t pt-4">
      <h2 id="sandbox-cards" className="font-medium text-[0.8125rem]">
        Sandbox cards
      </h2>
      <p className="text-[0.8125rem] text-muted-foreground">Any future date, any CVC. Click one to use it.</p>
      <ul className="-mx-2 mt-2">
        {CARDS.map(({ number, outcome }) => (
          <li key={number}>
            <button
              type="button"
              onClick={() => fill(number)}
              className="flex w-full flex-wrap items-center justify-between gap-x-3 rounded-md px-2 py-1.5 text-left text-[0.8125rem] hover:bg-muted"
            >
              <span className="tabular whitespace-nowrap font-mono text-xs leading-5">
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
