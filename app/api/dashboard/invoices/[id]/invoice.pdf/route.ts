import { invoicePdf } from '@/lib/api/dashboard/invoice-documents'
import { methods } from '@/lib/api/operation'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: invoicePdf })
