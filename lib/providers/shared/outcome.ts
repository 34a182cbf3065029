/**
 * What a call to an outside system tells us. `rejected` is certain: it did not happen and never will
 * under this key. `unknown` is everything else that is no clear yes (time-out, lost connection, 5xx,
 * garbage): the caller asks again by the same key and never compensates on it.
 */
export type Outcome<T> =
  | { kind: 'accepted'; value: T }
  | { kind: 'rejected'; code: string; detail: string; httpStatus: number }
  | {
      kind: 'unknown'
      reason: string
      /** What it answered with, where that was an HTTP error. */
      httpStatus?: number
      /** The provider has no record of the key, and can't promise that it never will have one. */
      isUnseen?: true
    }

/** What a provider says of the keys that we come to it with. */
export type Access = {
  /** Whether it moves real money for them; null where it does not say. */
  movesRealMoney: boolean | null
}
