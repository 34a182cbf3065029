import { now } from '@/lib/clock'
import type { Transaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import { newId } from '@/lib/ids'
import { keyedHash } from '@/lib/secrets'
import type { Account } from '../vendors/find-account'
import { hintOf, makeKey } from './key-format'

/**
 * Makes an API key for the account and returns it, the only time that it can be seen: what is kept is a
 * keyed hash. `live_mode_unavailable` where no provider is configured for live mode.
 */
export async function generateApiKey(
  tx: Transaction,
  account: Pick<Account, 'id' | 'mode'>,
  input: { name: string; expiresAt: Date | null; liveModeAvailable: boolean },
): Promise<{ id: string; key: string; hint: string }> {
  if (account.mode === 'live' && !input.liveModeAvailable) throw new DomainError('live_mode_unavailable')
  const id = newId()
  const key = makeKey(account.id, account.mode)
  const hint = hintOf(key)
  await tx.apiKey.create({
    data: {
      accountId: account.id,
      id,
      name: input.name,
      keyHash: Uint8Array.from(keyedHash('api-key', key)),
      hint,
      createdAt: now(),
      expiresAt: input.expiresAt,
    },
  })
  return { id, key, hint }
}
