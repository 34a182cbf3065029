/** The delays after the first, second, … failed attempt. */
export type BackOff = {
  delaysMs: readonly number[]
  /** True if the last delay repeats; otherwise the attempt after it is the last. */
  isEndless: boolean
  /** Maximum share by which a delay is lengthened, to spread attempts that failed together. */
  jitter: number
}

/**
 * Delay in milliseconds after failed attempt `number`, from 1; null after the last. `random` is from 0 up to
 * 1.
 */
export function backOffMs(backOff: BackOff, number: number, random = Math.random()): number | null {
  const { delaysMs, isEndless, jitter } = backOff
  const delayMs = delaysMs[number - 1] ?? (isEndless ? delaysMs.at(-1) : undefined)
  return delayMs === undefined ? null : Math.floor(delayMs * (1 + random * jitter))
}
