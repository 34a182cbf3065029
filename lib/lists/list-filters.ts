import { regexes, z } from 'zod'
import { type Sql, sql } from '@/lib/db/client'
import { MAX_KEY_LENGTH } from '@/lib/http/idempotency'
import { endIdOf, firstIdOf, isId, newId } from '@/lib/ids'
import { MAX_SELECTION } from '@/lib/lists/list-view'
import { parseCurrency } from '@/lib/money/currencies'
import { dayAfter, parseIsoDate } from '@/lib/time/dates'
import { startOfDay, type Zone } from '@/lib/time/zone'

/** A date in a filter, `YYYY-MM-DD`. */
export const dayFilter = z.iso.date('must be a date like 2026-01-31').optional()

/** An id in a filter of API V2. */
export const idFilter = z.string().refine(isId, 'must be a UUID')

/** An Idempotency-Key in a filter of API V2, exactly. */
export const keyFilter = z.string().max(MAX_KEY_LENGTH).optional()

/** An email address in a filter of API V2, in any case. */
export const emailFilter = z
  .string()
  .trim()
  .max(254)
  .refine((text) => regexes.email.test(text), 'must be an email address')
  .transform((text) => text.toLowerCase())

/** Archived objects are listed on their own. */
export const archivedFilter = z.enum(['true', 'false']).optional()

/** A currency in a filter, in any case. */
export const currencyFilter = z
  .string()
  .refine((text) => parseCurrency(text) !== null, 'must be a currency like USD')
  .transform((text) => text.toUpperCase())
  .optional()

/** Ids of chosen rows, separated by commas. */
export const idsFilter = z
  .string()
  .transform((text) => text.split(','))
  .refine((ids) => ids.length <= MAX_SELECTION && ids.every(isId), `must be up to ${MAX_SELECTION} ids`)
  .optional()

/** Condition: one of the chosen rows. */
export function idIn(ids: string[] | undefined, alias: Sql): Sql[] {
  return ids ? [sql`${alias}.id = ANY(${ids}::uuid[])`] : []
}

/**
 * The id in a search field that accepts nothing else. A partial id finds nothing, and is no error while it is
 * typed.
 */
export function searchedId(search: string | null): string | undefined {
  if (search === null) return undefined
  return isId(search) ? search : newId()
}

type Days = { created_from?: string | undefined; created_to?: string | undefined }

/** A range of dates in a time zone, both inclusive, as times; `to` is exclusive. */
export function daysOf(filters: Days, zone: Zone) {
  const from = filters.created_from ? parseIsoDate(filters.created_from) : null
  const last = filters.created_to ? parseIsoDate(filters.created_to) : null
  return {
    from: from ? startOfDay(zone, from) : undefined,
    to: last ? startOfDay(zone, dayAfter(last, 1)) : undefined,
  }
}

/**
 * Condition: created on these dates in a time zone. Ids start with their creation time, give or take some minutes; close to
 * a bound the column decides. Written as two plain ranges, the planner would treat them as independent and
 * expect a hundredth of the rows.
 */
export function createdById(filters: Days, alias: Sql, zone: Zone): Sql[] {
  const { from, to } = daysOf(filters, zone)
  const id = sql`${alias}.id`
  const createdAt = sql`${alias}.created_at`
  return [
    ...(from
      ? [
          sql`${id} >= ${firstIdOf(from)}::uuid`,
          sql`(${id} >= ${endIdOf(from)}::uuid OR ${createdAt} >= ${from}::timestamptz)`,
        ]
      : []),
    ...(to
      ? [
          sql`${id} < ${endIdOf(to)}::uuid`,
          sql`(${id} < ${firstIdOf(to)}::uuid OR ${createdAt} < ${to}::timestamptz)`,
        ]
      : []),
  ]
}
