import { inTransaction } from '@/lib/db/transaction'
import { markInvoicePaid as mark } from '@/lib/domain/payments/mark-invoice-paid'
import { paymentProviderFor } from '@/lib/providers/registry'
import { sessionWrite } from './session-operation'

/** Pays a test invoice by hand (contract, "Authentication", 5). */
export const markInvoicePaid = sessionWrite(
  '/api/dashboard/invoices/:id/mark-paid',
  async ({ account, params }) => {
    const invoiceId = params.id ?? ''
    await inTransaction((tx) => mark(tx, { accountId: account.id, invoiceId }, paymentProviderFor('test')))
    return { status: 200, body: { id: invoiceId, status: 'PAID' } }
  },
)
