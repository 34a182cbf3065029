import type { Transaction } from '@/lib/db/transaction'

export type ApiKeyView = {
  id: string
  name: string
  hint: string
  createdAt: Date
  expiresAt: Date | null
  revokedAt: Date | null
  lastUsedAt: Date | null
  /** The key that took its place; null where it was not rolled. */
  replacedById: string | null
}

/** The account's keys, newest first; at most 200, revoked ones included. */
export async function listApiKeys(tx: Transaction, accountId: string): Promise<ApiKeyView[]> {
  return tx.apiKey.findMany({
    where: { accountId },
    omit: { accountId: true, keyHash: true },
    orderBy: { id: 'desc' },
    take: 200,
  })
}
