import type { Transaction } from '@/lib/db/transaction'
import type { Locale } from '@/lib/locale'

/** Mail to the customer is in this language from now on. */
export async function rememberLocale(
  tx: Transaction,
  { accountId, customerId }: { accountId: string; customerId: string },
  locale: Locale,
): Promise<void> {
  await tx.customer.updateMany({
    where: { accountId, id: customerId, OR: [{ locale: null }, { locale: { not: locale } }] },
    data: { locale },
  })
}
