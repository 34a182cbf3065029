import { chargedLine, type LineShare, leftOfLines, sharesInProportion } from '@/lib/money/credit-shares'
import { UTC } from '@/lib/time/zone'
import type { CreditFacts, DocumentFacts, PaymentFacts } from './document-facts'

/** The facts of a live invoice with two items, overridden by `changes`. */
export function documentFacts(changes: Partial<DocumentFacts> = {}): DocumentFacts {
  return {
    locale: 'en',
    isTest: false,
    zone: UTC,
    vendor: { name: 'Northwind', color: null, logo: null },
    seller: { name: 'Northwind', address: [], taxId: null, noTaxReason: null, supportEmail: null },
    eInvoice: null,
    notes: [],
    number: 'INV-0042',
    customer: {
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      address: ['1 Main Street', 'London'],
      taxId: null,
      taxTreatment: 'taxed',
      taxExemptionReason: null,
    },
    currency: 'USD',
    items: [
      {
        title: 'Landing page',
        quantityMicros: 1_500_000n,
        unitPriceMinor: 10_000n,
        lineAmountMinor: 15_000n,
        discountMinor: 0n,
        taxMinor: 0n,
        tax: null,
      },
      {
        title: 'Hosting',
        quantityMicros: 12_000_000n,
        unitPriceMinor: 999n,
        lineAmountMinor: 11_988n,
        discountMinor: 0n,
        taxMinor: 0n,
        tax: null,
      },
    ],
    discount: null,
    taxes: [],
    baseAmountMinor: 26_988n,
    feeAmountMinor: 813n,
    paidSoFarMinor: 0n,
    creditedMinor: 0n,
    createdAt: new Date('2026-11-21T10:00:00Z'),
    dueDate: new Date('2026-12-21T00:00:00Z'),
    isOverdue: false,
    voidedAt: null,
    paymentLink: 'https://pay.example/pay/0123456789',
    transfer: null,
    payment: null,
    ...changes,
  }
}

export const PAYMENT: PaymentFacts = {
  paidOn: new Date('2026-11-25T23:59:00Z'),
  receiptNumber: 'INV-0042-R1',
  amountMinor: 27_801n,
  method: { name: 'Visa', last4: '4242' },
  id: '019aa1b2-7c3d-7e4f-8a9b-0c1d2e3f4a5c',
}

/** A refund of the invoice by amount, after earlier ones. */
export function creditOf(
  { items }: Pick<DocumentFacts, 'items'>,
  amountMinor: bigint,
  earlier: CreditFacts['earlier'] = [],
): CreditFacts {
  const shares: LineShare[][] = []
  const charged = items.map(chargedLine)
  for (const credit of [...earlier, { amountMinor }]) {
    shares.push(sharesInProportion(leftOfLines(charged, shares), credit.amountMinor))
  }
  return {
    number: 'INV-0042-CN2',
    issuedAt: new Date('2026-12-02T09:00:00Z'),
    reason: 'Hosting was canceled halfway through the year',
    amountMinor,
    lines: shares.at(-1) ?? [],
    earlier,
    isRefund: true,
    isVoid: false,
  }
}

/** The second refund of the invoice. */
export const CREDIT: CreditFacts = creditOf(documentFacts(), 5_000n, [{ amountMinor: 2_000n }])
