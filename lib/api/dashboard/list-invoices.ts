import { exportInvoices, readInvoices } from './read-invoices'
import { sessionRead } from './session-operation'

/** The account's invoices, a page at a time. */
export const listInvoices = sessionRead('/api/dashboard/invoices', async ({ vendor, account, url }) => ({
  status: 200,
  body: await readInvoices(vendor.id, account.mode, url.searchParams),
}))

/** The same list as a CSV file: all of what is filtered. */
export const exportInvoiceList = sessionRead('/api/dashboard/invoices/export', ({ account, url }) =>
  exportInvoices(account, url.searchParams),
)
