import type { ListedPage, TimeRange } from '@/lib/providers/shared/listing'
import type { AccountCheck, HeldBalance, Outcome, ProviderFee } from '@/lib/providers/shared/outcome'

export type CheckoutRequest = {
  /** Idempotency key: the same key yields the same session. */
  key: string
  /** Minor units, customer fee included. */
  amountMinor: bigint
  currency: string
  email: string
  description: string
  vendorName: string
  /** The pages to which the provider sends the buyer after paying and, unless null, on leaving without paying. */
  successUrl: string
  cancelUrl: string | null
}

/** What a payment was made with. */
export type PaidWith = {
  /** As it is called everywhere, such as `Visa` or `iDEAL`; or `card` or `bank_transfer`, which each language has a word for. */
  name: string
  /** The last four characters of the number of the card or account; null where there is none. */
  last4: string | null
}

export type CheckoutSession = {
  reference: string
  status: 'open' | 'paid' | 'expired'
  /** The provider's reference of the payment, once there is one. A refund names it. */
  paymentReference: string | null
  /** Null until it is paid, and where the provider does not say it. */
  paidWith: PaidWith | null
  /**
   * The provider's payment page. Null if the session is not open or waits for a payment that takes days.
   */
  url: string | null
  /** Minor units. */
  amountMinor: bigint
  currency: string
}

export type RefundRequest = { key: string; paymentReference: string; amountMinor: bigint; currency: string }

/** `pending`: it can still fail, and the provider has not said that the money is on its way back. */
export type Refund = { reference: string; status: 'pending' | 'given_back' }

/** A payment in the provider's records that took money, or is about to. */
export type ListedPayment = {
  /** Named by a refund. */
  reference: string
  /** The key of the checkout session. */
  key: string
  status: 'processing' | 'paid'
  /** Minor units; null if it is not a whole number of them. */
  amountMinor: bigint | null
  currency: string
  createdAt: Date
}

/** A refund in the provider's records, except refused ones. */
export type ListedRefund = {
  reference: string
  /** Null if it was not requested through us, but by hand for example. */
  key: string | null
  paymentReference: string
  status: 'processing' | 'refunded' | 'failed'
  amountMinor: bigint | null
  currency: string
  createdAt: Date
}

/** A dispute in the provider's records, except inquiries, which take no money. */
export type ListedDispute = {
  reference: string
  paymentReference: string
  status: 'open' | 'won' | 'lost'
  amountMinor: bigint | null
  currency: string
  createdAt: Date
}

/** A refund of a payment in the provider's records, wherever it was made. The latest state: it only moves forward. */
export type ReportedRefund = {
  kind: 'refund'
  reference: string
  /** Null if it was not requested through us. */
  key: string | null
  /** `PENDING` and `SUCCEEDED` have taken the money, `FAILED` has not, or gave it back. */
  status: 'PENDING' | 'SUCCEEDED' | 'FAILED'
  /** Minor units; null if it is not a whole number of them. */
  amountMinor: bigint | null
  currency: string
  failureReason: string | null
  createdAt: Date
}

/** A dispute of a payment in the provider's records. The latest state: it only moves forward. */
export type ReportedDispute = {
  kind: 'dispute'
  reference: string
  /** `OPEN` and `LOST` have taken the money, `WON` gave it back. */
  status: 'OPEN' | 'WON' | 'LOST'
  /** It is `WON` because it ended before it took any money. */
  isPrevented?: true
  /** Minor units; null if it is not a whole number of them. */
  amountMinor: bigint | null
  currency: string
  /** The provider's word for its cause. */
  reason: string | null
  /** The time until which the provider takes evidence; null if it states none. */
  evidenceDueAt: Date | null
  /** The page where to answer the dispute; null if there is none. */
  url: string | null
  createdAt: Date
  /** Absent: the provider states no fee. */
  fee?: DisputeFee
}

/**
 * The provider's own fee for a dispute, as it states it: taken from its balance beside the amount. Minor units; null if
 * it is not a whole number of them, or in several currencies.
 */
export type DisputeFee = { takenMinor: bigint | null; returnedMinor: bigint | null; currency: string }

/** The card's bank believes that a payment is fraud, and its holder will probably dispute it. */
export type FraudWarning = {
  /** The bank's word for the kind of fraud. */
  fraudType: string
  createdAt: Date
}

/**
 * A movement between the provider's balance and our own bank account. The latest state: it only moves forward, and one that has
 * arrived can still fail.
 */
export type BankPayout = {
  reference: string
  /** The balance is less by it from the start, and gets it back if it failed. */
  status: 'on_its_way' | 'arrived' | 'failed'
  /** Minor units; below zero where the provider takes money from the bank. Null if it is not a whole number of them. */
  amountMinor: bigint | null
  currency: string
  createdAt: Date
}

/** A provider's report about a session or payment. It may arrive late, twice or out of order. */
export type PaymentNotification = {
  /**
   * `paid`: the money has arrived. `failed`: an attempt failed, and the session is open as before or, after a
   * payment that took days, over; read it to find out. `reversed`: a refund or dispute of a payment has changed;
   * read them to find out.
   * `banked`: a payout to our own bank account has changed; read them to find out.
   * `ignored`: nothing to do.
   */
  kind: 'paid' | 'expired' | 'failed' | 'reversed' | 'banked' | 'ignored'
  /** Null for events about a payment rather than its session. */
  sessionReference: string | null
  paymentReference: string | null
  /** The idempotency key that the session was created with. */
  key: string | null
}

export type RehearsedPayment = {
  /** Idempotency key of this attempt: its first answer stands. */
  key: string
  sessionReference: string
  cardNumber: string
}

/** Lets a test decide what happens at a provider without real money. */
export type PaymentRehearsal = {
  /**
   * Pays an open session with a test card, as its buyer does on the provider's page. `rejected` with a decline code: the
   * session stays open. Rejects with `session_paid`, `session_expired` or `no_such_session` if it is not.
   */
  pay(payment: RehearsedPayment, signal: AbortSignal): Promise<Outcome<null>>
  /**
   * Opens a dispute of all that is left of a payment, or closes the one that is open. Rejects with `nothing_left` or
   * `no_open_dispute`.
   */
  dispute(
    paymentReference: string,
    outcome: 'opened' | 'won' | 'lost',
    signal: AbortSignal,
  ): Promise<Outcome<null>>
  /** Warns of fraud about a payment, once: a repeat leaves the first warning. Rejects with `no_such_payment`. */
  warnOfFraud(paymentReference: string, signal: AbortSignal): Promise<Outcome<null>>
}

/** A system that takes money from buyers. Calls never throw and end with their `signal`. */
export type PaymentProvider = {
  name: string
  /** The `provider` of an invoice paid through it. */
  method: string
  /** The least that a payment in the currency may be, in minor units; null: unknown. Absent: whatever is above zero. */
  minimumMinor?(currency: string): bigint | null
  /** What an amount in the currency must be a multiple of, in minor units. Absent: any is taken. */
  stepMinor?(currency: string): bigint
  createCheckoutSession(request: CheckoutRequest, signal: AbortSignal): Promise<Outcome<CheckoutSession>>
  readCheckoutSession(reference: string, signal: AbortSignal): Promise<Outcome<CheckoutSession>>
  /**
   * Closes the page of an open session, so that nobody can pay there any more. Rejected if the session is not open: it was
   * paid, is being paid, or has expired. Absent: the session ends by itself.
   */
  expireCheckoutSession?(reference: string, signal: AbortSignal): Promise<Outcome<CheckoutSession>>
  /**
   * Rejects with `charge_already_refunded` if nothing of the payment is left to refund. A repeat under the same
   * key answers what became of the refund.
   */
  refund(request: RefundRequest, signal: AbortSignal): Promise<Outcome<Refund>>
  /** All refunds and disputes of a payment, oldest first. Read-only. */
  readReversals(
    paymentReference: string,
    signal: AbortSignal,
  ): Promise<Outcome<(ReportedRefund | ReportedDispute)[]>>
  /**
   * What the provider keeps of a payment that took money; null if it has not decided that yet. Once stated it never changes.
   * Read-only. Absent: it keeps nothing.
   */
  readFee?(paymentReference: string, signal: AbortSignal): Promise<Outcome<ProviderFee | null>>
  /** Payments made through us, by the provider's creation time. Read-only. */
  listPayments(
    range: TimeRange,
    cursor: string | null,
    signal: AbortSignal,
  ): Promise<Outcome<ListedPage<ListedPayment>>>
  /** All refunds, whatever their origin. Read-only. */
  listRefunds(
    range: TimeRange,
    cursor: string | null,
    signal: AbortSignal,
  ): Promise<Outcome<ListedPage<ListedRefund>>>
  /** All disputes, whatever they dispute. Read-only. */
  listDisputes(
    range: TimeRange,
    cursor: string | null,
    signal: AbortSignal,
  ): Promise<Outcome<ListedPage<ListedDispute>>>
  /** The first warning of fraud about a payment; null if there is none. Read-only. Absent: the provider has none. */
  readFraudWarning?(paymentReference: string, signal: AbortSignal): Promise<Outcome<FraudWarning | null>>
  /** What the provider holds for us, by currency. Read-only. Absent: it holds no real money. */
  readBalance?(signal: AbortSignal): Promise<Outcome<HeldBalance[]>>
  /** Its payouts to our own bank account, by its creation time. Read-only. Absent: it makes none. */
  listBankPayouts?(
    range: TimeRange,
    cursor: string | null,
    signal: AbortSignal,
  ): Promise<Outcome<ListedPage<BankPayout>>>
  /** An authenticated read: whether the provider answers and accepts our keys. */
  check(signal: AbortSignal): Promise<Outcome<AccountCheck>>
  /** Absent: the provider moves real money. */
  rehearsal?: PaymentRehearsal
}
