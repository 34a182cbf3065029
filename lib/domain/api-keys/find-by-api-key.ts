import { now } from '@/lib/clock'
import type { Transaction } from '@/lib/db/transaction'
import { keyedHash } from '@/lib/secrets'
import { type Account, accountOf } from '../vendors/find-account'
import { accountOfKey } from './key-format'

/** `last used` is told to the minute: a write for each request would be a row that all of them queue on. */
const LAST_USED_STEP_MS = 60_000

/** The account of a key that is known, not revoked and not expired, and the key's own id; null for any other. */
export async function findAccountByApiKey(
  tx: Transaction,
  key: string,
): Promise<{ account: Account; apiKeyId: string } | null> {
  const accountId = accountOfKey(key)
  if (!accountId) return null
  const time = now()
  const found = await tx.apiKey.findUnique({
    where: { accountId_keyHash: { accountId, keyHash: Uint8Array.from(keyedHash('api-key', key)) } },
  })
  if (!found || found.revokedAt || (found.expiresAt && found.expiresAt <= time)) return null
  if (!found.lastUsedAt || time.getTime() - found.lastUsedAt.getTime() >= LAST_USED_STEP_MS) {
    await tx.apiKey.updateMany({ where: { accountId, id: found.id }, data: { lastUsedAt: time } })
  }
  const account = await tx.account.findUnique({ where: { id: accountId }, include: { vendor: true } })
  return account && { account: accountOf(account), apiKeyId: found.id }
}
