import type { Random } from './random'
import type { Stage } from './stage'

/** The counts of a scene are those of a run this long; a shorter run does its share of them. */
export const FULL_MINUTES = 150

export type Sizes = {
  minutes: number
  /** This run's share of a full run's count, at least `least`. */
  count(full: number, least?: number): number
}

/** On servers where everything takes `slowdown` times as long, a run of the same length does as much less. */
export function sizesOf(minutes: number, slowdown: number): Sizes {
  const share = minutes / FULL_MINUTES / slowdown
  const count = (full: number, least = 1) => Math.max(least, Math.round(full * share))
  return { minutes, count }
}

export type Scene = {
  name: string
  /** The fault that it would find, in one line. */
  finds: string
  run(stage: Stage, random: Random, sizes: Sizes): Promise<void>
  /** Why it can't run here; null if it can. */
  whyNot?(stage: Stage): string | null
}
