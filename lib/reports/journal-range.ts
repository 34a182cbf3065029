import { parseIsoDate } from '@/lib/time/dates'
import { DAY_MS } from '@/lib/time/units'
import { FIRST_DAY } from './month'

/* Free of server code: the form checks what the operation checks. */

/** A year, with a leap day. */
export const MAX_JOURNAL_DAYS = 366

/** The days of a journal, both included, or what is wrong with them. */
export function journalRange(
  from: string,
  to: string,
  today: string,
): { from: Date; to: Date } | { fault: string } {
  const [first, last] = [parseIsoDate(from), parseIsoDate(to)]
  if (!first || from < FIRST_DAY) return { fault: 'Enter the first day as a date from 2010 on' }
  if (!last) return { fault: 'Enter the last day as a date' }
  if (last < first) return { fault: 'The last day can’t be before the first' }
  if (to > today) return { fault: 'The last day can’t be in the future' }
  if (Math.round((last.getTime() - first.getTime()) / DAY_MS) >= MAX_JOURNAL_DAYS) {
    return { fault: `Choose at most ${MAX_JOURNAL_DAYS} days` }
  }
  return { from: first, to: last }
}
