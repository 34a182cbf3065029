import type { Locale } from '@/lib/i18n/locale'
import type { PostalAddress } from '@/lib/i18n/postal-address'
import type { LineShare } from '@/lib/money/credit-shares'
import type { Zone } from '@/lib/time/zone'

/** The contents of an invoice's documents, independent of language. Amounts are in minor units. */
export type DocumentFacts = {
  locale: Locale
  /** Documents of a test account are marked on every page, since no real money is behind them. */
  isTest: boolean
  /** The seller's: its days are those on the documents. */
  zone: Zone
  vendor: {
    name: string
    /** `#rrggbb`; null for the service's own colour. */
    color: string | null
    /** A PNG that we encoded ourselves: hostile bytes can hang the PDF library. */
    logo: Uint8Array | null
  }
  /** The seller by law; empty where it gave no details. */
  seller: {
    name: string
    address: string[]
    taxId: string | null
    /** Why no tax is charged, where it isn't. */
    noTaxReason: string | null
    supportEmail: string | null
  }
  /** Null before the invoice is issued. */
  eInvoice: EInvoiceFacts | null
  /** Notes and terms, a paragraph each. */
  notes: string[]
  /** As printed, such as `INV-0042`. */
  number: string
  customer: {
    name: string
    email: string
    /** Lines as on an envelope; empty if no address is known. */
    address: string[]
    taxId: string | null
    /** As it was when the invoice was issued. */
    taxTreatment: 'taxed' | 'reverse_charge' | 'exempt'
    /** Of an exempt customer. */
    taxExemptionReason: string | null
  }
  currency: string
  items: {
    title: string
    quantityMicros: bigint
    unitPriceMinor: bigint
    lineAmountMinor: bigint
    /** Its share of the discount. */
    discountMinor: bigint
    taxMinor: bigint
    tax: TaxFacts | null
  }[]
  /** Taken off the whole invoice; `percent` where it was given so. */
  discount: { percent: string | null; amountMinor: bigint } | null
  /** Each name and rate once. */
  taxes: (TaxFacts & { amountMinor: bigint })[]
  baseAmountMinor: bigint
  feeAmountMinor: bigint
  /** The part that is paid while a rest is due. */
  paidSoFarMinor: bigint
  /** The sum of the credit notes issued before the payment. */
  creditedMinor: bigint
  createdAt: Date
  dueDate: Date
  isOverdue: boolean
  /** Set once the invoice is voided: nothing is due any more. Null for one that was credited in full: it stays what it was. */
  voidedAt: Date | null
  /** The public page where the invoice is paid and shown in full. */
  paymentLink: string
  /** Set once the invoice is paid. */
  payment: PaymentFacts | null
  /** How to pay by bank transfer; null once nothing is left to pay, or if the vendor shows no account. */
  transfer: TransferFacts | null
}

/** Facts for e-invoices that no document prints. All but the account are frozen with the invoice. */
type EInvoiceFacts = {
  seller: PostalAddress & { phone: string | null }
  /** Null for an invoice with a billing address of its own, whose parts nobody knows. */
  buyer: (PostalAddress & { phone: string | null }) | null
  buyerReference: string | null
  /** The vendor's own, where it shows one to customers. */
  account: AccountFacts | null
}

/** Numbers without spaces: an IBAN, or a US account. */
export type AccountFacts = {
  holder: string
  iban: string | null
  bic: string | null
  routingNumber: string | null
  accountNumber: string | null
}

/** A line of a bank transfer, as it is printed. */
export type TransferLine = {
  name: 'holder' | 'bankName' | 'iban' | 'bic' | 'routingNumber' | 'accountNumber' | 'reference'
  value: string
}

/** `code`: the text of the QR code for banking apps; null where there is none for such a transfer. */
export type TransferFacts = { lines: TransferLine[]; code: string | null }

/** `isInclusive`: contained in the price, and not on top of it. */
export type TaxFacts = { name: string; percent: string; isInclusive: boolean }

export type PaymentFacts = {
  /** A day, as its midnight in UTC. */
  paidOn: Date
  /** As printed, such as `INV-0042-R1`; null if the invoice has no recorded payment. */
  receiptNumber: string | null
  /** That of the payment: less than the total where others came before. */
  amountMinor: bigint
  /** Null if it is not known. A name such as `Visa`, or a code that each language has a word for, with the last characters of the card's number. */
  method: { name: string; last4: string | null } | null
  /** Null if the invoice has no recorded payment. */
  id: string | null
}

/** A refund, or a credit of an invoice that was not paid yet, as its credit note states it. Amounts in minor units. */
export type CreditFacts = {
  /** As printed, such as `INV-0042-CN1`. */
  number: string
  issuedAt: Date
  reason: string | null
  amountMinor: bigint
  /** Its share of each line, in the order of the lines; a share of 0 is not printed. What is more is the fee's. */
  lines: LineShare[]
  /** The invoice's earlier credit notes, in their order. */
  earlier: { amountMinor: bigint }[]
  /** False: it moved no money, and lowered what was due. */
  isRefund: boolean
  /** True if the refund failed after all. */
  isVoid: boolean
}
