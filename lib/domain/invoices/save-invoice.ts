import type { Transaction } from '@/lib/db/transaction'
import type { CheckoutSession, PaymentProvider } from '@/lib/providers/payment-provider'
import { findOrCreateCustomerByEmail } from '../customers/find-customer'
import { mailInvoice } from '../mail/invoice-mail'
import type { InvoiceRecord } from './invoice-snapshot'
import type { InvoicePlan } from './plan-invoice'

export type SavedInvoice = InvoiceRecord & { checkoutSessionNumber: bigint }

/**
 * Saves a planned invoice with its items and checkout session, its customer where that is new, and the mail
 * to the buyer.
 */
export async function saveInvoice(
  tx: Transaction,
  plan: InvoicePlan,
  session: Pick<CheckoutSession, 'reference'>,
  provider: Pick<PaymentProvider, 'name'>,
): Promise<SavedInvoice> {
  const { accountId, items, ...columns } = plan
  const customerId = plan.customerId ?? (await findOrCreateCustomerByEmail(tx, accountId, plan.email)).id
  await tx.invoice.create({ data: { ...columns, accountId, customerId } })
  await tx.invoiceItem.createMany({
    data: items.map((item, index) => ({ ...item, accountId, invoiceId: plan.id, position: index + 1 })),
  })
  const { number } = await tx.checkoutSession.create({
    data: {
      accountId,
      invoiceId: plan.id,
      provider: provider.name,
      providerReference: session.reference,
      createdAt: plan.createdAt,
    },
  })
  await mailInvoice(tx, { ...plan, customerId })
  return { ...plan, customerId, checkoutSessionNumber: number }
}
