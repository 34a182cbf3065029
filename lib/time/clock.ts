/** The current time. Tests replace the clock with `setClock`. */
let read: () => Date = () => new Date()

export function now(): Date {
  return read()
}

/** Replaces the clock; `null` restores the real one. */
export function setClock(clock: (() => Date) | null): void {
  read = clock ?? (() => new Date())
}

/** A signal that aborts after `timeoutMs`, to limit a call to an outside system. */
export function signalAfter(timeoutMs: number): AbortSignal {
  return AbortSignal.timeout(timeoutMs)
}
