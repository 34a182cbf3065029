import type { Transaction } from '@/lib/db/transaction'

/** Whether a buyer was sent to the provider's page for the invoice, and how that ended is not known yet. */
export async function isPaymentAwaited(
  tx: Transaction,
  { accountId, id: invoiceId }: { accountId: string; id: string },
): Promise<boolean> {
  const session = await tx.checkoutSession.findFirst({
    where: { accountId, invoiceId, state: 'OPEN', nextCheckAt: { not: null } },
    select: { number: true },
  })
  return session !== null
}
