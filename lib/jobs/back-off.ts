/** The waits after the first, the second, … failed attempt. */
export type BackOff = {
  delaysMs: readonly number[]
  /** Whether the last wait is repeated; otherwise the attempt after it was the last. */
  isEndless: boolean
  /** By how much of itself a wait is lengthened at most, so that what failed together is spread. */
  jitter: number
}

/** Milliseconds to wait after failed attempt `number`, from 1; null after the last. `random` is from 0 up to 1. */
export function backOffMs(backOff: BackOff, number: number, random = Math.random()): number | null {
  const { delaysMs, isEndless, jitter } = backOff
  const delayMs = delaysMs[number - 1] ?? (isEndless ? delaysMs.at(-1) : undefined)
  return delayMs === undefined ? null : Math.floor(delayMs * (1 + random * jitter))
}
