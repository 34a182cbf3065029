import { listOperatorEvents } from '@/lib/audit/audit-list'
import { INSTANCE_ID } from '@/lib/audit/record-audit-event'
import { database } from '@/lib/db/client'
import { anchoredNumber } from '@/lib/db/seal-anchor'
import { checkAuditLog } from '@/lib/operator/check-books'
import { type Commands, limitFlag, vendorIdOf } from './command'

export const auditCommands: Commands<'audit'> = {
  'audit list': {
    async run(flags) {
      const vendorId = flags.vendor ? await vendorIdOf(flags) : null
      const events = await listOperatorEvents(database(), { vendorId, limit: limitFlag(flags) })
      const output = events.map((event) => ({
        event_id: event.id,
        created_at: event.createdAt.toISOString(),
        action: event.action,
        operator: event.operatorName,
        vendor_id: event.vendorId === INSTANCE_ID ? null : event.vendorId,
        account_id: event.accountId,
        subject_id: event.subjectId,
        detail: event.detail,
        address: event.address,
      }))
      return { output }
    },
  },
  'audit verify': {
    async run() {
      const problems = await checkAuditLog()
      const events = await database().auditEvent.count()
      const output = { ok: problems.length === 0, events, anchored_seal: await anchoredNumber('audit') }
      return { output, ...(problems.length > 0 ? { failure: problems.join('\n') } : {}) }
    },
  },
}
