import { dayAfter, parseIsoDate } from '@/lib/time/dates'

/** What a new key may be given for a life, in days from now; null is for good. */
export const KEY_LIVES = [
  { days: null, label: 'Never' },
  { days: 30, label: 'In 30 days' },
  { days: 90, label: 'In 90 days' },
  { days: 365, label: 'In 1 year' },
] as const

/** How long a key that is rotated stays good beside the new one. */
export const GRACE_PERIODS = [
  { name: 'none', label: 'Now', durationMs: 0 },
  { name: '1h', label: 'In 1 hour', durationMs: 60 * 60 * 1000 },
  { name: '24h', label: 'In 24 hours', durationMs: 24 * 60 * 60 * 1000 },
  { name: '7d', label: 'In 7 days', durationMs: 7 * 24 * 60 * 60 * 1000 },
] as const

export type GracePeriod = (typeof GRACE_PERIODS)[number]['name']

/** Ten years: nobody means a date beyond it. */
export const LONGEST_LIFE_DAYS = 3650

/** The last moment of a key's last day (UTC), which is today or later and within ten years; else null. */
export function endOfLastDay(day: string, today: Date): Date | null {
  const date = parseIsoDate(day)
  if (!date) return null
  // Still on that day, so that it is the day that people read wherever the moment is shown.
  const end = new Date(dayAfter(date, 1).getTime() - 1)
  return end > today && end <= dayAfter(today, LONGEST_LIFE_DAYS + 1) ? end : null
}
