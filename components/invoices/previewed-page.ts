import type { BilledToView } from '@/lib/invoices/draft-dashboard'
import type { DraftAmounts, InvoiceFields } from '@/lib/invoices/invoice-fields'
import type { InvoiceTerms } from '@/lib/invoices/invoice-terms'
import { formatDecimal, plainDecimal } from '@/lib/money/decimals'
import { ratePercent } from '@/lib/money/taxes'
import type { PaymentPageView } from '@/lib/payments/payment-page'

/** The payment page that the form, complete or not, would give its buyer; its due date is set. */
export function previewedPage(
  { preview }: InvoiceTerms,
  fields: InvoiceFields,
  {
    amounts,
    exponent,
    billedTo,
  }: { amounts: DraftAmounts; exponent: number; billedTo: BilledToView | undefined },
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
      address: billingAddress.trim() === '' ? (billedTo?.address ?? []) : linesIn(billingAddress),
      taxId: billedTo?.taxId ?? null,
      taxTreatment: customer?.taxTreatment ?? 'taxed',
      taxExemptionReason: billedTo?.taxExemptionReason ?? null,
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
    credited: null,
    creditNotes: [],
    transfer: preview.transfer.length > 0 ? { lines: preview.transfer, code: null } : null,
    amountDue: money(amounts.totalMinor ?? amounts.baseMinor),
    dueDate: fields.dueDate,
    isOverdue: false,
    receipt: null,
    refund: null,
    portalUrl: null,
    notesViews: false,
  }
}

function percentOf({ discount, discountIn }: InvoiceFields): string | null {
  return discountIn === 'percent' ? plainDecimal(discount) : null
}

function linesIn(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '')
}
