import { listAuditEvents } from '@/lib/api/dashboard/list-audit-events'
import { methods } from '@/lib/api/operation'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: listAuditEvents })
