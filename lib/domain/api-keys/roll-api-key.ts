import { now } from '@/lib/clock'
import type { Transaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import { isId } from '@/lib/ids'
import type { Account } from '../vendors/find-account'
import { generateApiKey } from './generate-api-key'

/**
 * Puts a new key in the place of an active one and returns it, the only time that it can be seen. The old
 * one stays good for `graceMs` more, or until it would have expired anyway; the new one has its name and
 * lasts as long as it did. Of two rolls of one key, at whatever moment, one is done: `api_key_not_active`.
 * `api_key_not_found` for an unknown one, `live_mode_unavailable` as for any new key.
 */
export async function rollApiKey(
  tx: Transaction,
  account: Pick<Account, 'id' | 'mode'>,
  { keyId, graceMs, liveModeAvailable }: { keyId: string; graceMs: number; liveModeAvailable: boolean },
): Promise<{ id: string; key: string; name: string; oldHint: string; oldExpiresAt: Date }> {
  const where = { accountId: account.id, id: keyId }
  const old = isId(keyId) ? await tx.apiKey.findFirst({ where }) : null
  if (!old) throw new DomainError('api_key_not_found')
  const time = now()
  const made = await generateApiKey(tx, account, {
    name: old.name,
    expiresAt: old.expiresAt && new Date(time.getTime() + old.expiresAt.getTime() - old.createdAt.getTime()),
    liveModeAvailable,
  })
  const graceEnd = new Date(time.getTime() + graceMs)
  const oldExpiresAt = old.expiresAt && old.expiresAt < graceEnd ? old.expiresAt : graceEnd
  // The update decides, and waits for another's: whoever comes second finds the key replaced.
  const { count } = await tx.apiKey.updateMany({
    where: {
      ...where,
      revokedAt: null,
      replacedById: null,
      OR: [{ expiresAt: null }, { expiresAt: { gt: time } }],
    },
    data: { replacedById: made.id, expiresAt: oldExpiresAt },
  })
  if (count !== 1) throw new DomainError('api_key_not_active')
  return { id: made.id, key: made.key, name: old.name, oldHint: old.hint, oldExpiresAt }
}
