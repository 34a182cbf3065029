import type { Outcome } from '@/lib/providers/shared/outcome'

type Unknown = Extract<Outcome<never>, { kind: 'unknown' }>

/**
 * The outcome of `work`, or `unknown` as soon as the signal aborts or anything goes wrong: it never
 * throws. Work that is under way at the abort goes on unheard, as a request does that has left already.
 */
export async function untilAborted<T>(
  signal: AbortSignal,
  work: () => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const unheard: Unknown = { kind: 'unknown', reason: 'no answer in time' }
  if (signal.aborted) return unheard
  let stopListening = () => {}
  const aborted = new Promise<Unknown>((resolve) => {
    const onAbort = () => resolve(unheard)
    signal.addEventListener('abort', onAbort, { once: true })
    stopListening = () => signal.removeEventListener('abort', onAbort)
  })
  // The failure is turned into an outcome before the race: one that comes after the abort has nobody
  // left to catch it.
  const answered = work().catch((error: unknown): Unknown => ({ kind: 'unknown', reason: reasonOf(error) }))
  try {
    return await Promise.race([answered, aborted])
  } finally {
    stopListening()
  }
}

/** An answer that never comes: only the signal ends the wait for it. */
export function noAnswer(): Promise<never> {
  return new Promise(() => {})
}

/** Only the code: a database message can quote the values of a row. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'the sandbox failed'
  return 'code' in error && typeof error.code === 'string'
    ? `the sandbox failed: ${error.code}`
    : `the sandbox failed: ${error.name}`
}
