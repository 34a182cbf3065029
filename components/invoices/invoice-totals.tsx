import type { ReactNode } from 'react'
import { classNames } from '@/components/ui/class-names'
import { Field, Input, Select } from '@/components/ui/field'
import { Money } from '@/components/ui/money'
import { isUntaxed } from '@/lib/invoices/invoice-fields'
import { ratePercent } from '@/lib/money/taxes'
import { feeTerms, type InvoiceFormProps, useTypedInvoice } from './use-invoice-form'

/** The customer's total, updated as the vendor types. */
export function InvoiceTotals({ form, terms }: InvoiceFormProps) {
  const { fields, money, amounts } = useTypedInvoice({ form, terms })
  const { subtotalMinor, discountMinor, taxes, baseMinor, feeMinor, vendorFeeMinor, totalMinor } = amounts
  const hasReason = taxes.length === 0 && !isUntaxed(fields.customer) && terms.preview.seller.noTaxReason
  return (
    <section aria-label="Total" className="ml-auto mt-4 max-w-96">
      <dl className="space-y-2">
        <Line term="Subtotal" isKnown={subtotalMinor !== null}>
          <Money value={money(subtotalMinor)} />
        </Line>
        {fields.kind === 'items' && (
          <Line term={<DiscountFields form={form} />} isKnown={discountMinor !== null}>
            {discountMinor !== null && '−'}
            <Money value={money(discountMinor)} />
          </Line>
        )}
        {taxes.map(({ name, ratePpm, isInclusive, taxMinor }) => (
          <Line
            key={`${name} ${ratePpm}`}
            term={`${name || 'Tax'} ${ratePercent(ratePpm)}%`}
            {...(isInclusive ? { note: 'included' } : {})}
            isKnown
          >
            <Money value={money(taxMinor)} />
          </Line>
        ))}
        {!terms.fee.paysFee && (
          <Line term="Fee" note={feeTerms(fields.currency, terms.fee)} isKnown={feeMinor !== null}>
            <Money value={money(feeMinor)} />
          </Line>
        )}
        <Line term="Total" isKnown={totalMinor !== null} isStrong>
          <Money value={money(totalMinor)} />
        </Line>
        {terms.fee.paysFee && (
          <>
            <Line
              term="Fee, paid by you"
              note={feeTerms(fields.currency, terms.fee)}
              isKnown={vendorFeeMinor !== null}
              isQuiet
            >
              <Money value={money(vendorFeeMinor)} />
            </Line>
            <Line term="You receive" isKnown={vendorFeeMinor !== null} isQuiet>
              <Money value={money(baseMinor && baseMinor - (vendorFeeMinor ?? 0n))} />
            </Line>
          </>
        )}
      </dl>
      {hasReason && <p className="mt-3">{hasReason}</p>}
    </section>
  )
}

function DiscountFields({ form }: Pick<InvoiceFormProps, 'form'>) {
  const { register, formState, watch } = form
  return (
    <Field
      label="Discount"
      error={formState.errors.discount?.message}
      className="flex flex-wrap items-baseline gap-x-3 space-y-0 @2xl:gap-x-5 *:[p]:mt-1 *:[p]:basis-full"
      labelClassName="font-normal! text-sm!"
    >
      {(props) => (
        <div className="grid grid-cols-[4.5rem_4.75rem] items-baseline gap-x-3 @2xl:gap-x-5">
          <Input
            {...props}
            {...register('discount')}
            inputMode="decimal"
            maxLength={20}
            autoComplete="off"
            placeholder="None"
            className="tabular text-right"
          />
          <Field label="Discount type" labelClassName="sr-only">
            {(type) => (
              <Select {...type} {...register('discountIn')}>
                <option value="percent">%</option>
                <option value="amount">{watch('currency')}</option>
              </Select>
            )}
          </Field>
        </div>
      )}
    </Field>
  )
}

type LineProps = {
  term: ReactNode
  note?: string
  isKnown: boolean
  isStrong?: boolean
  /** Not on the customer's paper. */
  isQuiet?: boolean
  children: ReactNode
}

export function Line({ term, note, isKnown, isStrong, isQuiet, children }: LineProps) {
  return (
    <div
      className={classNames(
        'flex items-baseline justify-between gap-4',
        isStrong && 'border-t pt-2 font-semibold text-base',
        isQuiet && 'text-muted-foreground',
      )}
    >
      <dt className="min-w-0">
        {term}
        {note && <span className="ml-1.5 text-[0.8125rem] text-muted-foreground">{note}</span>}
      </dt>
      <dd
        {...(isStrong ? { 'aria-live': 'polite' } : {})}
        className={classNames('shrink-0', !isKnown && 'text-muted-foreground')}
      >
        {children}
      </dd>
    </div>
  )
}
