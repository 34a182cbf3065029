'use client'

import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { type DateOrder, dayText } from '@/lib/i18n/date-order'
import { formatIsoDate } from '@/lib/time/dates'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@/lib/time/units'
import { dayIn, exactTimeIn, UTC, type Zone } from '@/lib/time/zone'

/** Older times are shown as a date. */
const RELATIVE_FOR_MS = 7 * DAY_MS

/*
 * The dashboard's dates are English words written by us rather than by `Intl`, as are its commonest amounts
 * (`lib/i18n/locale-format.ts`): the first format that a browser makes takes it 15 ms, on a phone 60, before the page
 * can be used.
 */

const Dates = createContext<{ order: DateOrder; zone: Zone }>({ order: 'day-first', zone: UTC })

type DatesProviderProps = { order: DateOrder; zone: Zone; children: ReactNode }

/** The order and the time zone of dates on the pages below: the server's, so that both render the same. */
export function DatesProvider({ order, zone, children }: DatesProviderProps) {
  const dates = useMemo(() => ({ order, zone }), [order, zone])
  return <Dates.Provider value={dates}>{children}</Dates.Provider>
}

/** The vendor's time zone. */
export function useZone(): Zone {
  return useContext(Dates).zone
}

/** A day in the vendor's time zone, counted from today: `YYYY-MM-DD`. */
export function useDayFromToday(): (days: number) => string {
  const zone = useZone()
  return (days) => formatIsoDate(dayIn(zone, new Date(), days))
}

/** How a page says in which time zone the days of a schedule begin: `your time zone (Europe/Berlin)`, or another’s name. */
export function useZoneWords(name?: string): string {
  const own = useZone().name
  return name === undefined || name === own ? `your time zone (${own})` : name
}

/** Writes dates in the reader's order. */
export function useDayText(): (day: string) => string {
  const { order } = useContext(Dates)
  return (day) => dayText(day, order)
}

/** A date this near is clear without its year. */
const CLEAR_FOR_MS = 180 * DAY_MS

/** A date for a narrow place: without its year while that is clear. */
export function ShortDay({ day }: { day: string }) {
  const { order } = useContext(Dates)
  const hasYear = Math.abs(new Date(day).getTime() - Date.now()) > CLEAR_FOR_MS
  return (
    <time dateTime={day} className="whitespace-nowrap" suppressHydrationWarning>
      {dayText(day, order, hasYear)}
    </time>
  )
}

/**
 * A date, or a time: relative while recent, with the full time on hover, in the vendor's time zone. `at` is an ISO 8601
 * date or time.
 */
export function Timestamp({ at }: { at: string }) {
  const { order, zone } = useContext(Dates)
  const isDay = at.length === 'YYYY-MM-DD'.length
  const day = dayText(isDay ? at : dayOf(at, zone), order)
  return (
    <time
      dateTime={at}
      title={isDay ? undefined : exactTimeIn(zone, new Date(at))}
      data-day={day}
      // A second may pass between server render and hydration.
      suppressHydrationWarning
      // On paper “just now” would soon be wrong: there it is the day.
      className="tabular whitespace-nowrap print:before:content-[attr(data-day)]"
    >
      <span className="print:hidden" suppressHydrationWarning>
        {isDay ? day : momentText(at, day)}
      </span>
    </time>
  )
}

function dayOf(at: string, zone: Zone): string {
  const moment = new Date(at)
  return Number.isNaN(moment.getTime()) ? at : formatIsoDate(dayIn(zone, moment))
}

/** How long ago or ahead a moment is; the day if that is long. */
function momentText(at: string, day: string): string {
  const awayMs = new Date(at).getTime() - Date.now()
  const sizeMs = Math.abs(awayMs)
  if (sizeMs >= RELATIVE_FOR_MS) return day
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

/** A time to the second, in UTC, to compare with other logs. */
export function ExactTime({ at }: { at: string }) {
  return (
    <time dateTime={at} className="tabular whitespace-nowrap">
      {exactTimeIn(UTC, new Date(at))}
    </time>
  )
}
