'use client'
import { Plus, Trash2 } from 'lucide-react'
import { flushSync } from 'react-dom'
import { type UseFormReturn, useFieldArray } from 'react-hook-form'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { classNames } from '@/components/ui/class-names'
import { Field, Input } from '@/components/ui/field'
import { formatMoney, Money } from '@/components/ui/money'
import { MAXIMUM_ITEMS } from '@/lib/invoices/amounts'
import { type InvoiceFields, NEW_ITEM } from '@/lib/invoices/invoice-fields'
import { formatDecimal } from '@/lib/money/decimals'

type InvoiceItemsProps = {
  form: UseFormReturn<InvoiceFields>
  /** One total per item, in minor units; null while it can't be computed. */
  lines: (bigint | null)[]
  currency: string
  exponent: number
}

export function InvoiceItems({ form, lines, currency, exponent }: InvoiceItemsProps) {
  const { control, register, formState } = form
  const { fields, append, remove } = useFieldArray({ control, name: 'items' })
  const errors = formState.errors.items
  const removeItem = (index: number) => {
    // The focused button disappears, so focus the item in its place, or the last one.
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
                    placeholder="Description"
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

type DraftTotalsProps = {
  currency: string
  exponent: number
  /** In minor units; null while it can't be computed. */
  subtotalMinor: bigint | null
  feeMinor: bigint | null
  totalMinor: bigint | null
  feeTerms: string
}

/** The buyer's total, updated while the form is filled in. */
export function DraftTotals(props: DraftTotalsProps) {
  const { currency, exponent, subtotalMinor, feeMinor, totalMinor, feeTerms } = props
  const amount = (minor: bigint | null) => ({ amount: formatDecimal(minor ?? 0n, exponent), currency })
  return (
    <Card aria-label="Total" className="px-4 py-4 sm:px-5 lg:sticky lg:top-28">
      <dl className="space-y-2">
        <Line term="Subtotal" isKnown={subtotalMinor !== null}>
          <Money value={amount(subtotalMinor)} />
        </Line>
        <Line term="Fee" note={feeTerms} isKnown={feeMinor !== null}>
          <Money value={amount(feeMinor)} />
        </Line>
        <Line term="Your customer pays" isKnown={totalMinor !== null} isStrong>
          <Money value={amount(totalMinor)} />
        </Line>
      </dl>
      <p className="mt-3 text-[0.8125rem] text-muted-foreground">
        You receive the subtotal. Your customer pays the fee on top.
      </p>
    </Card>
  )
}

type LineProps = {
  term: string
  note?: string
  isKnown: boolean
  isStrong?: boolean
  children: React.ReactNode
}

function Line({ term, note, isKnown, isStrong, children }: LineProps) {
  return (
    <div
      className={classNames(
        'flex items-baseline justify-between gap-4',
        isStrong && 'border-t pt-2 font-semibold',
      )}
    >
      <dt>
        {term}
        {note && <span className="ml-1.5 text-[0.8125rem] text-muted-foreground">{note}</span>}
      </dt>
      <dd
        {...(isStrong ? { 'aria-live': 'polite' } : {})}
        className={classNames(!isKnown && 'text-muted-foreground')}
      >
        {children}
      </dd>
    </div>
  )
}
