import { decrypt, encrypt } from '@/lib/crypto/secrets'

/* An account number is encrypted in its row, and decrypted only where it must be shown. */

type Owner = { accountId: string; id: string }

// The ciphertext is bound to its row: copied to another row, it can't be decrypted.
const contextOf = ({ accountId, id }: Owner) => `${accountId}/${id}`

export function sealAccountNumber(owner: Owner, accountNumber: string): string {
  return encrypt('bank-account', contextOf(owner), accountNumber)
}

export function openAccountNumber(account: Owner & { accountNumberEncrypted: string }): string {
  return decrypt('bank-account', contextOf(account), account.accountNumberEncrypted)
}
