/*
 * The texts of the documents. Another language is another file of this type and a line in texts.ts. Amounts
 * and dates are passed in already formatted.
 */

import type { TransferLine } from '../document-facts'

type About<Facts extends string> = (facts: Record<Facts, string>) => string

export type DocumentTexts = {
  invoice: string
  receipt: string
  creditNote: string
  /** Across every page of a voided invoice, and of the credit note of a refund that failed. */
  voidMark: string
  /** Across every page of a test account's document. */
  watermark: string
  testNote: string
  billedTo: string
  from: string
  taxId: string
  notes: string
  number: string
  receiptNumber: string
  creditNoteNumber: string
  issuedOn: string
  /** On a credit note, the day of the invoice that it corrects. */
  invoiceDate: string
  dueOn: string
  paidOn: string
  method: string
  paymentId: string
  status: string
  statuses: { open: string; overdue: string; paid: string; voided: string }
  columns: { item: string; quantity: string; unitPrice: string; amount: string }
  subtotal: string
  discount: string
  /** A tax that the prices contain, with its name and rate. */
  includedTax: About<'tax'>
  /** Why there is no tax: the sentence that the law asks for, and the reason of an exempt customer. */
  reverseCharge: string
  exempt: About<'reason'>
  fee: string
  total: string
  amountPaid: string
  /** On the receipt of the rest. */
  paidBefore: string
  thisPayment: string
  balanceDue: string
  refundOf: About<'number'>
  reason: About<'reason'>
  invoiceTotal: string
  refundedBefore: string
  thisRefund: string
  leftAfterRefunds: string
  /** A credit of an invoice that is not paid yet: its note, and what the invoice says of it. */
  credit: {
    title: About<'number'>
    taken: string
    before: string
    thisOne: string
    left: string
    headline: About<'amount' | 'day'>
    settled: string
  }
  headlineDue: About<'total' | 'due'>
  headlinePaid: About<'total' | 'paidOn'>
  headlineVoided: About<'day'>
  headlineRefunded: About<'amount' | 'day'>
  headlineNotRefunded: string
  payOnline: string
  /** The vendor's own bank account; `title` follows the way to pay online. */
  transfer: Record<TransferLine['name'], string> & { title: string; scan: string }
  /** What was charged and paid in a year. */
  statement: {
    title: string
    day: string
    entry: string
    charged: string
    paid: string
    balance: string
    invoice: About<'number'>
    payment: About<'number'>
    creditNote: About<'number'>
    broughtForward: string
    closing: string
    none: About<'year'>
  }
  page: About<'page' | 'pages'>
  unprintable: About<'placeholder'>
}
