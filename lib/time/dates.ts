/** The contract's date and time formats, all in UTC. */

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** `YYYY-MM-DD HH:MM:SS` */
export function formatDateTime(date: Date): string {
  return date.toISOString().slice(0, 19).replace('T', ' ')
}

/** `YYYY-MM-DD` */
export function formatIsoDate(date: Date): string {
  return date.toISOString().slice(0, 10)
}

/** `DD Mon, YYYY` */
export function formatShortDate(date: Date): string {
  const day = String(date.getUTCDate()).padStart(2, '0')
  const year = String(date.getUTCFullYear()).padStart(4, '0')
  return `${day} ${MONTHS[date.getUTCMonth()]}, ${year}`
}

/** Midnight UTC of a valid `YYYY-MM-DD`; null for anything else. */
export function parseIsoDate(text: string): Date | null {
  // PostgreSQL's calendar has no year 0.
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text.startsWith('0000')) return null
  const date = new Date(`${text}T00:00:00Z`)
  return Number.isNaN(date.getTime()) || formatIsoDate(date) !== text ? null : date
}

/** Midnight UTC of the moment's day plus `days`. */
export function dayAfter(moment: Date, days: number): Date {
  // Not Date.UTC, which takes the years 0 to 99 for 1900 to 1999.
  const day = new Date(moment)
  day.setUTCHours(0, 0, 0, 0)
  day.setUTCDate(day.getUTCDate() + days)
  return day
}
