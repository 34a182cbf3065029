import type { Transaction } from '@/lib/db/transaction'

/** The code that the latest attempt to pay the invoice was declined with; null where none was. */
export async function findLastDecline(
  tx: Transaction,
  { accountId, id }: { accountId: string; id: string },
): Promise<string | null> {
  const latest = await tx.payment.findFirst({
    where: { accountId, invoiceId: id },
    orderBy: { id: 'desc' },
    select: { status: true, declineCode: true },
  })
  return latest?.status === 'DECLINED' ? latest.declineCode : null
}
