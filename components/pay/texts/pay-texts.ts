/*
 * The texts of the buyer's pages. Another language is another file of this type and a line in texts.ts.
 * Names, amounts and dates are passed in already formatted.
 */

import type { BankDetailsProblem } from '@/lib/bank-accounts/bank-details-form'
import type { TransferLine } from '@/lib/documents/document-facts'

type About<Facts extends string> = (facts: Record<Facts, string>) => string

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
    /** Why there is no tax. */
    reverseCharge: string
    exempt: About<'reason'>
    fee: string
    total: string
    /** While a part is paid. */
    paidSoFar: string
    credited: string
    leftToPay: string
  }
  pay: About<'amount'>
  afterPayment: About<'vendor'>
  questions: string
  overdue: { title: string; body: string }
  hosted: {
    title: string
    body: string
    unavailableTitle: string
    unavailable: string
    tooMany: string
    canceledTitle: string
    notCharged: string
    tryAgain: string
  }
  /** A transfer to the vendor's own bank account. */
  transfer: Record<TransferLine['name'], string> & {
    title: string
    hint: About<'vendor'>
    scan: string
    picture: string
  }
  processing: { title: string; body: string; lookAgain: string }
  closed: {
    title: string
    banned: About<'vendor'>
    unavailable: About<'vendor'>
    voidedTitle: string
    creditedTitle: string
    credited: About<'vendor'>
    voided: About<'vendor'>
  }
  receipt: {
    thanks: string
    paid: string
    body: About<'vendor'>
    emailed: About<'email'>
    paidOn: string
    method: string
    number: string
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
  /** The page on which a payee enters a bank account. */
  bankDetails: {
    title: About<'vendor'>
    heading: About<'vendor'>
    intro: About<'vendor'>
    testNote: string
    holder: string
    person: string
    company: string
    firstName: string
    lastName: string
    companyName: string
    nameHint: string
    account: string
    bankName: string
    routingNumber: string
    routingHint: string
    accountNumber: string
    accountHint: string
    category: string
    checking: string
    savings: string
    address: string
    street: string
    city: string
    state: string
    postcode: string
    country: string
    save: string
    next: About<'vendor'>
    problem: string
    problems: Record<BankDetailsProblem, string>
    doneTitle: About<'vendor'>
    done: About<'vendor'>
    notYou: About<'vendor'>
    back: About<'vendor'>
    closedTitle: string
    expired: About<'vendor'>
    closed: About<'vendor'>
    unknown: string
  }
  /** The portal, where a customer sees all invoices from one vendor. */
  portal: {
    title: About<'vendor'>
    link: string
    questions: string
    ask: {
      heading: string
      intro: About<'vendor'>
      email: string
      send: string
      sentTitle: string
      sent: string
    }
    problems: {
      email: string
      link: string
      ended: string
    }
    open: {
      heading: string
      body: string
      action: string
    }
    closedTitle: string
    closed: string
    signedIn: About<'email'>
    leave: string
    openInvoices: string
    nothingOpen: string
    shown: About<'count' | 'total'>
    leftOf: About<'amount' | 'total'>
    /** Paying several invoices at once. */
    several: {
      all: string
      /** Replaces `all` if there are more than can be paid at once. `count` in Latin digits, as below. */
      first: About<'count'>
      none: string
      pay: About<'count' | 'amount'>
      /** Without JavaScript, which counts them. */
      payChosen: string
      nothingChosen: string
      tooMany: About<'count'>
      changed: About<'invoices'>
      /** Of invoices whose part of the payment is given back. */
      returned: About<'invoices' | 'amount'>
    }
    paidInvoices: string
    /** In place of `paidInvoices`, where one was credited in full. */
    paidAndCreditedInvoices: string
    nothingPaid: string
    paidOn: About<'day'>
    creditedOn: About<'day'>
    older: string
    latest: string
    details: {
      title: string
      intro: About<'vendor'>
      line1: string
      line2: string
      city: string
      state: string
      postcode: string
      country: string
      phone: string
      notGiven: string
      save: string
      saved: string
      /** Below a tax ID that doesn’t look like one. */
      taxIdDoubt: string
    }
  }
  onPhone: { title: string; hint: string; picture: string }
}
