import { randomInt } from 'node:crypto'
import { v7, validate } from 'uuid'
import { now } from '@/lib/time/clock'

/** Of the 32 bits that number the ids of one millisecond, the highest stays free to count into. */
const FIRST_NUMBERS = 2 ** 31

let last = { msecs: 0, seq: 0 }

/**
 * A new UUIDv7 of the domain's time: rows made later sort later, so an index grows at its end, and the ids
 * of a span of time are a range.
 */
export function newId(): string {
  const msecs = now().getTime()
  const seq = msecs === last.msecs ? last.seq + 1 : randomInt(FIRST_NUMBERS)
  last = { msecs, seq }
  return v7({ msecs, seq })
}

/** How far the time that a row says it was made at may be from that of its id. */
const SLACK_MS = 5 * 60 * 1000

/** An id that none made at that time or later is below: where a search by id may begin. */
export function firstIdOf(time: Date): string {
  return lowestIdAt(time.getTime() - SLACK_MS)
}

/** An id that every one made before that time is below: where a search by id may end. */
export function endIdOf(time: Date): string {
  return lowestIdAt(time.getTime() + SLACK_MS)
}

function lowestIdAt(timeMs: number): string {
  const hex = Math.max(0, timeMs).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}

export function isId(text: string): boolean {
  return validate(text)
}
