'use client'

import { useDeferredValue } from 'react'
import { InvoiceSummary } from '@/components/pay/invoice-summary'
import { en } from '@/components/pay/texts/en'
import { Card, CardHeader } from '@/components/ui/card'
import { useDayFromToday } from '@/components/ui/timestamp'
import { type DraftAmounts, draftAmounts, type InvoiceFields } from '@/lib/invoices/invoice-fields'
import type { InvoiceTerms } from '@/lib/invoices/invoice-terms'
import { formatDecimal, plainDecimal } from '@/lib/money/decimals'
import { ratePercent } from '@/lib/money/taxes'
import type { PaymentPageView } from '@/lib/payments/payment-page'

const DEFAULT_DUE_DAYS = 30

type InvoicePreviewProps = { terms: InvoiceTerms; fields: InvoiceFields; exponent: number }

/** A preview of the payment page, made of the page's own parts. It is inert. */
export function InvoicePreview({ terms, fields: input, exponent }: InvoicePreviewProps) {
  // Behind the form's own fields, so that typing never waits for it.
  const fields = useDeferredValue(input)
  const fees = { feePpm: terms.feePpm, feeFixedMinor: BigInt(terms.feeFixedMinor) }
  const dayFromToday = useDayFromToday()
  const dueDate = fields.dueDate || dayFromToday(DEFAULT_DUE_DAYS)
  const page = pageOf(terms, { ...fields, dueDate }, draftAmounts(fields, exponent, fees), exponent)
  return (
    <Card aria-labelledby="preview" className="overflow-hidden">
      <CardHeader id="preview" title="Preview" description="The payment page, as your customer will see it" />
      <div inert className="border-t bg-background px-4 py-5 sm:px-5">
        <InvoiceSummary page={page} locale="en" texts={en} />
      </div>
    </Card>
  )
}

function pageOf(
  { preview }: InvoiceTerms,
  fields: InvoiceFields,
  amounts: DraftAmounts,
  exponent: number,
): PaymentPageView {
  const { customer, currency, billingAddress, notes } = fields
  const money = (minor: bigint | null) => ({ amount: formatDecimal(minor ?? 0n, exponent), currency })
  const { discountMinor, taxes } = amounts
  const whole = {
    title: 'Payment',
    quantity: '1',
    unitPrice: money(null),
    amount: money(amounts.subtotalMinor),
  }
  const items = fields.items.map(({ title, quantity, price }, index) => ({
    title: title.trim() || `Item ${index + 1}`,
    // Text that is no number yet would be shown as one.
    quantity: amounts.lines[index] == null ? '1' : plainDecimal(quantity),
    unitPrice: { amount: amounts.lines[index] == null ? '0' : plainDecimal(price), currency },
    amount: money(amounts.lines[index] ?? null),
  }))
  return {
    ...preview,
    token: '',
    address: '',
    status: 'unavailable',
    billedTo: {
      name: customer?.name ?? 'Your customer',
      address: linesIn(billingAddress),
      taxId: null,
      taxTreatment: customer?.taxTreatment ?? 'taxed',
      taxExemptionReason: null,
    },
    email: customer?.email ?? '',
    items: fields.kind === 'amount' ? [whole] : items,
    sums: {
      subtotal: money(amounts.subtotalMinor),
      discount: discountMinor ? { percent: percentOf(fields), amount: money(discountMinor) } : null,
      taxes: taxes.map(({ name, ratePpm, isInclusive, taxMinor }) => ({
        name: name || 'Tax',
        percent: ratePercent(ratePpm),
        isInclusive,
        amount: money(taxMinor),
      })),
    },
    notes: [...linesIn(notes), ...preview.seller.notes],
    base: money(amounts.baseMinor),
    fee: money(amounts.feeMinor),
    hasFee: amounts.feeMinor !== null && amounts.feeMinor > 0n,
    total: money(amounts.totalMinor ?? amounts.baseMinor),
    paidSoFar: null,
    transfer: null,
    amountDue: money(amounts.totalMinor ?? amounts.baseMinor),
    dueDate: fields.dueDate,
    isOverdue: false,
    receipt: null,
    refund: null,
    portalUrl: null,
  }
}

function percentOf({ discount, discountIn }: InvoiceFields): string | null {
  return discountIn === 'percent' ? plainDecimal(discount) : null
}

function linesIn(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '')
}
