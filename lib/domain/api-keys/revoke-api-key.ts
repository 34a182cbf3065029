import { now } from '@/lib/clock'
import type { Transaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import { isId } from '@/lib/ids'

/** Ends a key at once and for good; a second time changes nothing. `api_key_not_found` for an unknown one. */
export async function revokeApiKey(tx: Transaction, accountId: string, keyId: string): Promise<void> {
  const found = isId(keyId) ? await tx.apiKey.findFirst({ where: { accountId, id: keyId } }) : null
  if (!found) throw new DomainError('api_key_not_found')
  await tx.apiKey.updateMany({ where: { accountId, id: keyId, revokedAt: null }, data: { revokedAt: now() } })
}

/** The account that a key belongs to, for an operator who names the key alone. `api_key_not_found`. */
export async function findKeyAccount(tx: Transaction, keyId: string): Promise<string> {
  const found = isId(keyId) ? await tx.apiKey.findFirst({ where: { id: keyId } }) : null
  if (!found) throw new DomainError('api_key_not_found')
  return found.accountId
}
