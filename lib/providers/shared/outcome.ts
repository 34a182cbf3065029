/**
 * The result of a call to an outside system. `rejected` is certain: it did not happen and never will under
 * this key. `unknown` is everything else that is not a clear yes (timeout, lost connection, 5xx, garbage):
 * the caller asks again with the same key and never compensates.
 */
export type Outcome<T> =
  | { kind: 'accepted'; value: T }
  | {
      kind: 'rejected'
      code: string
      detail: string
      httpStatus: number
      /** The only reason is that the receiving bank doesn't take part in the rail: another may carry it. */
      isOffRail?: true
      /** The provider's record of the refusal under the key: an earlier request still in transit gets it too. */
      reference?: string
    }
  | {
      kind: 'unknown'
      reason: string
      /** The HTTP status, if the answer was an error. */
      httpStatus?: number
      /** The provider has no record of the key, but may still receive one. */
      isUnseen?: true
    }

/** The provider's view of our credentials. */
export type AccountCheck = {
  /** Null if the provider does not say. */
  movesRealMoney: boolean | null
  /** What the account still lacks for our work: sentences for the operator. */
  gaps: string[]
  /** What could not be found out. */
  notes?: string[]
}

/**
 * What a provider keeps of a payment or transfer, in the currency of its balance, which may be another than the payment's. Minor
 * units; null if it is not a whole number of them, or below zero.
 */
export type ProviderFee = { amountMinor: bigint | null; currency: string }

/** What a provider holds for us in a currency, in minor units; below zero where we owe it. */
export type HeldBalance = {
  currency: string
  availableMinor: bigint
  /** Becomes available by itself. */
  pendingMinor: bigint
}
