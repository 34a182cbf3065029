import { methods } from '@/lib/api/operation'
import { createInvoice, listInvoices } from '@/lib/invoices/dashboard'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: listInvoices,
  POST: createInvoice,
})
