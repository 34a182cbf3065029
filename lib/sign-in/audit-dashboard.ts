import { auditList, auditRow, readAuditLog } from '@/lib/audit/audit-list'
import { session } from '@/lib/auth/session-access'
import { operation } from '@/lib/http/operation'
import { parameterErrors } from '@/lib/lists/list-parameters'
import { listParameters, listView } from '@/lib/lists/list-query'

export const listAuditEvents = operation({
  method: 'GET',
  path: '/api/dashboard/settings/audit-log',
  summary: 'List the audit log',
  description: 'What people did in the account, in both modes.',
  tag: 'Audit log',
  access: session('audit.read'),
  query: listParameters(auditList),
  answers: { 200: listView(auditRow) },
  errors: parameterErrors,
}).handle(async ({ vendor, query }) => ({
  status: 200,
  body: await readAuditLog(vendor.id, query, vendor.zone),
}))
