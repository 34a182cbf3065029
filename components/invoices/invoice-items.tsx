'use client'
import { Percent, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useFieldArray } from 'react-hook-form'
import { Button } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { Checkbox, Field, Input, Select } from '@/components/ui/field'
import { Money } from '@/components/ui/money'
import { rateLabel, type TaxRateView } from '@/lib/catalog/catalog-fields'
import { MAX_ITEMS } from '@/lib/invoices/amounts'
import { type InvoiceFields, isUntaxed, NEW_ITEM, WHOLE_TITLE } from '@/lib/invoices/invoice-fields'
import { formatDecimal } from '@/lib/money/decimals'
import { MAX_TAX_NAME_CHARACTERS } from '@/lib/money/taxes'
import { ItemCombobox } from './item-combobox'
import { type InvoiceFormProps, useTypedInvoice } from './use-invoice-form'

/** Description, quantity, price and amount; on a narrow paper one below the other. */
const COLUMNS = '@2xl:grid-cols-[minmax(0,1fr)_4.5rem_6.5rem_7rem] @2xl:gap-x-6'

/** The headings of a wide paper are the labels there; readers of the screen hear each field's own. */
const IN_TABLE = '@2xl:sr-only'

/** The lines of the invoice. */
export function InvoiceItems({ form, terms }: InvoiceFormProps) {
  const { fields } = useTypedInvoice({ form, terms })
  return (
    <section aria-label="Items">
      <div
        aria-hidden
        className={classNames(
          'hidden border-b py-2 text-[0.8125rem] text-muted-foreground @2xl:grid *:not-first:text-right',
          COLUMNS,
        )}
      >
        <span>Description</span>
        <span>Quantity</span>
        <span>Unit price</span>
        <span>Amount</span>
      </div>
      {fields.kind === 'items' ? (
        <ItemLines form={form} terms={terms} />
      ) : (
        <WholeLine form={form} terms={terms} />
      )}
    </section>
  )
}

function ItemLines({ form, terms }: InvoiceFormProps) {
  const { control, register, formState } = form
  const { fields, append, remove } = useFieldArray({ control, name: 'items' })
  const { fields: typed, exponent, money, amounts } = useTypedInvoice({ form, terms })
  const [isTaxing, setTaxing] = useState(false)
  const { items, customer } = typed
  const { rates } = terms.taxes
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
    <>
      <ul>
        {fields.map((field, index) => {
          const lineMinor = amounts.lines[index] ?? null
          return (
            <li
              key={field.id}
              className={classNames(
                'relative grid grid-cols-[1fr_1fr_2.25rem] gap-3 border-b py-4 @2xl:gap-y-0 @2xl:py-2',
                COLUMNS,
              )}
            >
              <Field
                label={`Item ${index + 1}`}
                error={errors?.[index]?.title?.message}
                className="col-span-full @2xl:col-span-1"
                labelClassName={IN_TABLE}
              >
                {(props) => <ItemCombobox form={form} index={index} mode={terms.mode} control={props} />}
              </Field>
              <Field label="Quantity" error={errors?.[index]?.quantity?.message} labelClassName={IN_TABLE}>
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
                labelClassName={IN_TABLE}
                className={classNames(fields.length === 1 && 'col-span-2 @2xl:col-span-1')}
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
              <p
                className={classNames(
                  'order-last col-span-full flex justify-between @2xl:order-none @2xl:col-span-1 @2xl:block @2xl:pt-2 @2xl:text-right',
                  lineMinor === null && 'text-muted-foreground',
                )}
              >
                <span className={classNames('text-muted-foreground text-[0.8125rem]', IN_TABLE)}>
                  Amount{' '}
                </span>
                <Money value={money(lineMinor)} />
              </p>
              {hasTaxes && !isUntaxedCustomer && <LineTax form={form} index={index} rates={rates} />}
              {fields.length > 1 && (
                <Button
                  variant="ghost"
                  size="icon"
                  aria-label={`Remove item ${index + 1}`}
                  onClick={() => removeItem(index)}
                  // In the margin of a wide paper.
                  className="mt-7 @2xl:absolute @2xl:top-2 @2xl:-right-9 @2xl:mt-0 @2xl:size-8"
                >
                  <Trash2 aria-hidden className="size-4" />
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
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
    </>
  )
}

/** The one line of an invoice that has only an amount. */
function WholeLine({ form, terms }: InvoiceFormProps) {
  const { exponent, money, amounts } = useTypedInvoice({ form, terms })
  return (
    <div className={classNames('grid gap-3 border-b py-4 @2xl:py-2', COLUMNS)}>
      <p className="@2xl:pt-2">{WHOLE_TITLE}</p>
      <p className="tabular hidden pt-2 text-right @2xl:block">1</p>
      <Field label="Amount" error={form.formState.errors.amount?.message} labelClassName={IN_TABLE}>
        {(props) => (
          <Input
            {...props}
            {...form.register('amount')}
            inputMode="decimal"
            maxLength={20}
            autoComplete="off"
            placeholder={formatDecimal(0n, exponent)}
            className="tabular text-right"
          />
        )}
      </Field>
      <p className="hidden pt-2 text-right @2xl:block">
        <Money value={money(amounts.subtotalMinor)} />
      </p>
    </div>
  )
}

const OTHER = 'other'

/** The tax of a line: one of the saved rates, or any other by name and rate. */
function LineTax({
  form,
  index,
  rates,
}: Pick<InvoiceFormProps, 'form'> & { index: number; rates: TaxRateView[] }) {
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
    <div className="order-last col-span-full flex gap-3 @2xl:order-none @2xl:col-span-1 @2xl:col-start-1 @2xl:row-start-2 @2xl:max-w-72 @2xl:gap-6">
      {rates.length > 0 && (
        <Field label="Tax" labelClassName={IN_TABLE} className="min-w-0 flex-1">
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
            labelClassName={IN_TABLE}
            className="min-w-0 flex-1"
          >
            {(props) => (
              <Input
                {...props}
                {...register(`items.${index}.taxName`)}
                maxLength={MAX_TAX_NAME_CHARACTERS}
                autoComplete="off"
                placeholder="Tax, such as VAT"
              />
            )}
          </Field>
          <Field
            label="Tax rate (%)"
            error={errors?.taxRate?.message}
            labelClassName={IN_TABLE}
            className="w-28 shrink-0 @2xl:w-20"
          >
            {(props) => (
              <Input
                {...props}
                {...register(`items.${index}.taxRate`)}
                inputMode="decimal"
                maxLength={20}
                autoComplete="off"
                placeholder="Rate in %"
                className="tabular text-right"
              />
            )}
          </Field>
        </>
      )}
    </div>
  )
}

/** A new item is taxed like the one before it. */
function itemAfter(last: InvoiceFields['items'][number] | undefined) {
  return { ...NEW_ITEM, taxName: last?.taxName ?? '', taxRate: last?.taxRate ?? '' }
}
