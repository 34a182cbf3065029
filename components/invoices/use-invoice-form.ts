import { useMemo } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { schemaResolver } from '@/components/forms/schema-resolver'
import {
  draftAmounts,
  type FormFee,
  feeScheduleOf,
  type InvoiceFields,
  invoiceFields,
  newInvoiceFields,
} from '@/lib/invoices/invoice-fields'
import type { InvoiceTerms } from '@/lib/invoices/invoice-terms'
import { formatDecimal, formatTrimmed } from '@/lib/money/decimals'

/** The form of an invoice, and what its account adds to it. */
export type InvoiceFormProps = { form: UseFormReturn<InvoiceFields>; terms: InvoiceTerms }

/** The state of an invoice's form, new or with these fields. */
export function useInvoiceForm(terms: InvoiceTerms, fields?: InvoiceFields): UseFormReturn<InvoiceFields> {
  const exponents = useMemo(() => exponentsOf(terms), [terms])
  return useForm<InvoiceFields>({
    resolver: schemaResolver(invoiceFields(exponents)),
    defaultValues: fields ?? newInvoiceFields(terms),
  })
}

/** Decimals of each currency's minor unit, by code. */
export function exponentsOf({ currencies }: InvoiceTerms): Record<string, number> {
  return Object.fromEntries(currencies.map(({ code, exponent }) => [code, exponent]))
}

/** The fields as they are typed, with what they come to. */
export function useTypedInvoice({ form, terms }: InvoiceFormProps) {
  const fields = form.watch()
  const exponent = exponentsOf(terms)[fields.currency] ?? 2
  const money = (minor: bigint | null) => ({
    amount: formatDecimal(minor ?? 0n, exponent),
    currency: fields.currency,
  })
  return { fields, exponent, money, amounts: amountsOf(fields, terms) }
}

/** The sums of a form under the account's terms, in minor units. */
export function amountsOf(fields: InvoiceFields, terms: InvoiceTerms) {
  return draftAmounts(fields, exponentsOf(terms)[fields.currency] ?? 2, feeScheduleOf(terms.fee))
}

/** `2.9% + $0.30`; the fixed part applies to US dollars only. */
export function feeTerms(currency: string, fee: FormFee): string {
  const percent = formatTrimmed(BigInt(fee.feePpm), 4)
  const feeFixedMinor = BigInt(fee.feeFixedMinor)
  return currency === 'USD' && feeFixedMinor > 0n
    ? `${percent}% + $${formatDecimal(feeFixedMinor, 2)}`
    : `${percent}%`
}
