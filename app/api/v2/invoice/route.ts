import { methods } from '@/lib/api/operation'
import { createInvoice } from '@/lib/api/v2/create-invoice'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ POST: createInvoice })
