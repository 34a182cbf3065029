import type { Outcome } from '@/lib/providers/shared/outcome'
import { unknown } from './answer-verdict'
import { UnclearAnswerError } from './http-exchange'

/**
 * The outcome of `work`, or `unknown` as soon as the signal aborts or anything goes wrong: it never
 * throws. A login or a beneficiary that is under way at the abort is finished for the next call.
 */
export async function untilAborted<T>(
  signal: AbortSignal,
  work: () => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const unheard = unknown('Airwallex did not answer in time')
  if (signal.aborted) return unheard
  let stopListening = () => {}
  const aborted = new Promise<Outcome<T>>((resolve) => {
    const onAbort = () => resolve(unheard)
    signal.addEventListener('abort', onAbort, { once: true })
    stopListening = () => signal.removeEventListener('abort', onAbort)
  })
  // The failure is turned into an outcome before the race: one that comes after the abort has nobody
  // left to catch it.
  const answered = work().catch((error: unknown): Outcome<T> => unknown(reasonOf(error)))
  try {
    return await Promise.race([answered, aborted])
  } finally {
    stopListening()
  }
}

/** Our own words and codes only: a message of anyone else's can quote what was sent. */
function reasonOf(error: unknown): string {
  if (error instanceof UnclearAnswerError) return error.message
  if (!(error instanceof Error)) return 'the call failed'
  if (error.name === 'TimeoutError') return 'Airwallex did not answer in time'
  const cause = error.cause instanceof Error ? error.cause : error
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name
  return /^\w{1,40}$/.test(code) ? `the call failed: ${code}` : 'the call failed'
}
