import type { Random } from './random'
import type { Stage } from './stage'

/** The counts of a scene are those of a run this long; a shorter run does its share of them. */
export const FULL_MINUTES = 150

export type Sizes = {
  minutes: number
  /** This run's share of a full run's count, at least `least`. */
  count(full: number, least?: number): number
}

export function sizesOf(minutes: number): Sizes {
  const count = (full: number, least = 1) => Math.max(least, Math.round((full * minutes) / FULL_MINUTES))
  return { minutes, count }
}

export type Scene = {
  name: string
  /** The fault that it would find, in one line. */
  finds: string
  run(stage: Stage, random: Random, sizes: Sizes): Promise<void>
  /** Why it can't run here; null if it can. */
  whyNot?(): string | null
}
