import { randomFillSync, randomInt } from 'node:crypto'
import { v7, validate } from 'uuid'
import { now } from '@/lib/time/clock'

/**
 * The first id of a millisecond takes a number below this, so that at least as many more can be counted up.
 */
const FIRST_NUMBERS = 2 ** 31

let last = { msecs: 0, seq: 0 }

/**
 * A new UUIDv7 by the domain's clock. Later rows sort later, so an index grows at its end and a time span is
 * a range of ids.
 */
export function newId(): string {
  const msecs = now().getTime()
  const seq = msecs === last.msecs ? last.seq + 1 : randomInt(FIRST_NUMBERS)
  last = { msecs, seq }
  return v7({ msecs, seq, random: randomBytes() })
}

/** The nil UUID (RFC 9562, 5.9): before every other id, and the id of nothing. */
export const NIL_ID = '00000000-0000-0000-0000-000000000000'

const BYTES_OF_AN_ID = 16
/** Random bytes for many ids: drawing them one id at a time costs more than all the rest of it. */
const pool = new Uint8Array(BYTES_OF_AN_ID * 256)
let offset = pool.length

function randomBytes(): Uint8Array {
  if (offset === pool.length) {
    randomFillSync(pool)
    offset = 0
  }
  offset += BYTES_OF_AN_ID
  return pool.subarray(offset - BYTES_OF_AN_ID, offset)
}

/** A row's creation time differs from the time in its id by no more than this. */
const SLACK_MS = 5 * 60 * 1000

/** A lower bound for ids created at that time or later, where a search by id may start. */
export function firstIdOf(time: Date): string {
  return lowestIdAt(time.getTime() - SLACK_MS)
}

/** An upper bound for ids created before that time, where a search by id may end. */
export function endIdOf(time: Date): string {
  return lowestIdAt(time.getTime() + SLACK_MS)
}

function lowestIdAt(timeMs: number): string {
  const hex = Math.max(0, timeMs).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}

/** The creation time of a UUIDv7; null for any other id. */
export function timeOfId(id: string): Date | null {
  if (!isId(id) || id[14] !== '7') return null
  return new Date(Number.parseInt(id.replace('-', '').slice(0, 12), 16))
}

/** An upper bound for ids made in the time after another by the same process. */
export function endIdAfter(id: string, timeMs: number): string {
  return lowestIdAt((timeOfId(id)?.getTime() ?? 0) + timeMs)
}

export function isId(text: string): boolean {
  return validate(text)
}
