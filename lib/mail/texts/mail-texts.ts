/*
 * The texts of mail. Another language is another file of this type. Names, amounts and dates are passed in
 * already formatted; nothing is escaped yet.
 */

/** A line without parameters. */
type Line = string

type About<Facts extends string> = (facts: Record<Facts, string>) => string

export type MailTexts = {
  /** Prefix of a test account's subject, and the band at the top of its body. */
  testSubject: About<'subject'>
  testBand: Line
  /** Introduces the button's URL, for readers who can't use the button. */
  addressHint: Line
  /** Footer of mail to a customer. */
  sentForVendor: About<'vendor' | 'service'>
  taxId: About<'taxId'>
  sentByService: About<'service'>
  columns: {
    discount: Line
    /** A tax that the prices contain, with its name and rate. */
    includedTax: About<'tax'>
    total: Line
    paidSoFar: Line
    credited: Line
    leftToPay: Line
    paidBefore: Line
    thisPayment: Line
    fee: Line
    due: Line
    paidOn: Line
    method: Line
    number: Line
    receiptNumber: Line
    moreItems: About<'count'>
  }
  invoice: {
    subject: About<'number' | 'vendor' | 'total'>
    heading: About<'vendor'>
    body: About<'vendor' | 'total' | 'due'>
    action: Line
    document: Line
  }
  /** What a vendor has changed of an invoice that is still to be paid. */
  changedInvoice: {
    subject: About<'number' | 'vendor'>
    heading: Line
    body: About<'number' | 'vendor'>
    /** Columns of what can be changed, and the value of each. */
    address: Line
    /** The customer's own reference. */
    buyerReference: Line
    notes: Line
    nowAndBefore: About<'now' | 'before'>
    action: Line
  }
  reminderDueSoon: Reminder
  reminderOverdue: Reminder
  reminderLongOverdue: Reminder
  receipt: {
    subject: About<'number' | 'vendor' | 'total'>
    heading: Line
    body: About<'vendor' | 'total' | 'paidOn'>
    action: Line
    document: Line
  }
  /** Confirms the payment of a part of an invoice. */
  partReceipt: {
    subject: About<'number' | 'vendor' | 'amount'>
    heading: Line
    body: About<'vendor' | 'amount' | 'paidOn'>
    action: Line
  }
  /** The paragraph about an invoice of which a part is paid. */
  partPaid: About<'paid' | 'total' | 'left'>
  refund: {
    subject: About<'number' | 'vendor' | 'amount'>
    heading: About<'amount'>
    body: About<'number' | 'vendor' | 'amount'>
    amount: Line
    reason: Line
    creditNote: Line
    action: Line
    document: Line
  }
  /** A credit note of an invoice that is not paid yet; `reason`, `creditNote`, `action` and `document` are those of a refund. */
  credit: {
    subject: About<'number' | 'vendor' | 'amount'>
    heading: About<'amount'>
    body: About<'number' | 'vendor' | 'amount'>
    left: About<'left'>
    nothingLeft: Line
    amount: Line
  }
  payout: {
    subject: About<'vendor' | 'amount'>
    heading: About<'amount'>
    body: About<'vendor' | 'amount' | 'bankName' | 'last4'>
    amount: Line
    bankAccount: Line
    reference: Line
  }
  /** To the vendor, about a scheduled payout. */
  payoutNotSent: {
    subject: About<'amount' | 'customer'>
    heading: Line
    body: About<'amount' | 'customer'>
    /** In English, as the dashboard says it. */
    reason: About<'reason'>
    nextStep: Line
    action: Line
  }
  invoiceNotSent: {
    subject: About<'customer'>
    heading: Line
    body: About<'customer'>
    /** In English, as the dashboard says it. */
    reason: About<'reason'>
    nextStep: Line
    action: Line
  }
  webhookFailing: {
    subject: Line
    heading: Line
    /** Some attempts have failed, others are still to come. */
    triedAgain: About<'url'>
    givenUp: About<'url'>
    answer: About<'answer'>
    onceADay: Line
    action: Line
  }
  /** To the vendor: a series of invoices has stopped. */
  recurringStopped: SeriesStopped & { reasons: Record<RecurringStop, Line> }
  /** To the vendor: a series of payouts has stopped. */
  recurringPayoutStopped: SeriesStopped & { reasons: Record<RecurringPayoutStop, Line> }
  /** To the vendor: its automatic withdrawals have stopped, for one of the same reasons. */
  sweepStopped: SeriesStopped
  /** To the vendor, about what somebody else might have done. */
  security: {
    signedIn: Notice<'browser' | 'address'>
    wrongCodes: Notice<'browser' | 'address'>
    passwordChanged: { subject: Line; body: Line }
    emailChangeRequested: Notice<'email' | 'time' | 'browser' | 'address'> & { stop: Line }
    emailChanged: Notice<'email'>
    takenOver: {
      subject: Line
      body: Line
      people: Line
      invitations: Line
      apiKeys: Line
      endpoints: Line
      payouts: Line
      series: Line
      payoutSeries: Line
      sweeps: Line
      kept: Line
    }
    secondFactorRemoved: { subject: Line; body: Line }
    passkeyAdded: Notice<'passkey'>
    passkeyRemoved: Notice<'passkey'>
    ownerChanged: Notice<'email'>
    keyCreated: Notice<'key'>
    bankAccountAdded: Notice<'bankAccount'>
    ownAccountChanged: Notice<'person' | 'bankAccount'>
    bankAccountEntered: Notice<'customer' | 'bankAccount'> & { check: Line }
    endpointAdded: Notice<'host' | 'person'>
    endpointAddedByKey: Notice<'host' | 'key'>
    endpointMoved: Notice<'host' | 'person'>
    endpointMovedByKey: Notice<'host' | 'key'>
    payoutApprovalSet: Notice<'person' | 'amount'>
    payoutApprovalOff: Notice<'person'>
    approverInvited: Notice<'person' | 'email'>
    approverAdded: Notice<'email' | 'day'>
    notYou: Line
    action: Line
  }
  /** To people of the vendor: payouts that take two of them. */
  payoutApproval: {
    wanted: {
      subject: About<'amount' | 'customer'>
      heading: About<'amount'>
      body: About<'requester' | 'amount' | 'customer'>
      /** Of a scheduled payout. */
      bodyOfDay: About<'requester' | 'amount' | 'customer' | 'day'>
      action: Line
    }
    approved: Outcome<'amount' | 'customer' | 'person'>
    rejected: Outcome<'amount' | 'customer' | 'person'>
    expired: Outcome<'amount' | 'customer'>
    /** Of payouts from a file. */
    batch: {
      wanted: {
        subject: About<'amount' | 'file'>
        heading: About<'amount'>
        body: About<'requester' | 'amount' | 'file'>
        action: Line
      }
      approved: { subject: About<'amount' | 'file'>; body: About<'amount' | 'file' | 'person'> }
      /** Sent back, to be confirmed again. */
      rejected: { subject: About<'amount' | 'file'>; body: About<'amount' | 'file' | 'person'> }
      file: Line
      payouts: Line
    }
    reason: About<'reason'>
    amount: Line
    customer: Line
    bankAccount: Line
    requestedBy: Line
    view: Line
  }
  /** To a customer who wants to see all invoices. */
  portalLink: { subject: About<'vendor'>; heading: About<'vendor'>; body: Line; ignore: Line; action: Line }
  passwordReset: { subject: Line; heading: Line; body: Line; action: Line; ignore: Line }
  /** To a person whom the business invites to its team. */
  teamInvitation: {
    subject: About<'vendor'>
    heading: About<'vendor'>
    body: About<'email'>
    action: Line
    ignore: Line
  }
  invitation: { subject: Line; heading: Line; body: About<'email'>; action: Line; ignore: Line }
  emailConfirmation: { subject: Line; heading: Line; body: About<'email'>; action: Line; ignore: Line }
  newEmailConfirmation: { subject: Line; heading: Line; body: About<'email'>; action: Line; ignore: Line }
}

export type SeriesStopped = {
  subject: About<'customer'>
  heading: Line
  body: About<'customer'>
  /** The way to go on. */
  resume: Line
  action: Line
}

/** Why the service stops a series of payouts. */
export type RecurringPayoutStop =
  | 'customer_archived'
  | 'bank_account_archived'
  | 'vendor_banned'
  | 'live_mode_not_approved'
  | 'requester_left'
  | 'too_many_waiting'

/** Why the service stops a series of invoices. */
export type RecurringStop =
  | 'customer_archived'
  | 'vendor_banned'
  | 'live_mode_not_approved'
  | 'payment_provider_failed'
  | 'terms_not_valid'
  | 'too_many_drafts'

type Notice<Facts extends string> = { subject: Line; body: About<Facts> }

type Outcome<Facts extends string> = { subject: About<'amount' | 'customer'>; body: About<Facts> }

type Reminder = {
  subject: About<'vendor' | 'total' | 'due'>
  heading: Line
  body: About<'vendor' | 'total' | 'due'>
  action: Line
}
