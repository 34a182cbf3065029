import assert from 'node:assert/strict'
import { z } from 'zod'
import { decrypt, encrypt } from '@/lib/crypto/secrets'
import { findCustomer } from '@/lib/customers/customer'
import type { Orm } from '@/lib/db/client'
import type { AccountCategory, EntityType } from '@/lib/db/generated/enums'
import { searchText } from '@/lib/db/search-words'
import type { Queryable } from '@/lib/db/statement'
import { DomainError } from '@/lib/errors'
import { metadataText } from '@/lib/http/metadata'
import { moment } from '@/lib/http/schemas'
import { isId, newId } from '@/lib/ids'
import { now } from '@/lib/time/clock'
import { formatIsoDate } from '@/lib/time/dates'
import { addBankAccountRow, listBankAccountRows, type StoredBankAccount } from './statements'

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

/** A stored account. Its number is encrypted and decrypted only where it must be shown. */
export type BankAccountRecord = StoredBankAccount

type Owner = { accountId: string; id: string }

// The ciphertext is bound to its row: copied to another row, it can't be decrypted.
const contextOf = ({ accountId, id }: Owner) => `${accountId}/${id}`

function sealAccountNumber(owner: Owner, accountNumber: string): string {
  return encrypt('bank-account', contextOf(owner), accountNumber)
}

export function openAccountNumber(account: Owner & { accountNumberEncrypted: string }): string {
  return decrypt('bank-account', contextOf(account), account.accountNumberEncrypted)
}

/** Adds a bank account to a customer. Throws `customer_not_found`. */
export async function saveBankAccount(
  on: Queryable,
  accountId: string,
  customerId: string,
  account: NewBankAccount,
): Promise<BankAccountRecord> {
  const customer = await findCustomer(on, accountId, customerId)
  const id = newId()
  const [added] = await addBankAccountRow(on, {
    accountId,
    id,
    customerId: customer.id,
    entityType: account.entityType,
    email: account.email,
    countryCode: account.countryCode,
    state: account.state,
    city: account.city,
    postcode: account.postcode,
    streetAddress: account.streetAddress,
    accountName: account.accountName,
    accountNumberEncrypted: sealAccountNumber({ accountId, id }, account.accountNumber),
    accountNumberLast4: account.accountNumber.slice(-4),
    routingNumber: account.routingNumber,
    bankName: account.bankName,
    accountCategory: account.accountCategory,
    firstName: account.firstName,
    lastName: account.lastName,
    dateOfBirth: account.dateOfBirth && formatIsoDate(account.dateOfBirth),
    companyName: account.companyName,
    createdAt: now(),
    metadata: account.metadata ?? null,
    words: searchText([account.bankName, account.accountNumber.slice(-4)]),
  })
  assert(added, 'an insert returns its row')
  return added
}

/** Throws `bank_account_not_found` for an unknown id, another account's, or an invalid one. */
export async function findBankAccount(tx: Orm, accountId: string, id: string): Promise<BankAccountRecord> {
  const bankAccount = isId(id)
    ? await tx.bankAccount.findUnique({ where: { accountId_id: { accountId, id } } })
    : null
  if (!bankAccount) throw new DomainError('bank_account_not_found')
  return { ...bankAccount, metadata: metadataText(bankAccount.metadata) }
}

/** Every bank account of the customer, oldest first. Throws `customer_not_found`. */
export async function findBankAccounts(
  on: Queryable,
  accountId: string,
  customerId: string,
): Promise<BankAccountRecord[]> {
  const rows = isId(customerId) ? await listBankAccountRows(on, { accountId, customerId }) : []
  if (rows.length === 0) throw new DomainError('customer_not_found')
  return rows.filter((row) => row.id !== null)
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
  }
}
