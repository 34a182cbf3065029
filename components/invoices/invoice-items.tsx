'use client'
import { Percent, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { type UseFormReturn, useFieldArray } from 'react-hook-form'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { classNames } from '@/components/ui/class-names'
import { Checkbox, Field, Input, Select } from '@/components/ui/field'
import { formatMoney, Money } from '@/components/ui/money'
import { rateLabel, type TaxRateView } from '@/lib/catalog/catalog-fields'
import { MAX_ITEMS } from '@/lib/invoices/amounts'
import { type DraftAmounts, type InvoiceFields, isUntaxed, NEW_ITEM } from '@/lib/invoices/invoice-fields'
import type { InvoiceTerms } from '@/lib/invoices/invoice-terms'
import { formatDecimal } from '@/lib/money/decimals'
import { MAX_TAX_NAME_CHARACTERS, ratePercent } from '@/lib/money/taxes'
import { ItemCombobox } from './item-combobox'

type InvoiceItemsProps = {
  form: UseFormReturn<InvoiceFields>
  terms: Pick<InvoiceTerms, 'mode' | 'taxes'>
  /** One total per item, in minor units; null while it can't be computed. */
  lines: (bigint | null)[]
  currency: string
  exponent: number
}

export function InvoiceItems({ form, terms, lines, currency, exponent }: InvoiceItemsProps) {
  const { control, register, formState } = form
  const { fields, append, remove } = useFieldArray({ control, name: 'items' })
  const [isTaxing, setTaxing] = useState(false)
  const items = form.watch('items')
  const { rates } = terms.taxes
  const customer = form.watch('customer')
  const isUntaxedCustomer = isUntaxed(customer)
  const hasTaxes =
    isTaxing || rates.length > 0 || items.some(({ taxName, taxRate }) => taxName !== '' || taxRate !== '')
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
                'grid gap-3 not-last:border-b not-last:pb-4',
                (!hasTaxes || isUntaxedCustomer) && 'sm:border-b-0! sm:pb-0!',
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
                {(props) => <ItemCombobox form={form} index={index} mode={terms.mode} control={props} />}
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
              {hasTaxes && !isUntaxedCustomer && <LineTax form={form} index={index} rates={rates} />}
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
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          variant="secondary"
          size="small"
          disabled={fields.length >= MAX_ITEMS}
          onClick={() => append(itemAfter(items.at(-1)), { focusName: `items.${fields.length}.title` })}
        >
          <Plus aria-hidden className="size-4" />
          Add item
        </Button>
        {isUntaxedCustomer ? (
          <p className="text-[0.8125rem] text-muted-foreground">
            {customer?.taxTreatment === 'exempt'
              ? 'No tax: the customer is exempt. The invoice says why.'
              : 'No tax: reverse charge. The customer accounts for the VAT, and the invoice says so.'}
          </p>
        ) : hasTaxes ? (
          <label className="flex min-h-8 items-center gap-2 text-[0.8125rem]">
            <Checkbox {...register('taxInclusive')} />
            Prices include tax
          </label>
        ) : (
          <Button
            variant="secondary"
            size="small"
            onClick={() => {
              flushSync(() => setTaxing(true))
              form.setFocus('items.0.taxName')
            }}
          >
            <Percent aria-hidden className="size-4" />
            Add tax
          </Button>
        )}
      </div>
      <DiscountField form={form} currency={currency} />
    </div>
  )
}

const OTHER = 'other'

/** The tax of a line: one of the saved rates, or any other by name and rate. */
function LineTax({
  form,
  index,
  rates,
}: Pick<InvoiceItemsProps, 'form'> & { index: number; rates: TaxRateView[] }) {
  const { register, formState, watch, setValue } = form
  const { taxName, taxRate } = watch(`items.${index}`)
  const saved = rates.find(({ name, percent }) => name === taxName && percent === taxRate)
  const [isOther, setOther] = useState(false)
  const hasOther = !saved && (isOther || taxName !== '' || taxRate !== '')
  const errors = formState.errors.items?.[index]
  const choose = (id: string) => {
    const rate = rates.find((rate) => rate.id === id)
    setOther(id === OTHER)
    const options = { shouldDirty: true, shouldValidate: formState.isSubmitted }
    setValue(`items.${index}.taxName`, rate?.name ?? '', options)
    setValue(`items.${index}.taxRate`, rate?.percent ?? '', options)
    if (id === OTHER) queueMicrotask(() => form.setFocus(`items.${index}.taxName`))
  }
  return (
    <>
      {rates.length > 0 && (
        <Field label="Tax" className="order-last col-span-2 sm:col-start-2">
          {(props) => (
            <Select
              {...props}
              value={saved ? saved.id : hasOther ? OTHER : ''}
              onChange={({ target }) => choose(target.value)}
            >
              <option value="">No tax</option>
              {rates.map((rate) => (
                <option key={rate.id} value={rate.id}>
                  {rateLabel(rate)}
                </option>
              ))}
              <option value={OTHER}>Other…</option>
            </Select>
          )}
        </Field>
      )}
      {(rates.length === 0 || hasOther) && (
        <>
          <Field
            label={rates.length === 0 ? 'Tax' : 'Tax name'}
            error={errors?.taxName?.message}
            className="order-last sm:col-start-2"
          >
            {(props) => (
              <Input
                {...props}
                {...register(`items.${index}.taxName`)}
                maxLength={MAX_TAX_NAME_CHARACTERS}
                autoComplete="off"
                placeholder="VAT"
              />
            )}
          </Field>
          <Field label="Tax rate (%)" error={errors?.taxRate?.message} className="order-last">
            {(props) => (
              <Input
                {...props}
                {...register(`items.${index}.taxRate`)}
                inputMode="decimal"
                maxLength={20}
                autoComplete="off"
                placeholder="0"
                className="tabular text-right"
              />
            )}
          </Field>
        </>
      )}
    </>
  )
}

/** A new item is taxed like the one before it. */
function itemAfter(last: InvoiceFields['items'][number] | undefined) {
  return { ...NEW_ITEM, taxName: last?.taxName ?? '', taxRate: last?.taxRate ?? '' }
}

function DiscountField({ form, currency }: { form: UseFormReturn<InvoiceFields>; currency: string }) {
  const { register, formState } = form
  return (
    <div className="border-t pt-4">
      <div className="grid max-w-80 grid-cols-[minmax(0,1fr)_7rem] items-start gap-3">
        <Field label="Discount" error={formState.errors.discount?.message} hint="Taken off before taxes">
          {(props) => (
            <Input
              {...props}
              {...register('discount')}
              inputMode="decimal"
              maxLength={20}
              autoComplete="off"
              placeholder="None"
              className="tabular text-right"
            />
          )}
        </Field>
        <Field label="Discount type">
          {(props) => (
            <Select {...props} {...register('discountIn')}>
              <option value="percent">%</option>
              <option value="amount">{currency}</option>
            </Select>
          )}
        </Field>
      </div>
    </div>
  )
}

function lineText(lineMinor: bigint, currency: string, exponent: number): string {
  return `= ${formatMoney({ amount: formatDecimal(lineMinor, exponent), currency })}`
}

type DraftTotalsProps = Omit<DraftAmounts, 'lines' | 'baseMinor'> & {
  currency: string
  exponent: number
  feeTerms: string
}

/** The buyer's total, updated while the form is filled in. */
export function DraftTotals(props: DraftTotalsProps) {
  const { currency, exponent, subtotalMinor, discountMinor, taxes, feeMinor, totalMinor, feeTerms } = props
  const amount = (minor: bigint | null) => ({ amount: formatDecimal(minor ?? 0n, exponent), currency })
  return (
    <Card aria-label="Total" className="px-4 py-4 sm:px-5">
      <dl className="space-y-2">
        <Line term="Subtotal" isKnown={subtotalMinor !== null}>
          <Money value={amount(subtotalMinor)} />
        </Line>
        {discountMinor !== null && (
          <Line term="Discount" isKnown>
            −<Money value={amount(discountMinor)} />
          </Line>
        )}
        {taxes.map(({ name, ratePpm, isInclusive, taxMinor }) => (
          <Line
            key={`${name} ${ratePpm}`}
            term={`${name || 'Tax'} ${ratePercent(ratePpm)}%`}
            {...(isInclusive ? { note: 'included' } : {})}
            isKnown
          >
            <Money value={amount(taxMinor)} />
          </Line>
        ))}
        <Line term="Fee" note={feeTerms} isKnown={feeMinor !== null}>
          <Money value={amount(feeMinor)} />
        </Line>
        <Line term="Your customer pays" isKnown={totalMinor !== null} isStrong>
          <Money value={amount(totalMinor)} />
        </Line>
      </dl>
      <p className="mt-3 text-[0.8125rem] text-muted-foreground">
        Your customer pays the fee on top. You receive everything else.
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
