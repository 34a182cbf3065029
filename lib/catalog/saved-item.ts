import type { Orm } from '@/lib/db/client'
import type { SavedItem } from '@/lib/db/generated/client'
import { searchText } from '@/lib/db/search-words'
import type { OrmTransaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import { isId, newId } from '@/lib/ids'
import { now } from '@/lib/time/clock'
import { findTaxRate } from './tax-rate'

/* What a vendor sells often. Lines of invoices copy its description, price and tax, so that it may change. */

const MAX_SAVED_ITEMS = 5000

export type NewItem = Pick<SavedItem, 'title' | 'currency' | 'unitPriceMinor' | 'taxRateId'>

/** An item, archived or not. Throws `item_not_found`. */
export async function findItem(tx: Orm, accountId: string, id: string): Promise<SavedItem> {
  const item = isId(id) ? await tx.savedItem.findUnique({ where: { accountId_id: { accountId, id } } }) : null
  if (!item) throw new DomainError('item_not_found')
  return item
}

/** Saves a new item. Throws `too_many_saved_items`, and `tax_rate_not_found` for a rate that is archived or another's. */
export async function saveNewItem(tx: OrmTransaction, accountId: string, item: NewItem): Promise<SavedItem> {
  const count = await tx.savedItem.count({ where: { accountId, archivedAt: null }, take: MAX_SAVED_ITEMS })
  if (count >= MAX_SAVED_ITEMS) throw new DomainError('too_many_saved_items')
  if (item.taxRateId) await findTaxRate(tx, accountId, item.taxRateId)
  const search = searchText([item.title])
  return tx.savedItem.create({ data: { accountId, id: newId(), ...item, search, createdAt: now() } })
}

/** Changes an item for lines to come. Throws `item_not_found`, also for an archived one, and `tax_rate_not_found`. */
export async function changeItem(
  tx: OrmTransaction,
  accountId: string,
  id: string,
  item: NewItem,
): Promise<void> {
  if (item.taxRateId) await findTaxRate(tx, accountId, item.taxRateId)
  const { count } = await tx.savedItem.updateMany({
    where: { accountId, id: (await findItem(tx, accountId, id)).id, archivedAt: null },
    data: { ...item, search: searchText([item.title]) },
  })
  if (count === 0) throw new DomainError('item_not_found')
}

/** Archives an item, or takes it out of the archive. Throws `item_not_found`. */
export async function setItemArchived(
  tx: OrmTransaction,
  accountId: string,
  id: string,
  isArchived: boolean,
): Promise<SavedItem> {
  const item = await findItem(tx, accountId, id)
  await tx.savedItem.updateMany({
    where: { accountId, id: item.id },
    data: { archivedAt: isArchived ? (item.archivedAt ?? now()) : null },
  })
  return item
}
