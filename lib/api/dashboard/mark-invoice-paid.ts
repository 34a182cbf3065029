import { inTransaction } from '@/lib/db/transaction'
import { recordAuditEvent } from '@/lib/domain/audit/record-audit-event'
import { markInvoicePaid as mark } from '@/lib/domain/payments/mark-invoice-paid'
import { paymentProviderFor } from '@/lib/providers/registry'
import { sessionWrite } from './session-operation'

/** Pays a test invoice by hand (contract, "Authentication", 5). */
export const markInvoicePaid = sessionWrite(
  '/api/dashboard/invoices/:id/mark-paid',
  async ({ vendor, account, params, address }) => {
    const invoiceId = params.id ?? ''
    await inTransaction(async (tx) => {
      await mark(tx, { accountId: account.id, invoiceId }, paymentProviderFor('test'))
      await recordAuditEvent(tx, {
        vendorId: vendor.id,
        accountId: account.id,
        action: 'invoice.marked_paid',
        subjectId: invoiceId,
        address,
      })
    })
    return { status: 200, body: { id: invoiceId, status: 'PAID' } }
  },
)
