import type { Transaction } from '@/lib/db/transaction'
import type { ApiRequestRecord } from './save-requests'

export type LoggedRequest = ApiRequestRecord & { keyName: string | null; keyHint: string | null }

/** A request of the account with the key that made it; null for any other. */
export async function findRequest(
  tx: Transaction,
  accountId: string,
  id: string,
): Promise<LoggedRequest | null> {
  const request = await tx.apiRequest.findUnique({ where: { accountId_id: { accountId, id } } })
  if (!request) return null
  const key = await tx.apiKey.findUnique({
    where: { accountId_id: { accountId, id: request.apiKeyId } },
    select: { name: true, hint: true },
  })
  return { ...request, keyName: key?.name ?? null, keyHint: key?.hint ?? null }
}
