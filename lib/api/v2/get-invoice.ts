import { inTransaction } from '@/lib/db/transaction'
import { findInvoice } from '@/lib/domain/invoices/find-invoice'
import { invoiceSnapshot } from '@/lib/domain/invoices/invoice-snapshot'
import { readOperation } from './api-operation'

/** Contract, endpoint 7. A banned vendor may still read. */
export const getInvoice = readOperation(
  {
    path: '/api/v2/invoice/:invoice_id',
    missingKey: { status: 400, message: 'api_key parameter is required' },
    refusesBanned: false,
  },
  async (account, { invoice_id: invoiceId = '' }) => {
    const invoice = await inTransaction((tx) => findInvoice(tx, account.id, invoiceId))
    return { status: 200, body: { status: 'success', invoice: invoiceSnapshot(invoice) } }
  },
)
