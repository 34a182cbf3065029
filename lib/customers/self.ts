import assert from 'node:assert/strict'
import { searchText } from '@/lib/db/search-words'
import type { Queryable } from '@/lib/db/statement'
import { newId } from '@/lib/ids'
import { now } from '@/lib/time/clock'
import { addSelfRow, findSelfRow } from './statements'

/*
 * The vendor itself as a customer: the payee of its withdrawals, and nothing else
 * (docs/decisions/0103-withdrawals.md).
 */

/** What lists and pages call the payee of a withdrawal. */
const SELF_NAME = 'Your bank account'

/** The id of the vendor itself among the account's customers; null before its first bank account. */
export async function findSelf(on: Queryable, accountId: string): Promise<string | null> {
  const [row] = await findSelfRow(on, { accountId })
  return row?.id ?? null
}

/** The same, added where it is missing. Of two requests that add it at once, both get the one there is. */
export async function findOrAddSelf(on: Queryable, accountId: string): Promise<string> {
  const existing = await findSelf(on, accountId)
  if (existing) return existing
  const words = searchText([SELF_NAME, 'withdrawal'])
  const row = { accountId, id: newId(), name: SELF_NAME, nameWords: words, createdAt: now() }
  const [added] = await addSelfRow(on, row)
  const id = added?.id ?? (await findSelf(on, accountId))
  assert(id, 'it exists by now')
  return id
}
