import fc from 'fast-check'
import { type Discount, invoiceAmounts } from '@/lib/invoices/amounts'
import { ratePercent, type Tax, taxSums } from '@/lib/money/taxes'
import { documentFacts } from './document.fixture'
import type { DocumentFacts } from './document-facts'

type Item = { title: string; quantityMicros: bigint; unitPriceMinor: bigint; tax: Tax | null }

export const VAT = (ratePpm: number, isInclusive = false): Tax => ({ name: 'VAT', ratePpm, isInclusive })

/** An item of two hours, overridden by `changes`. */
export const item = (changes: Partial<Item> = {}): Item => ({
  title: 'Consulting',
  quantityMicros: 2_000_000n,
  unitPriceMinor: 10_000n,
  tax: VAT(190_000),
  ...changes,
})

/** The facts of an invoice in euros from Hamburg to Berlin, complete for any e-invoice, with the sums of its items. */
export function eInvoiceFacts(
  items: Item[] = [item()],
  changes: Partial<DocumentFacts> & { discountOf?: Discount } = {},
): DocumentFacts {
  const { discountOf = null, ...facts } = changes
  const { lines, discountMinor, baseAmountMinor } = invoiceAmounts(items, discountOf)
  const charged = items.map((each, index) => ({ ...each, ...lines[index] })) as (Item &
    (typeof lines)[number])[]
  const taxFacts = ({ name, ratePpm, isInclusive }: Tax) => ({
    name,
    percent: ratePercent(ratePpm),
    isInclusive,
  })
  return documentFacts({
    currency: 'EUR',
    seller: {
      name: 'Northwind Trading GmbH',
      address: ['Hafenstraße 12', '20457 Hamburg', 'Germany'],
      taxId: 'DE 123 456 788',
      noTaxReason: null,
      supportEmail: 'billing@northwind.example',
    },
    customer: {
      name: 'Bundesamt für Beispiele',
      email: 'rechnung@amt.example',
      address: ['Amtsweg 1', '10115 Berlin', 'Germany'],
      taxId: null,
      taxTreatment: 'taxed',
      taxExemptionReason: null,
    },
    eInvoice: {
      seller: {
        addressLine1: 'Hafenstraße 12',
        addressLine2: null,
        city: 'Hamburg',
        state: null,
        zip: '20457',
        country: 'DE',
        phone: '+49 40 123456',
      },
      buyer: {
        addressLine1: 'Amtsweg 1',
        addressLine2: null,
        city: 'Berlin',
        state: null,
        zip: '10115',
        country: 'Germany',
        phone: '+49 30 987654',
      },
      buyerReference: '04011000-12345-34',
      account: {
        holder: 'Northwind Trading GmbH',
        iban: 'DE89370400440532013000',
        bic: 'COBADEFFXXX',
        routingNumber: null,
        accountNumber: null,
      },
    },
    items: charged.map(({ tax, ...each }) => ({ ...each, tax: tax && taxFacts(tax) })),
    discount:
      discountMinor > 0n
        ? {
            percent: discountOf && 'ppm' in discountOf ? ratePercent(discountOf.ppm) : null,
            amountMinor: discountMinor,
          }
        : null,
    taxes: taxSums(charged).map((tax) => ({ ...taxFacts(tax), amountMinor: tax.taxMinor })),
    baseAmountMinor,
    feeAmountMinor: 0n,
    ...facts,
  })
}

/** Texts as strangers send them, none of them blank: markup, control characters, halves of surrogate pairs, marks that turn text around. */
const hostileText = fc
  .oneof(
    fc.string({ minLength: 1, maxLength: 40, unit: 'binary' }),
    fc.constantFrom(
      '<&]]>',
      '"\'',
      '\u0000\u0007\u001b[31m',
      '\ud800',
      '\udc00x',
      '\u202eevil\u2066',
      '\ufffe\uffff',
      '💶',
    ),
  )
  .filter((text) => text.trim() !== '')

const anyItem: fc.Arbitrary<Item> = fc.record({
  title: fc.oneof(fc.constantFrom('Consulting', 'Überstunden & Anfahrt'), hostileText),
  quantityMicros: fc.oneof(fc.constantFrom(1_000_000n, 3_000_000n), fc.bigInt(1n, 5_000_000_000n)),
  unitPriceMinor: fc.bigInt(0n, 900_000n),
  tax: fc.option(
    fc.record({
      name: fc.constantFrom('VAT', 'MwSt.'),
      ratePpm: fc.constantFrom(0, 70_000, 190_000, 88_750, 1_000_000),
      isInclusive: fc.boolean(),
    }),
    { freq: 6 },
  ),
})

/** Facts of any invoice whose base amount is above zero. */
export const anyFacts: fc.Arbitrary<DocumentFacts> = fc
  .record({
    items: fc.array(anyItem, { minLength: 1, maxLength: 12 }),
    discountOf: fc.option(
      fc.oneof(
        fc.record({ ppm: fc.integer({ min: 1, max: 1_000_000 }) }),
        fc.record({ amountMinor: fc.bigInt(0n, 500_000n) }),
      ),
      { nil: undefined },
    ),
    currency: fc.constantFrom('EUR', 'USD', 'JPY', 'KWD'),
    feeAmountMinor: fc.oneof(fc.constant(0n), fc.bigInt(1n, 10_000n)),
    taxTreatment: fc.constantFrom('taxed', 'taxed', 'taxed', 'reverse_charge', 'exempt'),
    noTaxReason: fc.option(hostileText),
    taxId: fc.constantFrom('DE123456788', '12-3456789', '181/815/08155', 'CHE-123.456.788 MWST'),
    buyerTaxId: fc.constantFrom('FR40303265045', '98-7654321'),
    name: hostileText,
    account: fc.boolean(),
  })
  .map(({ items, discountOf, currency, feeAmountMinor, taxTreatment, noTaxReason, taxId, ...rest }) => {
    const taxed = items.map((each) => (taxTreatment === 'taxed' ? each : { ...each, tax: null }))
    const subtotalMinor = invoiceAmounts(taxed, null).subtotalMinor
    const tooMuch = discountOf && 'amountMinor' in discountOf && discountOf.amountMinor > subtotalMinor
    const facts = eInvoiceFacts(taxed, {
      ...(discountOf && !tooMuch ? { discountOf } : {}),
      currency,
      feeAmountMinor,
    })
    return {
      ...facts,
      seller: { ...facts.seller, taxId, noTaxReason },
      customer: {
        ...facts.customer,
        name: rest.name,
        taxTreatment: taxTreatment as DocumentFacts['customer']['taxTreatment'],
        taxId: taxTreatment === 'reverse_charge' ? rest.buyerTaxId : null,
        taxExemptionReason: taxTreatment === 'exempt' ? 'Article 132' : null,
      },
      eInvoice: facts.eInvoice && {
        ...facts.eInvoice,
        account: rest.account ? facts.eInvoice.account : null,
      },
    }
  })
  .filter(({ baseAmountMinor }) => baseAmountMinor > 0n)
