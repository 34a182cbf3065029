import type { CardTrouble } from '@/lib/payments/card'
import type { DeclineReason, SandboxDecline } from '@/lib/payments/payment-page'

/*
 * The texts of the buyer's pages. Another language is another file of this type and a line in texts.ts.
 * Names, amounts and dates are passed in already formatted.
 */

type About<Facts extends string> = (facts: Record<Facts, string>) => string

/** The card form is a client component and can't be passed functions, so these are plain strings. */
export type CardFormTexts = {
  number: string
  expiry: string
  expiryExample: string
  securityCode: string
  holder: string
  paying: string
  troubles: Record<CardTrouble, string>
  declines: Record<DeclineReason, string>
  refusedTitle: string
  notCharged: string
  tooMany: string
  lostTitle: string
  lost: string
}

export type PayTexts = {
  titles: {
    pay: About<'vendor'>
    paid: About<'vendor'>
    thanks: About<'vendor'>
    description: About<'vendor'>
  }
  testMode: { region: string; name: string; note: string }
  language: string
  poweredBy: About<'service'>
  summary: {
    region: string
    invoiceFrom: string
    number: About<'number'>
    /** The seller's name and address. */
    seller: string
    billedTo: string
    taxId: string
    notes: string
    toPay: string
    paid: string
    includesFee: About<'fee'>
    due: About<'day'>
    wasDue: About<'day'>
    items: About<'count'>
    subtotal: string
    discount: string
    /** A tax that the prices contain, with its name and rate. */
    includedTax: About<'tax'>
    fee: string
    total: string
  }
  form: CardFormTexts
  pay: About<'amount'>
  payingStatus: About<'amount'>
  afterPayment: About<'vendor'>
  questions: string
  cardHeading: string
  cardSafe: string
  overdue: { title: string; body: string }
  sandbox: {
    title: string
    hint: string
    /** Only where a click does something. */
    click: string
    pays: string
    outcomes: Record<SandboxDecline, string>
  }
  hosted: {
    title: string
    body: string
    unavailableTitle: string
    unavailable: string
    cancelledTitle: string
    tryAgain: string
  }
  processing: { title: string; body: string; lookAgain: string }
  closed: {
    title: string
    banned: About<'vendor'>
    unavailable: About<'vendor'>
    voidedTitle: string
    voided: About<'vendor'>
  }
  receipt: {
    thanks: string
    paid: string
    body: About<'vendor'>
    paidOn: string
    amount: string
    email: string
    transaction: string
    back: About<'vendor'>
    receiptPdf: string
    invoicePdf: string
  }
  refund: {
    full: string
    part: string
    body: About<'vendor' | 'amount'>
    amount: string
    creditNote: About<'number'>
  }
  notFound: { title: string; body: string }
  onPhone: { title: string; hint: string; picture: string }
}

/** The text for a decline code, or the general one if the code has none. */
export function declineText({ declines }: CardFormTexts, code: string | null): string {
  return code !== null && Object.hasOwn(declines, code) ? declines[code as DeclineReason] : declines.other
}
