import type { Mode } from '@/lib/db/generated/enums'

export type ItemKind = 'payment' | 'refund' | 'payout'

/** What our books say of one movement of money. */
export type OwnItem = {
  kind: ItemKind
  accountId: string
  vendorId: string
  vendorEmail: string
  /** The payment's id, for its refund too, or the payout's; the invoice's where nothing is booked yet. */
  id: string
  invoiceId: string | null
  provider: string
  /** Which of the provider's accounts a payout was made for. */
  providerAccount?: string
  providerReference: string | null
  status: string
  /** Minor units. */
  amountMinor: bigint
  currency: string
  createdAt: Date
  /** The provider has made it in this time, if it has. */
  searchFrom: Date
  searchUntil: Date
  /** What the ledger moved to or from the provider for it, in its currency; null where that is not its own. */
  postedMinor: bigint | null
}

/** What the provider's books say of it. */
export type TheirItem = {
  kind: ItemKind
  reference: string
  /** The key that we sent; null for a refund that was made by other means. */
  key: string | null
  /** Of a refund. */
  paymentReference: string | null
  state: 'processing' | 'paid' | 'refunded' | 'delivered' | 'failed' | 'returned'
  /** The provider's own word. */
  status: string
  amountMinor: bigint | null
  currency: string
  createdAt: Date
}

export type DifferenceKind =
  /** Money moved by our books, and the provider does not list it. */
  | 'missing_at_provider'
  /** The provider lists it, and our books don't. */
  | 'missing_in_ledger'
  /** Amount or currency. */
  | 'amount_differs'
  | 'status_differs'
  /** Our own record agrees with the provider, and the ledger's entries don't agree with it. */
  | 'ledger_differs'

/** At least one of the two is there. */
export type Pair = { kind: ItemKind; provider: string; ours: OwnItem | null; theirs: TheirItem | null }

export type Difference = Pair & { difference: DifferenceKind }

export type Total = {
  kind: ItemKind
  currency: string
  theirs: { count: number; amountMinor: bigint }
  ours: { count: number; amountMinor: bigint }
}

export type ReconciliationReport = {
  mode: Mode
  /** Midnight UTC that it began with. */
  day: Date
  /** False: it goes on, and a later report may find more. */
  isDayOver: boolean
  /** Items that both have, in agreement. */
  matched: number
  /** Invoices of test mode that were marked as paid: no provider knows of them. */
  markedByHand: number
  /** Of the items that are settled. */
  totals: Total[]
  differences: Difference[]
  /** Not settled yet, so that there is nothing to compare. */
  inFlight: Pair[]
  /** What could not be compared, and why. */
  unanswered: { provider: string; kind: ItemKind; reason: string }[]
}
