import { now } from '@/lib/clock'
import type { Transaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import { isId } from '@/lib/ids'
import { vendorOfAccount } from '../vendors/find-account'

/**
 * Ends a key at once and for good. Returns which it was; null, and nothing is changed, for one that was
 * revoked before. `api_key_not_found` for an unknown one.
 */
export async function revokeApiKey(
  tx: Transaction,
  accountId: string,
  keyId: string,
): Promise<{ name: string; hint: string } | null> {
  const found = isId(keyId) ? await tx.apiKey.findFirst({ where: { accountId, id: keyId } }) : null
  if (!found) throw new DomainError('api_key_not_found')
  const { count } = await tx.apiKey.updateMany({
    where: { accountId, id: keyId, revokedAt: null },
    data: { revokedAt: now() },
  })
  return count === 1 ? { name: found.name, hint: found.hint } : null
}

/** Whose a key is, for an operator who names the key alone. `api_key_not_found`. */
export async function findKeyAccount(
  tx: Transaction,
  keyId: string,
): Promise<{ accountId: string; vendorId: string }> {
  const found = isId(keyId) ? await tx.apiKey.findFirst({ where: { id: keyId } }) : null
  if (!found) throw new DomainError('api_key_not_found')
  return { accountId: found.accountId, vendorId: await vendorOfAccount(tx, found.accountId) }
}
