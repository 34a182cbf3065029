import { methods } from '@/lib/api/operation'
import { getInvoice } from '@/lib/api/v2/get-invoice'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: getInvoice })
