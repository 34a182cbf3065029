import { now } from '@/lib/clock'
import type { Transaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import { newId } from '@/lib/ids'
import { findInvoice } from '../invoices/find-invoice'
import { totalMinor } from '../invoices/invoice-snapshot'
import { payInvoice } from './settle-payment'

/**
 * Pays a test invoice by hand, as if its buyer had paid by card.
 *
 * Refuses `invoice_not_found`, `invoice_not_in_test_mode`, `invoice_already_paid`, and
 * `payment_in_progress` while the buyer is paying.
 */
export async function markInvoicePaid(
  tx: Transaction,
  { accountId, invoiceId }: { accountId: string; invoiceId: string },
  provider: { name: string; method: string },
): Promise<void> {
  const invoice = await findInvoice(tx, accountId, invoiceId)
  const account = await tx.account.findUniqueOrThrow({ where: { id: accountId } })
  if (account.mode !== 'test') throw new DomainError('invoice_not_in_test_mode')
  if (invoice.status === 'PAID') throw new DomainError('invoice_already_paid')
  const createdAt = now()
  const { count } = await tx.payment.createMany({
    data: [
      {
        accountId,
        id: newId(),
        invoiceId,
        provider: provider.name,
        status: 'SUCCEEDED',
        amountMinor: totalMinor(invoice),
        currency: invoice.currency,
        createdAt,
        settledAt: createdAt,
      },
    ],
    skipDuplicates: true,
  })
  if (count !== 1) throw new DomainError('payment_in_progress')
  await payInvoice(tx, { accountId, invoiceId }, provider.method)
}
