import type { Mode } from '@/lib/db/generated/enums'

export type ItemKind = 'payment' | 'refund' | 'dispute' | 'payout'

/** One movement of money in our records, as the provider has one record of it. */
export type OwnItem = OwnRow & {
  /** The rows behind it: several where a charge paid several invoices, or a refund or dispute is of such a charge. */
  rows: Pick<OwnRow, 'id' | 'status'>[]
}

export type OwnRow = {
  kind: ItemKind
  accountId: string
  vendorId: string
  vendorEmail: string
  /** The id of the payment (also for its refund), the payout, or the invoice if nothing is booked yet. */
  id: string
  invoiceId: string | null
  provider: string
  /** The provider account that a payout was made from. */
  providerAccount?: string
  providerReference: string | null
  status: string
  /** Minor units. */
  amountMinor: bigint
  currency: string
  createdAt: Date
  /** The provider created the item in this interval, if at all. */
  searchFrom: Date
  searchUntil: Date
  /** The amount the ledger moved to or from the provider; null if the item has no entries of its own. */
  postedMinor: bigint | null
}

/** One movement of money in the provider's records. */
export type TheirItem = {
  kind: ItemKind
  reference: string
  /** The key we sent; null for a dispute, and for a refund made by other means. */
  key: string | null
  /** Set for refunds and disputes. */
  paymentReference: string | null
  status: 'processing' | 'paid' | 'refunded' | 'open' | 'won' | 'lost' | 'delivered' | 'failed' | 'returned'
  /** The provider's own name for it. */
  providerStatus: string
  amountMinor: bigint | null
  currency: string
  createdAt: Date
}

type DifferenceKind =
  /** Our records moved money, and the provider does not list it. */
  | 'missing_at_provider'
  /** The provider lists it, and our records have nothing. */
  | 'missing_in_ledger'
  /** Amount or currency. */
  | 'amount_differs'
  | 'status_differs'
  /** Our row matches the provider, but the ledger's entries do not match the row. */
  | 'ledger_differs'

/** At least one side is set. */
export type Pair = { kind: ItemKind; provider: string; ours: OwnItem | null; theirs: TheirItem | null }

type Difference = Pair & { difference: DifferenceKind }

/** `nothing`: no money was requested on either side, so there is none to find. */
export type Verdict = DifferenceKind | 'matched' | 'in_flight' | 'nothing'

export type Total = {
  kind: ItemKind
  currency: string
  theirs: { count: number; amountMinor: bigint }
  ours: { count: number; amountMinor: bigint }
}

export type ReconciliationReport = {
  mode: Mode
  /** Midnight UTC at the start of the day. */
  day: Date
  /** False while the day is not over: a later report may find more. */
  isDayOver: boolean
  /** Items that match on both sides. */
  matched: number
  /** Test invoices marked as paid by hand, which no provider knows. */
  markedByHand: number
  /** Totals of settled items. */
  totals: Total[]
  differences: Difference[]
  /** Not settled yet, so not comparable. */
  inFlight: Pair[]
  /** Every pair that was compared. */
  judged: (Pair & { verdict: Verdict })[]
  /** Lists that could not be compared, and why. */
  unanswered: { provider: string; kind: ItemKind; reason: string }[]
}
