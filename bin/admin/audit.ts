import { listOperatorEvents } from '@/lib/audit/audit-list'
import { AUDIT_STREAM } from '@/lib/audit/audit-seal'
import { INSTANCE_ID } from '@/lib/audit/record-audit-event'
import { database } from '@/lib/db/client'
import { verifySeals } from '@/lib/db/seals'
import { inTransaction } from '@/lib/db/transaction'
import { type Command, limitFlag, vendorIdOf } from './command'

export const auditCommands: Record<string, Command> = {
  'audit list': {
    required: [],
    optional: ['vendor', 'limit'],
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
    required: [],
    optional: [],
    async run() {
      const isolation = 'RepeatableRead'
      const problems = await inTransaction((tx) => verifySeals(tx, AUDIT_STREAM), { isolation })
      const events = await database().auditEvent.count()
      const output = { ok: problems.length === 0, events }
      return { output, ...(problems.length > 0 ? { failure: problems.join('\n') } : {}) }
    },
  },
}
