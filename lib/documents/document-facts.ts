import type { Locale } from '@/lib/i18n/locale'

/** What an invoice's documents say. Amounts are in minor units of the currency, before any language. */
export type DocumentFacts = {
  locale: Locale
  /** A test account's documents are marked on every page: no real money stands behind them. */
  isTest: boolean
  vendor: {
    name: string
    /** `#rrggbb`; null: the service's own. */
    color: string | null
    /** A PNG that we encoded ourselves: hostile bytes can hold up the PDF library for good. */
    logo: Uint8Array | null
  }
  invoiceId: string
  customer: {
    name: string
    email: string
    /** Lines as on an envelope; none when no address is known. */
    address: string[]
  }
  currency: string
  items: { title: string; quantityMicros: bigint; unitPriceMinor: bigint; lineAmountMinor: bigint }[]
  baseAmountMinor: bigint
  feeAmountMinor: bigint
  createdAt: Date
  dueDate: Date
  isOverdue: boolean
  /** Where it is paid, and where it can be read in full. */
  paymentLink: string
  /** Once it is paid. */
  payment: PaymentFacts | null
}

export type PaymentFacts = {
  paidAt: Date
  /** How the buyer paid, as it is kept: `card`. */
  method: string | null
  /** Null where no payment of it is known. */
  id: string | null
}
