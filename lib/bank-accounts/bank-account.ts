import assert from 'node:assert/strict'
import { z } from 'zod'
import { findActiveCustomer } from '@/lib/customers/customer'
import { findOrAddSelf, findSelf } from '@/lib/customers/self'
import type { Orm } from '@/lib/db/client'
import type { AccountCategory, EntityType, Mode } from '@/lib/db/generated/enums'
import { searchText } from '@/lib/db/search-words'
import type { Queryable } from '@/lib/db/statement'
import { DomainError } from '@/lib/errors'
import { metadataText } from '@/lib/http/metadata'
import { moment } from '@/lib/http/schemas'
import { isId, newId } from '@/lib/ids'
import { toJson } from '@/lib/json'
import { now } from '@/lib/time/clock'
import { formatIsoDate } from '@/lib/time/dates'
import { DAY_MS } from '@/lib/time/units'
import { sealAccountNumber } from './account-number'
import { presentBankAccountEvent } from './answer'
import {
  addBankAccountRow,
  archiveBankAccountRow,
  confirmBankAccountRow,
  listBankAccountRows,
  listUnconfirmedAccounts,
  type StoredBankAccount,
  unarchiveBankAccountRow,
} from './statements'

export type NewBankAccount = {
  entityType: EntityType
  email: string
  countryCode: string
  state: string
  city: string
  postcode: string
  streetAddress: string
  accountName: string
  accountNumber: string
  routingNumber: string
  bankName: string
  accountCategory: AccountCategory
  firstName: string | null
  lastName: string | null
  dateOfBirth: Date | null
  companyName: string | null
  /** JSON text. */
  metadata?: string | null
}

export type BankAccountRecord = StoredBankAccount

/** The origin of a bank account: a request, and the link through which the payee entered it. */
type Origin = { requestId: string | null; linkId?: string }

/** Adds a bank account to a customer, with its event. Throws `customer_not_found`. */
export async function saveBankAccount(
  on: Queryable,
  accountId: string,
  customerId: string,
  account: NewBankAccount,
  origin: Origin,
): Promise<BankAccountRecord> {
  const customer = await findActiveCustomer(on, accountId, customerId)
  return addBankAccount(on, { accountId, customerId: customer.id }, account, origin)
}

/** Adds a bank account of the vendor itself, for withdrawals, with its event. */
export async function saveWithdrawalAccount(
  on: Queryable,
  accountId: string,
  account: NewBankAccount,
  requestId: string,
): Promise<BankAccountRecord> {
  return addBankAccount(on, { accountId, customerId: await findOrAddSelf(on, accountId) }, account, {
    requestId,
  })
}

async function addBankAccount(
  on: Queryable,
  { accountId, customerId }: { accountId: string; customerId: string },
  { accountNumber, ...account }: NewBankAccount,
  { requestId, linkId }: Origin,
): Promise<BankAccountRecord> {
  const id = newId()
  const row = {
    ...account,
    accountId,
    id,
    customerId,
    accountNumberLast4: accountNumber.slice(-4),
    createdAt: now(),
    metadata: account.metadata ?? null,
    linkId: linkId ?? null,
  }
  const added = await addBankAccountRow(on, {
    ...row,
    accountNumberEncrypted: sealAccountNumber({ accountId, id }, accountNumber),
    dateOfBirth: account.dateOfBirth && formatIsoDate(account.dateOfBirth),
    words: searchText([account.bankName, row.accountNumberLast4]),
    eventId: newId(),
    eventData: toJson(presentBankAccountEvent({ ...row, archivedAt: null, confirmedAt: null })),
    requestId,
  })
  assert(added, 'an insert returns its row')
  return added
}

/**
 * Archives a customer's bank account: it takes no new payout from then on, and one that is scheduled for it is refused on
 * its day. Throws `customer_not_found`, and `bank_account_not_found`, also for one that is archived already.
 */
export async function markBankAccountArchived(
  on: Queryable,
  accountId: string,
  customerId: string,
  id: string,
): Promise<BankAccountRecord> {
  const customer = await findActiveCustomer(on, accountId, customerId)
  const key = { accountId, customerId: customer.id, id }
  const [archived] = isId(id) ? await archiveBankAccountRow(on, { ...key, archivedAt: now() }) : []
  if (!archived) throw new DomainError('bank_account_not_found')
  return archived
}

/**
 * Archives a bank account of the vendor itself, for good: taken back, it would take withdrawals without its day of
 * waiting. Throws `bank_account_not_found`, also for one that is archived already.
 */
export async function markWithdrawalAccountArchived(
  on: Queryable,
  accountId: string,
  id: string,
): Promise<BankAccountRecord> {
  const customerId = await findSelf(on, accountId)
  const [archived] =
    customerId && isId(id)
      ? await archiveBankAccountRow(on, { accountId, customerId, id, archivedAt: now() })
      : []
  if (!archived) throw new DomainError('bank_account_not_found')
  return archived
}

/** Bank accounts of the vendor itself that aren't archived, oldest first. */
export async function findWithdrawalAccounts(on: Queryable, accountId: string): Promise<BankAccountRecord[]> {
  const self = await findSelf(on, accountId)
  return self === null ? [] : findBankAccounts(on, accountId, self)
}

/**
 * Bank accounts of the vendor itself take withdrawals if they were there by this time: in live mode a day ago, so that
 * the owner, who gets the mail about a new one, can act before money goes there.
 */
export function withdrawalAccountsSince(mode: Mode): Date {
  return mode === 'live' ? newSince() : now()
}

/** The time from which a bank account of the vendor itself takes withdrawals; null: it does already. */
export function waitsUntil(mode: Mode, { createdAt }: BankAccountRecord): Date | null {
  if (createdAt <= withdrawalAccountsSince(mode)) return null
  return new Date(createdAt.getTime() + NEW_MS)
}

/** Takes an archived bank account back. Throws `customer_not_found` and `bank_account_not_found`. */
export async function markBankAccountUnarchived(
  on: Queryable,
  accountId: string,
  customerId: string,
  id: string,
): Promise<BankAccountRecord> {
  const customer = await findActiveCustomer(on, accountId, customerId)
  const [active] = isId(id)
    ? await unarchiveBankAccountRow(on, { accountId, customerId: customer.id, id })
    : []
  if (!active) throw new DomainError('bank_account_not_found')
  return active
}

/** Throws `bank_account_not_found` for an unknown id, another account's, or an invalid one. */
export async function findBankAccount(tx: Orm, accountId: string, id: string): Promise<BankAccountRecord> {
  const bankAccount = isId(id)
    ? await tx.bankAccount.findUnique({ where: { accountId_id: { accountId, id } } })
    : null
  if (!bankAccount) throw new DomainError('bank_account_not_found')
  return { ...bankAccount, metadata: metadataText(bankAccount.metadata) }
}

/** The bank accounts of the customer, or those that are archived, oldest first. Throws `customer_not_found`. */
export async function findBankAccounts(
  on: Queryable,
  accountId: string,
  customerId: string,
  { archived = false }: { archived?: boolean } = {},
): Promise<BankAccountRecord[]> {
  const rows = isId(customerId) ? await listBankAccountRows(on, { accountId, customerId, archived }) : []
  if (rows.length === 0) throw new DomainError('customer_not_found')
  return rows.filter((row) => row.id !== null)
}

/** A bank account is new for this long: somebody else may have opened the payee's link, or a stranger the vendor's settings. */
const NEW_MS = DAY_MS

function isUnconfirmed({ linkId, confirmedAt, createdAt }: BankAccountRecord): boolean {
  return linkId !== null && confirmedAt === null && createdAt > newSince()
}

function newSince(): Date {
  return new Date(now().getTime() - NEW_MS)
}

/** Of these bank accounts, the ids of those that take no payout from the dashboard yet. */
export async function findUnconfirmedAccounts(
  on: Queryable,
  accountId: string,
  ids: string[],
): Promise<Set<string>> {
  const rows = await listUnconfirmedAccounts(on, { accountId, ids: ids.filter(isId), since: newSince() })
  return new Set(rows.map(({ id }) => id))
}

/**
 * Refuses a payout from the dashboard to an account that a payee entered through a link in the last 24 hours, until a
 * person has confirmed it, and a withdrawal to an account of the vendor's own that is as new. Throws
 * `bank_account_unconfirmed` and `bank_account_waits`.
 */
export async function requireConfirmedAccount(on: Queryable, accountId: string, id: string): Promise<void> {
  const [fresh] = isId(id)
    ? await listUnconfirmedAccounts(on, { accountId, ids: [id], since: newSince() })
    : []
  if (fresh) throw new DomainError(fresh.isSelf ? 'bank_account_waits' : 'bank_account_unconfirmed')
}

/**
 * Notes that a person confirmed that an account is the customer's. A second time changes nothing. Throws
 * `customer_not_found` and `bank_account_not_found`.
 */
export async function markBankAccountConfirmed(
  on: Queryable,
  accountId: string,
  customerId: string,
  id: string,
): Promise<BankAccountRecord> {
  const customer = await findActiveCustomer(on, accountId, customerId)
  const key = { accountId, customerId: customer.id, id }
  const [confirmed] = isId(id) ? await confirmBankAccountRow(on, { ...key, confirmedAt: now() }) : []
  if (!confirmed) throw new DomainError('bank_account_not_found')
  return confirmed
}

/** Names the account without its number. */
export function labelOf({ accountName, bankName, accountNumberLast4 }: BankAccountRecord): string {
  return `${accountName}, ${bankName}, ending in ${accountNumberLast4}`
}

/** A bank account without its number: people know it by the last four digits. */
export const bankAccountRow = z.object({
  id: z.uuid(),
  holder: z.string(),
  bankName: z.string(),
  category: z.string(),
  last4: z.string(),
  routingNumber: z.string(),
  createdAt: moment,
  needsConfirmation: z
    .boolean()
    .describe('The payee entered it through a link in the last 24 hours, and nobody has confirmed it yet.'),
})

export type BankAccountRow = z.infer<typeof bankAccountRow>

export function presentBankAccountRow(bankAccount: BankAccountRecord): BankAccountRow {
  return {
    id: bankAccount.id,
    holder: bankAccount.accountName,
    bankName: bankAccount.bankName,
    category: bankAccount.accountCategory,
    last4: bankAccount.accountNumberLast4,
    routingNumber: bankAccount.routingNumber,
    createdAt: bankAccount.createdAt.toISOString(),
    needsConfirmation: isUnconfirmed(bankAccount),
  }
}
