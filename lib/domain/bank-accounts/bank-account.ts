import type { AccountCategory, EntityType } from '@/lib/db/generated/enums'
import { decrypt, encrypt } from '@/lib/secrets'

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
}

/** A saved account. Its number is encrypted at rest and opened only where it must be told. */
export type BankAccountRecord = Omit<NewBankAccount, 'accountNumber'> & {
  accountId: string
  id: string
  customerId: string
  accountNumberEncrypted: string
  accountNumberLast4: string
  createdAt: Date
}

type Owner = { accountId: string; id: string }

// The ciphertext is bound to its row: copied to another account's row, it does not open.
const contextOf = ({ accountId, id }: Owner) => `${accountId}/${id}`

export function sealAccountNumber(owner: Owner, accountNumber: string): string {
  return encrypt('bank-account', contextOf(owner), accountNumber)
}

export function openAccountNumber(account: Owner & { accountNumberEncrypted: string }): string {
  return decrypt('bank-account', contextOf(account), account.accountNumberEncrypted)
}
