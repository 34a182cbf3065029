'use client'

import { Plus, Trash2 } from 'lucide-react'
import { flushSync } from 'react-dom'
import { type UseFormReturn, useFieldArray } from 'react-hook-form'
import { formatMoney } from '@/lib/client/format-money'
import { formatDecimal } from '@/lib/decimals'
import { type InvoiceFields, MAXIMUM_ITEMS, NEW_ITEM } from '@/lib/invoice-fields'
import { Button } from '../ui/button'
import { classNames } from '../ui/class-names'
import { Field } from '../ui/field'
import { Input } from '../ui/input'

type InvoiceItemsProps = {
  form: UseFormReturn<InvoiceFields>
  /** Of each item, in minor units; null where it can't be told yet. */
  lines: (bigint | null)[]
  currency: string
  exponent: number
}

export function InvoiceItems({ form, lines, currency, exponent }: InvoiceItemsProps) {
  const { control, register, formState } = form
  const { fields, append, remove } = useFieldArray({ control, name: 'items' })
  const errors = formState.errors.items
  const removeItem = (index: number) => {
    // The button that has the focus goes away: the item in its place, or the last one, takes it over.
    flushSync(() => remove(index))
    form.setFocus(`items.${Math.min(index, fields.length - 2)}.title`)
  }
  return (
    <div className="space-y-4">
      <ul className="space-y-4">
        {fields.map((field, index) => {
          const line = lines[index] ?? null
          return (
            <li
              key={field.id}
              className={classNames(
                'grid gap-3 not-last:border-b not-last:pb-4 sm:border-b-0! sm:pb-0!',
                fields.length > 1
                  ? 'grid-cols-[1fr_1fr_2.25rem] sm:grid-cols-[minmax(0,1fr)_5.5rem_8rem_2.25rem]'
                  : 'grid-cols-2 sm:grid-cols-[minmax(0,1fr)_5.5rem_8rem]',
              )}
            >
              <Field
                label={`Item ${index + 1}`}
                error={errors?.[index]?.title?.message}
                className={classNames(fields.length > 1 ? 'col-span-3' : 'col-span-2', 'sm:col-span-1')}
              >
                {(props) => (
                  <Input
                    {...props}
                    {...register(`items.${index}.title`)}
                    maxLength={255}
                    autoComplete="off"
                    placeholder="What it is for"
                  />
                )}
              </Field>
              <Field label="Quantity" error={errors?.[index]?.quantity?.message}>
                {(props) => (
                  <Input
                    {...props}
                    {...register(`items.${index}.quantity`)}
                    inputMode="decimal"
                    maxLength={20}
                    autoComplete="off"
                    className="tabular text-right"
                  />
                )}
              </Field>
              <Field
                label="Unit price"
                error={errors?.[index]?.price?.message}
                hint={line === null ? undefined : lineText(line, currency, exponent)}
              >
                {(props) => (
                  <Input
                    {...props}
                    {...register(`items.${index}.price`)}
                    inputMode="decimal"
                    maxLength={20}
                    autoComplete="off"
                    placeholder={formatDecimal(0n, exponent)}
                    className="tabular text-right"
                  />
                )}
              </Field>
              {fields.length > 1 && (
                <Button
                  variant="ghost"
                  size="icon"
                  aria-label={`Remove item ${index + 1}`}
                  onClick={() => removeItem(index)}
                  className="mt-7 sm:mt-6.5"
                >
                  <Trash2 aria-hidden className="size-4" />
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      <Button
        variant="secondary"
        size="small"
        disabled={fields.length >= MAXIMUM_ITEMS}
        onClick={() => append(NEW_ITEM, { focusName: `items.${fields.length}.title` })}
      >
        <Plus aria-hidden className="size-4" />
        Add item
      </Button>
    </div>
  )
}

function lineText(lineMinor: bigint, currency: string, exponent: number): string {
  return `= ${formatMoney({ amount: formatDecimal(lineMinor, exponent), currency })}`
}
