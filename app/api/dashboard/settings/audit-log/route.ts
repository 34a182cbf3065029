import { methods } from '@/lib/api/operation'
import { listAuditEvents } from '@/lib/audit/dashboard'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: listAuditEvents })
