import { z } from 'zod'
import { isId, newId } from '@/lib/ids'
import { parseCurrency } from '@/lib/money/currencies'
import { dayAfter, parseIsoDate } from '@/lib/time/dates'

/** A day in a filter, `YYYY-MM-DD`. */
export const dayFilter = z.iso.date('must be a date like 2026-01-31').optional()

/** A currency in a filter, in whatever case. */
export const currencyFilter = z
  .string()
  .refine((text) => parseCurrency(text) !== null, 'must be a currency like USD')
  .transform((text) => text.toUpperCase())
  .optional()

/** What was typed where an id is looked for. What is none finds nothing, and is no error while it is typed. */
export function searchedId(search: string | null): string | undefined {
  if (search === null) return undefined
  return isId(search) ? search : newId()
}

/** Two days, both included, as moments. */
export function daysOf(filters: { created_from?: string | undefined; created_to?: string | undefined }) {
  const from = filters.created_from ? parseIsoDate(filters.created_from) : null
  const last = filters.created_to ? parseIsoDate(filters.created_to) : null
  return { from: from ?? undefined, to: last ? dayAfter(last, 1) : undefined }
}
