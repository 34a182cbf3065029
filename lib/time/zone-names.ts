import { MINUTE_MS } from './units'
import { UTC, type Zone } from './zone'

/** The longest name in use has 32 characters. */
const MAX_NAME_CHARACTERS = 64

/** True for an IANA name (`Europe/Berlin`) that this Node.js knows. A bare offset such as `+02:00` is none. */
export function isZoneName(name: string): boolean {
  return (
    /^[A-Za-z][A-Za-z0-9_+/-]*$/.test(name) && name.length <= MAX_NAME_CHARACTERS && formatOf(name) !== null
  )
}

/** All names that can be chosen, with the one that is. */
export function zoneNames(chosen: string): string[] {
  return [...new Set([UTC.name, ...Intl.supportedValuesOf('timeZone'), chosen])].sort()
}

/** Nothing that a vendor does is older, or planned for later; outside, the nearest offset counts. */
const FIRST_MINUTE = Date.UTC(2010, 0, 1) / MINUTE_MS
const LAST_MINUTE = Date.UTC(2040, 0, 1) / MINUTE_MS

/** No zone changes its clocks and back within it: Morocco's break in Ramadan is the shortest. */
const STEP_MINUTES = 28 * 24 * 60

const zones = new Map([[UTC.name, UTC]])

/** The zone with an IANA name. Found out once in a process, in some 30 ms: `Intl` tells offsets, but not when they change. */
export function zoneOf(name: string): Zone {
  const zone = zones.get(name) ?? readZone(name)
  zones.set(name, zone)
  return zone
}

function readZone(name: string): Zone {
  const format = formatOf(name)
  if (!format) throw new Error(`Unknown time zone ${name}`)
  const offsets: Zone['offsets'] = [[FIRST_MINUTE, aheadAt(format, FIRST_MINUTE)]]
  let ahead = aheadAt(format, FIRST_MINUTE)
  for (let minute = FIRST_MINUTE; minute < LAST_MINUTE; minute += STEP_MINUTES) {
    let after = minute + STEP_MINUTES
    const next = aheadAt(format, after)
    if (next === ahead) continue
    for (let before = minute; after - before > 1; ) {
      const middle = Math.floor((before + after) / 2)
      if (aheadAt(format, middle) === ahead) before = middle
      else after = middle
    }
    ahead = next
    offsets.push([after, ahead])
  }
  return { name, offsets }
}

function formatOf(timeZone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** From `11/23/2026, GMT+05:30`, or `GMT` alone. */
function aheadAt(format: Intl.DateTimeFormat, minute: number): number {
  const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(format.format(minute * MINUTE_MS)) ?? []
  const ahead = sign ? Number(hours) * 60 + Number(minutes) : 0
  return sign === '-' ? -ahead : ahead
}
