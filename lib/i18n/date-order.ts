/** In which order a reader expects a date: `23 Nov 2026` or `Nov 23, 2026`. */
export type DateOrder = 'day-first' | 'month-first'

/** Where English dates begin with the month. */
const MONTH_FIRST = /^en-(us|ph|pr)\b/i

/** The order of the language that an Accept-Language header names first, as browsers write it. */
export function dateOrderOf(acceptLanguage: string | null): DateOrder {
  const [first = ''] = (acceptLanguage ?? '').split(',')
  return MONTH_FIRST.test(first.trim()) ? 'month-first' : 'day-first'
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sept', 'Oct', 'Nov', 'Dec']

/** A date in words, `3 Nov 2026` or `Nov 3, 2026`, or without its year; text that is no date stays as it is. */
export function dayText(day: string, order: DateOrder, hasYear = true): string {
  const date = new Date(day)
  if (Number.isNaN(date.getTime())) return day
  const month = MONTHS[date.getUTCMonth()] ?? ''
  const year = String(date.getUTCFullYear())
  if (order === 'day-first') return `${date.getUTCDate()} ${month}${hasYear ? ` ${year}` : ''}`
  // American English has no letter more than three.
  return `${month.slice(0, 3)} ${date.getUTCDate()}${hasYear ? `, ${year}` : ''}`
}
