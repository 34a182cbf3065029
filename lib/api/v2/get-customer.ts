import { inTransaction } from '@/lib/db/transaction'
import { findCustomer } from '@/lib/domain/customers/find-customer'
import { listPaidInvoices } from '@/lib/domain/invoices/find-invoice'
import { type InvoiceRecord, invoiceSnapshot, totalMinor } from '@/lib/domain/invoices/invoice-snapshot'
import { type JsonValue, jsonAmount } from '@/lib/json'
import { customerUrl } from '@/lib/links'
import { readOperation } from './api-operation'
import { presentCustomer } from './presenters/customer'

/** Contract, endpoint 2. A banned vendor may still read. */
export const getCustomer = readOperation(
  {
    path: '/api/v2/customer/:customer_id',
    missingKey: { status: 400, message: 'api_key parameter is required' },
    refusesBanned: false,
  },
  async (account, { customer_id: customerId = '' }) => {
    const { customer, paidInvoices } = await inTransaction(async (tx) => ({
      customer: await findCustomer(tx, account.id, customerId),
      paidInvoices: await listPaidInvoices(tx, account.id, customerId),
    }))
    return {
      status: 200,
      body: {
        status: 'success',
        customer: presentCustomer(customer),
        customer_url: customerUrl(customer.id),
        paid_invoices: paidInvoices.map(invoiceSnapshot),
        total_paid_count: paidInvoices.length,
        total_paid_amount: totalsByCurrency(paidInvoices),
      },
    }
  },
)

function totalsByCurrency(invoices: InvoiceRecord[]): JsonValue {
  const totals = new Map<string, bigint>()
  for (const invoice of invoices) {
    totals.set(invoice.currency, (totals.get(invoice.currency) ?? 0n) + totalMinor(invoice))
  }
  return Object.fromEntries([...totals].map(([currency, minor]) => [currency, jsonAmount(minor, currency)]))
}
