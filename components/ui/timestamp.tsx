'use client'

import { createContext, type ReactNode, useContext } from 'react'
import type { DateOrder } from '@/lib/i18n/date-order'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@/lib/time/units'

/** Older times are shown as a date. */
const RELATIVE_FOR_MS = 7 * DAY_MS

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sept', 'Oct', 'Nov', 'Dec']

/*
 * The dashboard's dates are English words written here rather than by `Intl`, as are its commonest amounts
 * (`lib/i18n/locale-format.ts`): the first format that a browser makes takes it 15 ms, on a phone 60, before the page
 * can be used.
 */

const Order = createContext<DateOrder>('day-first')

/** The order of dates on the pages below, which the server takes from the request, so that both render the same. */
export function DateOrderProvider({ order, children }: { order: DateOrder; children: ReactNode }) {
  return <Order.Provider value={order}>{children}</Order.Provider>
}

/** Writes dates in the reader's order. */
export function useDayText(): (day: string) => string {
  const order = useContext(Order)
  return (day) => dayText(day, order)
}

/**
 * A UTC date, or a time: relative while recent, with the full time on hover. `at` is an ISO 8601 date or
 * time.
 */
export function Timestamp({ at }: { at: string }) {
  const order = useContext(Order)
  const isDay = at.length === 'YYYY-MM-DD'.length
  return (
    <time
      dateTime={at}
      title={isDay ? undefined : exactText(at)}
      data-day={dayText(at, order)}
      // A second may pass between server render and hydration.
      suppressHydrationWarning
      // On paper “just now” would soon be wrong: there it is the day.
      className="tabular whitespace-nowrap print:before:content-[attr(data-day)]"
    >
      <span className="print:hidden" suppressHydrationWarning>
        {isDay ? dayText(at, order) : momentText(at, order)}
      </span>
    </time>
  )
}

function momentText(at: string, order: DateOrder): string {
  const awayMs = new Date(at).getTime() - Date.now()
  const sizeMs = Math.abs(awayMs)
  if (sizeMs >= RELATIVE_FOR_MS) return dayText(at, order)
  if (sizeMs < MINUTE_MS) return 'just now'
  if (sizeMs < HOUR_MS) return awayText(awayMs, MINUTE_MS, 'minute')
  if (sizeMs < DAY_MS) return awayText(awayMs, HOUR_MS, 'hour')
  if (sizeMs < 2 * DAY_MS) return awayMs < 0 ? 'yesterday' : 'tomorrow'
  return awayText(awayMs, DAY_MS, 'day')
}

function awayText(awayMs: number, unitMs: number, unit: string): string {
  const count = Math.trunc(Math.abs(awayMs) / unitMs)
  const words = `${count} ${unit}${count === 1 ? '' : 's'}`
  return awayMs < 0 ? `${words} ago` : `in ${words}`
}

/** A UTC date in words, `3 Nov 2026` or `Nov 3, 2026`; text that is no date stays as it is. */
export function dayText(day: string, order: DateOrder): string {
  const date = new Date(day)
  if (Number.isNaN(date.getTime())) return day
  const month = MONTHS[date.getUTCMonth()] ?? ''
  if (order === 'day-first') return `${date.getUTCDate()} ${month} ${date.getUTCFullYear()}`
  // American English has no letter more than three.
  return `${month.slice(0, 3)} ${date.getUTCDate()}, ${date.getUTCFullYear()}`
}

/** A time to the second, in UTC, to compare with other logs. */
export function ExactTime({ at }: { at: string }) {
  return (
    <time dateTime={at} className="tabular whitespace-nowrap">
      {exactText(at)}
    </time>
  )
}

const exactText = (at: string) => `${at.slice(0, 19).replace('T', ' ')} UTC`
