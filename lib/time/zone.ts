import { dayAfter } from './dates'
import { MINUTE_MS } from './units'

/**
 * A time zone as plain data, so that the browser gets it with the page and needs no `Intl`, whose first format costs it
 * 15 to 60 ms: from which minute since 1970 on its clocks are how many minutes ahead of UTC. The first entry counts for all
 * time before, the last one for all time after.
 */
export type Zone = { name: string; offsets: [fromMinute: number, aheadMinutes: number][] }

export const UTC: Zone = { name: 'UTC', offsets: [[0, 0]] }

/** The minutes by which the zone's clocks are ahead of UTC at a moment. */
function minutesAhead({ offsets }: Zone, moment: Date): number {
  const minute = moment.getTime() / MINUTE_MS
  const [, ahead] = offsets.findLast(([from]) => from <= minute) ?? offsets[0] ?? [0, 0]
  return ahead
}

/**
 * The zone's calendar day of a moment, plus `days`, as the midnight in UTC that stands for a day everywhere: in the
 * database's dates, in `formatIsoDate` and in `dayAfter`.
 */
export function dayIn(zone: Zone, moment: Date, days = 0): Date {
  return dayAfter(new Date(moment.getTime() + minutesAhead(zone, moment) * MINUTE_MS), days)
}

/**
 * The moment at which a day begins in the zone: its first, where clocks are put back at midnight, and the first after
 * the gap where they are put forward. A day has 23 to 25 hours, and one that a zone left out, moving over the date line, has
 * none.
 */
export function startOfDay({ offsets }: Zone, day: Date): Date {
  const wallMinute = day.getTime() / MINUTE_MS
  const starts = offsets.map(([from, ahead], index) => {
    const minute = index === 0 ? wallMinute - ahead : Math.max(from, wallMinute - ahead)
    return { minute, isBefore: minute < (offsets[index + 1]?.[0] ?? Number.POSITIVE_INFINITY) }
  })
  const start = starts.find(({ isBefore }) => isBefore)?.minute ?? wallMinute
  return new Date(start * MINUTE_MS)
}

/** `2026-11-24 00:59:30 UTC+13:00`, the time that the zone's clocks show. */
export function exactTimeIn(zone: Zone, moment: Date): string {
  const ahead = minutesAhead(zone, moment)
  const localTime = new Date(moment.getTime() + ahead * MINUTE_MS)
    .toISOString()
    .slice(0, 19)
    .replace('T', ' ')
  if (ahead === 0) return `${localTime} UTC`
  const [hours, minutes] = [Math.floor(Math.abs(ahead) / 60), Math.abs(ahead) % 60]
  const twoDigits = (count: number) => String(count).padStart(2, '0')
  return `${localTime} UTC${ahead < 0 ? '-' : '+'}${twoDigits(hours)}:${twoDigits(minutes)}`
}
