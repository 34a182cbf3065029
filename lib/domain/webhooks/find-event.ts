import type { Transaction } from '@/lib/db/transaction'

/** Attempts of an event that are told, the latest; the schedule makes ten, redeliveries add to them. */
const ATTEMPTS = 50

/** An event of the account with its attempts, the latest first; null for any other. */
export function findEvent(tx: Transaction, accountId: string, id: string) {
  return tx.webhookEvent.findUnique({
    where: { accountId_id: { accountId, id } },
    include: { attempts: { orderBy: { number: 'desc' }, take: ATTEMPTS } },
  })
}
