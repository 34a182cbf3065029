import { getInvoice } from '@/lib/api/dashboard/get-invoice'
import { methods } from '@/lib/api/operation'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: getInvoice })
