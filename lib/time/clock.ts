/** The time that the domain goes by. A test moves it with `setClock`. */
let read: () => Date = () => new Date()

export function now(): Date {
  return read()
}

/** Replaces the clock; `null` gives the real one back. */
export function setClock(clock: (() => Date) | null): void {
  read = clock ?? (() => new Date())
}

/** A signal that aborts after so many milliseconds: the time that a call to an outside system has. */
export function signalAfter(timeoutMs: number): AbortSignal {
  return AbortSignal.timeout(timeoutMs)
}
