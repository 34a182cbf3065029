import { DOCUMENT_TEXTS } from '@/lib/documents/texts/texts'
import { countryCode } from '@/lib/i18n/countries'
import { formatDayIn } from '@/lib/i18n/locale-format'
import type { PostalAddress } from '@/lib/i18n/postal-address'
import { chargedLine } from '@/lib/money/credit-shares'
import { exponentOf } from '@/lib/money/currencies'
import { divideHalfUp, formatDecimal, formatTrimmed, MILLION } from '@/lib/money/decimals'
import { formatQuantity } from '@/lib/money/quantity'
import { vatIdOf } from '@/lib/money/tax-id'
import { parseRatePpm, ratePercent } from '@/lib/money/taxes'
import { formatIsoDate } from '@/lib/time/dates'
import { dayIn } from '@/lib/time/zone'
import type { AccountFacts, CreditFacts, DocumentFacts } from './document-facts'

/*
 * The semantic model of EN 16931 as far as our invoices and credit notes need it, for each of its syntaxes. The standard
 * numbers its terms: BT-1 is the invoice's number, BR-CO-10 a rule about sums.
 */

/** `en16931` is the European standard by itself, `xrechnung` its German version with more facts. */
export const E_INVOICE_STANDARDS = ['en16931', 'xrechnung'] as const
export type EInvoiceStandard = (typeof E_INVOICE_STANDARDS)[number]

/** UNCL1001 */
export const DOCUMENT_TYPES = { invoice: '380', credit_note: '381' } as const

/** UN/ECE Recommendation 20: one, of whatever it is. */
export const ONE = 'C62'

/** UNCL5189: a discount. */
export const DISCOUNT = '95'

/** UNCL5305: standard rate, zero rate, exempt, reverse charge, not subject to tax. */
type TaxCategoryCode = 'S' | 'Z' | 'E' | 'AE' | 'O'

export type TaxCategory = {
  code: TaxCategoryCode
  /** Null where there is no rate, which is not a rate of zero. */
  percent: string | null
  /** Why there is no tax; null where there is some, or a rate of zero. */
  exemption: { code: string | null; reason: string } | null
}

export type EInvoiceParty = {
  name: string
  /** Its country is a code. */
  address: PostalAddress
  /** The electronic address, an email. */
  email: string
  /** BT-29: an id by which the other party knows it. */
  id: string | null
  /** BT-31, BT-48 */
  vatId: string | null
  /** BT-32: a tax ID that is no VAT ID. */
  taxNumber: string | null
  /** BT-47: a buyer's ID that is no VAT ID. */
  legalId: string | null
  /** BT-42, BT-57 */
  phone: string | null
}

export type EInvoiceLine = {
  title: string
  quantity: string
  /** The net price of `baseQuantity`, or of one where that is null. */
  price: string
  baseQuantity: string | null
  /** Taken off; null for nothing. */
  allowance: string | null
  net: string
  category: TaxCategory
}

/** Amounts are decimals in major units. */
export type EInvoice = {
  kind: 'invoice' | 'credit_note'
  number: string
  /** Days, as `YYYY-MM-DD`. */
  issuedOn: string
  dueOn: string | null
  /** The invoice that a credit note is about. */
  preceding: { number: string; issuedOn: string } | null
  currency: string
  buyerReference: string | null
  notes: string[]
  terms: string | null
  seller: EInvoiceParty
  buyer: EInvoiceParty
  /** UNCL4461: a SEPA transfer, another transfer, or an online payment service. */
  payment: { code: '58' | '30'; account: AccountFacts } | { code: '68'; account: null }
  lines: EInvoiceLine[]
  /** Our customer fee. */
  charge: { amount: string; reason: string; category: TaxCategory } | null
  discountReason: string
  taxes: { category: TaxCategory; base: string; amount: string }[]
  sums: {
    lines: string
    charges: string | null
    net: string
    tax: string
    gross: string
    paid: string | null
    due: string
  }
}

/**
 * What keeps a document from being an e-invoice: a fact that is missing, and where it is entered, or, of an `invoice`, why that
 * can't be mended, as a clause.
 */
export type EInvoiceGap = { what: string; where: 'seller' | 'customer' | 'invoice' }

/** What an issued invoice, or one of its credit notes, lacks for the standard; empty if it can be written. */
export function eInvoiceGaps(
  facts: DocumentFacts,
  credit: CreditFacts | null,
  standard: EInvoiceStandard,
): EInvoiceGap[] {
  const { eInvoice } = facts
  if (!eInvoice) return [{ what: 'it is not issued yet', where: 'invoice' }]
  if (credit ? credit.isVoid : facts.voidedAt) return [{ what: 'it is void', where: 'invoice' }]
  const { seller, buyer, buyerReference } = eInvoice
  const gaps: (EInvoiceGap | false)[] = [
    lacks(facts.seller.taxId, 'your tax ID', 'seller'),
    lacks(countryCode(seller.country), 'your country', 'seller'),
    lacks(facts.seller.supportEmail, 'your support email', 'seller'),
    ...(standard === 'xrechnung'
      ? [
          lacks(seller.zip, 'your postcode', 'seller'),
          lacks(seller.city, 'your city', 'seller'),
          lacks(seller.phone, 'your phone number', 'seller'),
        ]
      : []),
    ...(buyer === null
      ? [
          {
            what: 'its billing address is free text. On new invoices, leave it empty to use the customer’s',
            where: 'invoice' as const,
          },
        ]
      : [
          lacks(countryCode(buyer.country), 'the customer’s country', 'customer'),
          ...(standard === 'xrechnung'
            ? [
                lacks(buyer.zip, 'the customer’s postcode', 'customer'),
                lacks(buyer.city, 'the customer’s city', 'customer'),
              ]
            : []),
        ]),
    standard === 'xrechnung' && lacks(buyerReference, 'the buyer reference', 'customer'),
  ]
  const lacking = gaps.filter((gap) => gap !== false)
  if (lacking.length > 0) return lacking
  const faults = faultsOf(amountsOf(facts, credit), facts.currency)
  return faults.map((what) => ({ what, where: 'invoice' }))
}

function lacks(fact: string | null, what: string, where: EInvoiceGap['where']): EInvoiceGap | false {
  return (fact ?? '').trim() === '' && { what, where }
}

/** The e-invoice; null where `eInvoiceGaps` finds something for the European standard. */
export function eInvoiceOf(facts: DocumentFacts, credit: CreditFacts | null): EInvoice | null {
  const { eInvoice, seller, customer, currency, locale, zone } = facts
  if (!eInvoice?.buyer || eInvoiceGaps(facts, credit, 'en16931').length > 0) return null
  const texts = DOCUMENT_TEXTS[locale]
  const amounts = amountsOf(facts, credit)
  const { lines, charge, taxes } = amounts
  const inMajor = (minor: bigint) => majorText(minor, currency)
  const isUntaxed = taxes.some(({ category }) => category.code === 'O')
  const issuedOn = formatIsoDate(dayIn(zone, facts.createdAt))
  const reason = credit?.reason ? [texts.reason({ reason: credit.reason })] : []
  return {
    kind: credit ? 'credit_note' : 'invoice',
    number: credit ? credit.number : facts.number,
    issuedOn: credit ? formatIsoDate(dayIn(zone, credit.issuedAt)) : issuedOn,
    dueOn: credit ? null : formatIsoDate(facts.dueDate),
    preceding: credit && { number: facts.number, issuedOn },
    currency,
    buyerReference: eInvoice.buyerReference,
    notes: [...(facts.isTest ? [texts.testNote] : []), ...(credit ? reason : facts.notes)],
    terms: credit ? null : `${texts.dueOn}: ${formatDayIn(locale, facts.dueDate)} · ${facts.paymentLink}`,
    seller: {
      name: seller.name || facts.vendor.name,
      address: addressOf(eInvoice.seller),
      email: seller.supportEmail ?? '',
      phone: eInvoice.seller.phone,
      ...sellerIds(seller.taxId ?? '', isUntaxed),
    },
    buyer: {
      name: customer.name,
      address: addressOf(eInvoice.buyer),
      email: customer.email,
      phone: eInvoice.buyer.phone,
      ...buyerIds(customer.taxId, isUntaxed),
    },
    payment: paymentOf(credit ? null : eInvoice.account, currency),
    lines: lines.map((line) => ({
      title: line.title,
      quantity: formatQuantity(line.quantityMicros),
      ...priceOf(line, currency),
      allowance: line.allowanceMinor > 0n ? inMajor(line.allowanceMinor) : null,
      net: inMajor(line.netMinor),
      category: line.category,
    })),
    charge: charge && { amount: inMajor(charge.netMinor), reason: texts.fee, category: charge.category },
    discountReason: texts.discount,
    taxes: taxes.map(({ category, baseMinor, taxMinor }) => ({
      category,
      base: inMajor(baseMinor),
      amount: inMajor(taxMinor),
    })),
    sums: sumsOf(amounts, { isPaid: credit?.isRefund ?? false }, inMajor),
  }
}

function sumsOf(
  { lines, charge, taxes }: Amounts,
  { isPaid }: { isPaid: boolean },
  inMajor: (minor: bigint) => string,
): EInvoice['sums'] {
  const linesMinor = lines.reduce((sum, { netMinor }) => sum + netMinor, 0n)
  const netMinor = linesMinor + (charge?.netMinor ?? 0n)
  const taxMinor = taxes.reduce((sum, tax) => sum + tax.taxMinor, 0n)
  const grossMinor = netMinor + taxMinor
  return {
    lines: inMajor(linesMinor),
    charges: charge && inMajor(charge.netMinor),
    net: inMajor(netMinor),
    tax: inMajor(taxMinor),
    gross: inMajor(grossMinor),
    // The provider has made the refund that a credit note is about; one of an open invoice gives nothing back. Payments of an
    // invoice come after it was issued.
    paid: isPaid ? inMajor(grossMinor) : null,
    due: inMajor(isPaid ? 0n : grossMinor),
  }
}

/** The standard allows two decimals: BR-DEC-01 to 28. */
function majorText(minor: bigint, currency: string): string {
  const exponent = exponentOf(currency)
  return exponent > 2 ? formatDecimal(minor / 10n ** BigInt(exponent - 2), 2) : formatDecimal(minor, exponent)
}

function addressOf(address: PostalAddress): PostalAddress {
  const { addressLine1, addressLine2, city, state, zip, country } = address
  return { addressLine1, addressLine2, city, state, zip, country: countryCode(country) }
}

/**
 * BR-CO-26 asks for one of BT-29, BT-30 and BT-31, so a tax number is also the seller's id. An invoice that isn't subject to
 * tax names no VAT ID (BR-O-02).
 */
function sellerIds(taxId: string, isUntaxed: boolean) {
  const vatId = vatIdOf(taxId)
  return {
    id: isUntaxed || vatId === null ? taxId : null,
    vatId: isUntaxed ? null : vatId,
    taxNumber: vatId === null ? taxId : null,
    legalId: null,
  }
}

function buyerIds(taxId: string | null, isUntaxed: boolean) {
  const vatId = taxId && vatIdOf(taxId)
  return { id: null, vatId: isUntaxed ? null : vatId, taxNumber: null, legalId: vatId ? null : taxId }
}

/** Cards and wallets are paid on the provider's page. A transfer is named where the vendor shows an account for it. */
function paymentOf(account: AccountFacts | null, currency: string): EInvoice['payment'] {
  if (!account) return { code: '68', account: null }
  return { code: account.iban && currency === 'EUR' ? '58' : '30', account }
}

type LineAmounts = {
  title: string
  quantityMicros: bigint
  /** Without tax, before the allowance. */
  beforeMinor: bigint
  allowanceMinor: bigint
  netMinor: bigint
  taxMinor: bigint
  category: TaxCategory
}

type Charge = { netMinor: bigint; category: TaxCategory }

type Amounts = {
  lines: LineAmounts[]
  charge: Charge | null
  taxes: { category: TaxCategory; ratePpm: bigint; baseMinor: bigint; taxMinor: bigint }[]
}

/** The net amounts of the document. What the customer is charged for and the lines are not about is the fee. */
function amountsOf(facts: DocumentFacts, credit: CreditFacts | null): Amounts {
  const categoryOf = categories(facts)
  const lines = credit ? creditLines(facts, credit, categoryOf) : invoiceLines(facts, categoryOf)
  const taken = lines.reduce((sum, { netMinor, taxMinor }) => sum + netMinor + taxMinor, 0n)
  const feeMinor = (credit ? credit.amountMinor : facts.baseAmountMinor + facts.feeAmountMinor) - taken
  const fee = feeMinor > 0n ? { netMinor: feeMinor, category: categoryOf(null) } : null
  // BR-16: a document has a line, also a refund of nothing but the fee.
  if (fee && lines.length === 0) {
    const title = DOCUMENT_TEXTS[facts.locale].fee
    const line = {
      ...fee,
      title,
      quantityMicros: MILLION,
      beforeMinor: feeMinor,
      allowanceMinor: 0n,
      taxMinor: 0n,
    }
    return { lines: [line], charge: null, taxes: taxesOf([line]) }
  }
  return { lines, charge: fee, taxes: taxesOf([...lines, ...(fee ? [{ ...fee, taxMinor: 0n }] : [])]) }
}

/** One for each category and rate, in the order of their first lines: BR-S-08 and its like. */
function taxesOf(parts: Pick<LineAmounts, 'netMinor' | 'taxMinor' | 'category'>[]): Amounts['taxes'] {
  const taxes = new Map<string, Amounts['taxes'][number]>()
  for (const { category, netMinor, taxMinor } of parts) {
    const key = `${category.code} ${category.percent}`
    const tax = taxes.get(key) ?? { category, ratePpm: ratePpmOf(category), baseMinor: 0n, taxMinor: 0n }
    taxes.set(key, { ...tax, baseMinor: tax.baseMinor + netMinor, taxMinor: tax.taxMinor + taxMinor })
  }
  return [...taxes.values()]
}

function invoiceLines({ items }: DocumentFacts, categoryOf: CategoryOf): LineAmounts[] {
  return items.map((item) => {
    const { title, quantityMicros, lineAmountMinor, discountMinor, taxMinor, tax } = item
    const netMinor = chargedLine(item).grossMinor - taxMinor
    const isReduced = discountMinor > 0n
    const beforeMinor = isReduced ? withoutTax(lineAmountMinor, tax) : netMinor
    return {
      title,
      quantityMicros,
      beforeMinor,
      allowanceMinor: beforeMinor - netMinor,
      netMinor,
      taxMinor,
      category: categoryOf(tax),
    }
  })
}

/** An amount less the tax that it contains, by the rounding of record 57. */
function withoutTax(amountMinor: bigint, tax: { percent: string; isInclusive: boolean } | null): bigint {
  if (!tax?.isInclusive) return amountMinor
  const ratePpm = BigInt(parseRatePpm(tax.percent) ?? 0)
  return amountMinor - divideHalfUp(amountMinor * ratePpm, MILLION + ratePpm)
}

/** What the refund takes off each line, as the credit note shows it. */
function creditLines({ items }: DocumentFacts, credit: CreditFacts, categoryOf: CategoryOf): LineAmounts[] {
  return items.flatMap(({ title, tax }, index) => {
    const { grossMinor, taxMinor } = credit.lines[index] ?? { grossMinor: 0n, taxMinor: 0n }
    if (grossMinor === 0n) return []
    const netMinor = grossMinor - taxMinor
    const category = categoryOf(tax)
    return [
      {
        title,
        quantityMicros: MILLION,
        beforeMinor: netMinor,
        allowanceMinor: 0n,
        netMinor,
        taxMinor,
        category,
      },
    ]
  })
}

type CategoryOf = (tax: { percent: string } | null) => TaxCategory

/**
 * The category of each line and of the fee. A document that isn't subject to tax has no other category (BR-O-11), so where
 * some lines are taxed, the others are exempt, as is all that a seller with a reason for it sells.
 */
function categories({ seller, customer, items, locale }: DocumentFacts): CategoryOf {
  const texts = DOCUMENT_TEXTS[locale]
  const { taxTreatment, taxExemptionReason } = customer
  const untaxed = (code: TaxCategoryCode, reason: string): TaxCategory => ({
    code,
    percent: code === 'O' ? null : '0',
    exemption: { code: REASON_CODES[code] ?? null, reason },
  })
  const isTaxed = items.some(({ tax }) => tax !== null)
  const withoutRate =
    taxTreatment === 'reverse_charge'
      ? untaxed('AE', texts.reverseCharge)
      : taxTreatment === 'exempt'
        ? untaxed('E', taxExemptionReason ?? NO_TAX)
        : untaxed(isTaxed || seller.noTaxReason ? 'E' : 'O', seller.noTaxReason ?? NO_TAX)
  return (tax) => {
    if (!tax) return withoutRate
    const ratePpm = parseRatePpm(tax.percent) ?? 0
    return { code: ratePpm === 0 ? 'Z' : 'S', percent: ratePercent(ratePpm), exemption: null }
  }
}

/** VATEX codes of the categories that have one reason alone. */
const REASON_CODES: Partial<Record<TaxCategoryCode, string>> = { AE: 'VATEX-EU-AE', O: 'VATEX-EU-O' }

const NO_TAX = 'No tax'

function ratePpmOf({ percent }: TaxCategory): bigint {
  return BigInt(parseRatePpm(percent ?? '0') ?? 0)
}

/**
 * Quantity times price is what the line comes to before its allowance. Where the price of one has more than six decimals, as
 * without a tax that it contains, or was rounded, it is the price of the whole quantity.
 */
function priceOf({ quantityMicros, beforeMinor }: LineAmounts, currency: string) {
  const scale = exponentOf(currency)
  const digits = beforeMinor * MILLION * MILLION
  if (digits % quantityMicros === 0n) {
    return { price: formatTrimmed(digits / quantityMicros, scale + 6), baseQuantity: null }
  }
  return { price: formatDecimal(beforeMinor, scale), baseQuantity: formatQuantity(quantityMicros) }
}

/** What of the sums the standard doesn't allow. */
function faultsOf({ lines, charge, taxes }: Amounts, currency: string): string[] {
  const exponent = exponentOf(currency)
  const stated = [
    ...lines.flatMap(({ netMinor, allowanceMinor }) => [netMinor, allowanceMinor]),
    ...(charge ? [charge.netMinor] : []),
    ...taxes.map(({ taxMinor }) => taxMinor),
  ]
  const hasTooManyDecimals =
    exponent > 2 && stated.some((minor) => minor % 10n ** BigInt(exponent - 2) !== 0n)
  // BR-CO-17 compares the tax of a rate with that of its sum. Ours is the sum of its lines' (record 57), and the
  // official rules let it differ by less than one; they compare rounded amounts.
  const most = (MILLION * 10n ** BigInt(exponent) * 99n) / 100n
  const isRoundedTooFar = taxes.some(({ ratePpm, baseMinor, taxMinor }) => {
    const difference = taxMinor * MILLION - baseMinor * ratePpm
    return (difference < 0n ? -difference : difference) > most
  })
  return [
    ...(hasTooManyDecimals ? ['one of its amounts has three decimals, and e-invoices allow two'] : []),
    ...(isRoundedTooFar
      ? [`its taxes, each rounded, differ by ${currency} 1 or more from those of the sum`]
      : []),
  ]
}
