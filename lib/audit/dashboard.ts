import { sessionRead } from '@/lib/api/dashboard/session-operation'
import { readAuditLog } from './audit-list'

/** What was done to the vendor's account by hand, in both modes. */
export const listAuditEvents = sessionRead('/api/dashboard/settings/audit-log', async ({ vendor, url }) => ({
  status: 200,
  body: await readAuditLog(vendor.id, url.searchParams),
}))
