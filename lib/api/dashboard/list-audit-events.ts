import { readAuditLog } from './read-audit-log'
import { sessionRead } from './session-operation'

/** What was done to the vendor's account by hand, in both modes. */
export const listAuditEvents = sessionRead('/api/dashboard/settings/audit-log', async ({ vendor, url }) => ({
  status: 200,
  body: await readAuditLog(vendor.id, url.searchParams),
}))
