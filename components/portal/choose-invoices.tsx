'use client'

import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Button, buttonStyle } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/field'
import type { Locale } from '@/lib/i18n/locale'
import { formatAmountIn } from '@/lib/i18n/locale-format'

type ChoosableInvoice = {
  /** Its name in the form. */
  choice: string
  /** In major units. */
  amountDue: string
  isSelected: boolean
  title: ReactNode
  actions: ReactNode
}

type ChooseInvoicesProps = {
  /** Where the form goes. */
  action: string
  /** The portal with all of these selected, for browsers without JavaScript. */
  allSelected: string
  invoices: ChoosableInvoice[]
  currency: string
  locale: Locale
  words: {
    all: string
    none: string
    /** For one invoice, for two and so on, up to the most that can be paid at once: what is before and behind the amount. */
    pay: string[][]
    payChosen: string
    tooMany: string
  }
}

/**
 * Open invoices of one currency, of which several can be paid at once. A plain form; the script counts and adds up what is
 * selected.
 */
export function ChooseInvoices(props: ChooseInvoicesProps) {
  const { action, allSelected, invoices, currency, locale, words } = props
  const form = useRef<HTMLFormElement>(null)
  // Null until the script runs: the server doesn't know what the browser has selected by then.
  const [selected, setSelected] = useState<string[] | null>(null)
  const count = () => setSelected(boxesOf(form.current).flatMap((box) => (box.checked ? [box.value] : [])))
  const names = invoices.map(({ choice }) => choice).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: for what the browser has kept of an earlier visit, and new boxes.
  useEffect(count, [names])
  // One that was paid in another tab is gone from the list.
  const chosen = selected && invoices.filter(({ choice }) => selected.includes(choice))
  const maximum = words.pay.length
  const isAll = chosen !== null && chosen.length >= Math.min(invoices.length, maximum)
  const isTooMany = chosen !== null && chosen.length > maximum
  const isReady = chosen === null || (chosen.length > 0 && !isTooMany)
  const selectAll = (event: MouseEvent) => {
    event.preventDefault()
    for (const [index, box] of boxesOf(form.current).entries()) box.checked = !isAll && index < maximum
    count()
  }
  const amounts = chosen?.map(({ amountDue }) => amountDue) ?? []
  const label = words.pay[amounts.length - 1]
  return (
    <form
      ref={form}
      method="post"
      action={action}
      onChange={count}
      onSubmit={(event) => isReady || event.preventDefault()}
    >
      <ul>
        {invoices.map(({ choice, isSelected, title, actions }) => (
          <li
            key={choice}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t px-4 py-3.5 first:border-t-0 sm:px-6"
          >
            <label className="flex min-w-0 cursor-pointer items-start gap-3">
              <Checkbox name="invoice" value={choice} defaultChecked={isSelected} className="mt-1" />
              <span className="min-w-0">{title}</span>
            </label>
            {actions}
          </li>
        ))}
      </ul>
      <div className="sticky bottom-0 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t bg-surface px-4 py-3 sm:px-6">
        <a
          href={allSelected}
          onClick={selectAll}
          className={buttonStyle({ variant: 'secondary', size: 'small' })}
        >
          {isAll ? words.none : words.all}
        </a>
        {isTooMany && (
          <p role="alert" className="text-[0.8125rem] text-danger">
            {words.tooMany}
          </p>
        )}
        <Button
          type="submit"
          size="large"
          aria-disabled={!isReady}
          className="w-full ring-1 ring-foreground/15 ring-inset sm:w-auto"
        >
          <span className="tabular">
            {label?.join(formatAmountIn(locale, sumOf(amounts), currency)) ?? words.payChosen}
          </span>
        </Button>
      </div>
    </form>
  )
}

function boxesOf(form: HTMLFormElement | null): HTMLInputElement[] {
  return [...(form?.querySelectorAll<HTMLInputElement>('input[name=invoice]') ?? [])]
}

/** Adds up amounts that have the same decimals. */
function sumOf(amounts: string[]): string {
  const decimals = amounts[0]?.split('.')[1]?.length ?? 0
  const minor = amounts.reduce((sum, amount) => sum + BigInt(amount.replace('.', '')), 0n)
  const digits = String(minor).padStart(decimals + 1, '0')
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}
