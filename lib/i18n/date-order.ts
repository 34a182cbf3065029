/** In which order a reader expects a date: `23 Nov 2026` or `Nov 23, 2026`. */
export type DateOrder = 'day-first' | 'month-first'

/** Where English dates begin with the month. */
const MONTH_FIRST = /^en-(us|ph|pr)\b/i

/** The order of the language that an Accept-Language header names first, as browsers write it. */
export function dateOrderOf(acceptLanguage: string | null): DateOrder {
  const [first = ''] = (acceptLanguage ?? '').split(',')
  return MONTH_FIRST.test(first.trim()) ? 'month-first' : 'day-first'
}
