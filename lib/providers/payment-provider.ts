import type { ListedPage, TimeRange } from '@/lib/providers/shared/listing'
import type { Access, Outcome } from '@/lib/providers/shared/outcome'

export type CheckoutRequest = {
  /** The idempotency key: the same key gives the same session. */
  key: string
  /** Minor units, customer fee included. */
  amountMinor: bigint
  currency: string
  email: string
  description: string
  /** Where a provider's own page sends the buyer after paying, and (null: nowhere) on leaving it unpaid. */
  successUrl: string
  cancelUrl: string | null
}

export type CheckoutSession = {
  reference: string
  state: 'open' | 'paid' | 'expired'
  /** The provider's reference of the payment, once there is one: what a refund names. */
  paymentReference: string | null
  /**
   * The provider's page to pay it on. Null where the card is entered on our page, where the session is
   * not open, and where it is because a payment that takes days is on its way.
   */
  url: string | null
  /** Minor units. */
  amountMinor: bigint
  currency: string
}

export type Card = {
  number: string
  expiryMonth: number
  expiryYear: number
  securityCode: string
  holder: string
}

export type ChargeRequest = {
  /** The idempotency key of this attempt. */
  key: string
  sessionReference: string
  card: Card
}

export type Charge = { reference: string }

export type RefundRequest = { key: string; paymentReference: string; amountMinor: bigint; currency: string }

/** `pending`: it can still fail, and the provider has not said that the money is on its way back. */
export type Refund = { reference: string; state: 'pending' | 'given_back' }

/** A payment in the provider's books that took money, or is about to. */
export type ListedPayment = {
  /** What a refund names. */
  reference: string
  /** The key of the checkout session that it pays, or of the charge where the card is entered on our page. */
  key: string
  state: 'processing' | 'paid'
  /** Minor units; null where it is no whole number of them. */
  amountMinor: bigint | null
  currency: string
  createdAt: Date
}

/** A refund in the provider's books; the refused ones are none. */
export type ListedRefund = {
  reference: string
  /** Null where it was not made through us: by hand, say. */
  key: string | null
  paymentReference: string
  state: 'processing' | 'refunded' | 'failed'
  amountMinor: bigint | null
  currency: string
  createdAt: Date
}

/** Card entry on our own pay page: for a provider that has no page of its own. */
export type CardCheckout = {
  /** `rejected` is a decline: its code, and words for the buyer. A paid session is not charged again. */
  charge(request: ChargeRequest, signal: AbortSignal): Promise<Outcome<Charge>>
  /** By idempotency key; `rejected` when it was declined, or never made and can't be made any more. */
  lookUpCharge(key: string, signal: AbortSignal): Promise<Outcome<Charge>>
}

/** A system that takes money from buyers. No call ever throws; each ends when `signal` does. */
export type PaymentProvider = {
  name: string
  /** What an invoice paid through it shows as `provider`. */
  method: string
  createCheckoutSession(request: CheckoutRequest, signal: AbortSignal): Promise<Outcome<CheckoutSession>>
  readCheckoutSession(reference: string, signal: AbortSignal): Promise<Outcome<CheckoutSession>>
  /** `charge_already_refunded` is the rejection of a payment of which nothing is left to give back. */
  refund(request: RefundRequest, signal: AbortSignal): Promise<Outcome<Refund>>
  /** The payments that were made through us, by when the provider made them. It changes nothing. */
  listPayments(
    range: TimeRange,
    cursor: string | null,
    signal: AbortSignal,
  ): Promise<Outcome<ListedPage<ListedPayment>>>
  /** All refunds, whoever made them. It changes nothing. */
  listRefunds(
    range: TimeRange,
    cursor: string | null,
    signal: AbortSignal,
  ): Promise<Outcome<ListedPage<ListedRefund>>>
  /** An authenticated read: whether the provider answers, and takes our keys. It changes nothing. */
  check(signal: AbortSignal): Promise<Outcome<Access>>
  cards: CardCheckout | null
}
