import { DomainError } from '@/lib/errors'
import { readInvoice } from './read-invoice'
import { sessionRead } from './session-operation'

/** An invoice with all that has happened to it. */
export const getInvoice = sessionRead('/api/dashboard/invoices/:id', async ({ vendor, params }) => {
  const invoice = await readInvoice(vendor.id, params.id ?? '')
  if (!invoice) throw new DomainError('invoice_not_found')
  return { status: 200, body: invoice }
})
