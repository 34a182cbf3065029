import type { Transaction } from '@/lib/db/transaction'

/** Whether any webhook of the account, a test event included, has been answered with 2xx. */
export async function hasDeliveredWebhook(tx: Transaction, accountId: string): Promise<boolean> {
  const event = await tx.webhookEvent.findFirst({
    where: { accountId, status: 'DELIVERED' },
    select: { id: true },
  })
  return event !== null
}
