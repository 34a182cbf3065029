import { dayAfter, parseIsoDate } from '@/lib/time/dates'

/** Lifetimes to choose for a new key, in days; null never expires. */
export const KEY_LIVES = [
  { days: null, label: 'Never' },
  { days: 30, label: 'In 30 days' },
  { days: 90, label: 'In 90 days' },
  { days: 365, label: 'In 1 year' },
] as const

/** Periods for which a rotated key keeps working beside the new one. */
export const GRACE_PERIODS = [
  { name: 'none', label: 'Now', durationMs: 0 },
  { name: '1h', label: 'In 1 hour', durationMs: 60 * 60 * 1000 },
  { name: '24h', label: 'In 24 hours', durationMs: 24 * 60 * 60 * 1000 },
  { name: '7d', label: 'In 7 days', durationMs: 7 * 24 * 60 * 60 * 1000 },
] as const

export type GracePeriod = (typeof GRACE_PERIODS)[number]['name']

/** Ten years: nobody means a date beyond that. */
export const LONGEST_LIFE_DAYS = 3650

/** The last moment of a key's last day in UTC, today or later and within ten years; else null. */
export function endOfLastDay(day: string, today: Date): Date | null {
  const date = parseIsoDate(day)
  if (!date) return null
  // Still on that day, so that every display of the time shows the chosen date.
  const end = new Date(dayAfter(date, 1).getTime() - 1)
  return end > today && end <= dayAfter(today, LONGEST_LIFE_DAYS + 1) ? end : null
}
