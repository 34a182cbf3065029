'use client'

import type { ComponentProps } from 'react'
import { Checkbox, Field, Input } from '@/components/ui/field'
import { formatMoney, type MoneyValue } from '@/components/ui/money'
import { Segments } from '@/components/ui/segments'
import { formatDecimal } from '@/lib/money/decimals'
import { amountOfQuantity, type CreditableItem, exponentOf, type ItemChoice, leftOfItem } from './item-choice'

const WAYS = [
  { value: 'amount', label: 'An amount' },
  { value: 'items', label: 'Items' },
] as const

/** A credit note is about an amount of the whole invoice, or about chosen items. */
export type CreditWay = (typeof WAYS)[number]['value']

type AmountOrItemsProps = Omit<CreditedItemsProps, 'error'> & {
  legend: string
  way: CreditWay
  onWay: (way: CreditWay) => void
  hint: string
  error: string | undefined
  /** The amount's input, as the form registers it. */
  input: ComponentProps<typeof Input>
  itemsError: string | null
}

/** Asks for an amount or, of an invoice with several items, for items. */
export function AmountOrItems(props: AmountOrItemsProps) {
  const { legend, way, onWay, hint, error, input, itemsError, ...choice } = props
  return (
    <>
      {choice.items.length > 1 && <Segments legend={legend} options={WAYS} value={way} onChange={onWay} />}
      {way === 'amount' ? (
        <Field label={`Amount in ${choice.left.currency}`} hint={hint} error={error}>
          {(control) => (
            <Input
              {...control}
              {...input}
              inputMode="decimal"
              autoComplete="off"
              maxLength={20}
              className="tabular text-right"
            />
          )}
        </Field>
      ) : (
        <CreditedItems {...choice} error={itemsError} />
      )}
    </>
  )
}

type CreditedItemsProps = {
  items: CreditableItem[]
  choices: ItemChoice[]
  /** The amount that can still be credited of the whole invoice. */
  left: MoneyValue
  error: string | null
  onChange: (choices: ItemChoice[]) => void
}

/** The items of an invoice to choose from, each with its quantity and amount. */
function CreditedItems({ items, choices, left, error, onChange }: CreditedItemsProps) {
  const exponent = exponentOf(left)
  const change = (index: number, changes: Partial<ItemChoice>) =>
    onChange(choices.map((choice, place) => (place === index ? { ...choice, ...changes } : choice)))
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">Items</legend>
      <ul className="divide-y rounded-lg border">
        {items.map((item, index) => {
          const choice = choices[index]
          if (!choice) return null
          const isLeft = item.leftMinor > 0n
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: an item is its place, and the places of an issued invoice don't change.
            <li key={index} className="space-y-3 p-3">
              <label className="flex items-start gap-2.5">
                <Checkbox
                  className="mt-0.5"
                  checked={choice.isChosen}
                  disabled={!isLeft}
                  onChange={(event) => change(index, { isChosen: event.target.checked })}
                />
                <span className="min-w-0 flex-1 break-words">
                  {item.title}
                  {item.tax && (
                    <span className="block text-[0.8125rem] text-muted-foreground">{item.tax}</span>
                  )}
                </span>
                <span className="tabular shrink-0 text-muted-foreground">
                  {isLeft ? `${formatMoney(leftOfItem(item, left))} left` : 'Credited'}
                </span>
              </label>
              {choice.isChosen && (
                <div className="grid grid-cols-2 gap-3 pl-6.5">
                  <Field label="Quantity" hint={`Of ${item.quantity}`}>
                    {(control) => (
                      <Input
                        {...control}
                        value={choice.quantity}
                        onChange={({ target: { value: quantity } }) => {
                          const minor = amountOfQuantity(item, quantity)
                          const amount = minor === null ? choice.amount : formatDecimal(minor, exponent)
                          change(index, { quantity, amount })
                        }}
                        inputMode="decimal"
                        autoComplete="off"
                        maxLength={20}
                        className="tabular text-right"
                      />
                    )}
                  </Field>
                  <Field label={`Amount in ${left.currency}`} hint={item.tax ? 'With tax' : undefined}>
                    {(control) => (
                      <Input
                        {...control}
                        value={choice.amount}
                        onChange={({ target: { value: amount } }) => change(index, { amount, quantity: '' })}
                        inputMode="decimal"
                        autoComplete="off"
                        maxLength={20}
                        className="tabular text-right"
                      />
                    )}
                  </Field>
                </div>
              )}
            </li>
          )
        })}
      </ul>
      {error && (
        <p role="alert" className="mt-1.5 text-[0.8125rem] text-danger">
          {error}
        </p>
      )}
    </fieldset>
  )
}
