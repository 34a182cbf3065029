import type { Outcome } from './outcome'

type Unknown = Extract<Outcome<never>, { kind: 'unknown' }>

/** Reasons in our own words: an error's message can quote an account number or a database row. */
export type UnknownReasons = {
  late: string
  of: (error: unknown) => string
}

/**
 * Returns a function that gives the outcome of `work`, or `unknown` as soon as the signal aborts or `work`
 * fails. It never throws. Work in progress at the abort continues, and its result is ignored.
 */
export function untilAbortedWith(reasons: UnknownReasons) {
  return async <T>(signal: AbortSignal, work: () => Promise<Outcome<T>>): Promise<Outcome<T>> => {
    const late: Unknown = { kind: 'unknown', reason: reasons.late }
    if (signal.aborted) return late
    let stopListening = () => {}
    const aborted = new Promise<Unknown>((resolve) => {
      const onAbort = () => resolve(late)
      signal.addEventListener('abort', onAbort, { once: true })
      stopListening = () => signal.removeEventListener('abort', onAbort)
    })
    // Catch before the race: nothing would handle a rejection that comes after the abort.
    const answered = work().catch(
      (error: unknown): Unknown => ({ kind: 'unknown', reason: reasons.of(error).slice(0, 200) }),
    )
    try {
      return await Promise.race([answered, aborted])
    } finally {
      stopListening()
    }
  }
}
