import type { Transaction } from '@/lib/db/transaction'

/** The account's events, the latest first, each with its last attempt; at most `limit`. */
export function listEvents(tx: Transaction, accountId: string, limit: number) {
  return tx.webhookEvent.findMany({
    where: { accountId },
    omit: { payload: true },
    include: { attempts: { orderBy: { number: 'desc' }, take: 1 } },
    orderBy: { id: 'desc' },
    take: limit,
  })
}
