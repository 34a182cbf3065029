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
export type Access = {
  /** Null if the provider does not say. */
  movesRealMoney: boolean | null
  /** What the account still lacks for our work: sentences for the operator. */
  gaps: string[]
}
