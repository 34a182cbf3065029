import { z } from 'zod'
import { joinSql, type Sql, sql } from '@/lib/db/client'
import type { AuditActor } from '@/lib/db/generated/enums'
import { type WordSearch, wordSearch } from '@/lib/db/list'
import { moment } from '@/lib/http/schemas'
import { isId } from '@/lib/ids'
import { defineList } from '@/lib/lists/define-list'
import { createdById, dayFilter } from '@/lib/lists/list-filters'
import type { ListView } from '@/lib/lists/list-view'
import { AUDIT_KIND_NAMES, actionsInWords, subjectsOfKind } from './audit-words'
import { describeUserAgent } from './describe-user-agent'
import type { AuditAction } from './record-audit-event'

type AuditRecord = {
  id: string
  action: AuditAction
  actor: AuditActor
  /** Null for actions on the vendor rather than one of its accounts. */
  mode: 'test' | 'live' | null
  subjectId: string | null
  detail: string | null
  address: string | null
  createdAt: Date
}

export const auditRow = z.object({
  id: z.uuid(),
  action: z.custom<AuditAction>((value) => typeof value === 'string').meta({ type: 'string' }),
  actor: z.enum(['vendor', 'operator']),
  mode: z.enum(['test', 'live']).nullable().describe('Null for what concerns both accounts.'),
  detail: z.string().nullable(),
  address: z.string().nullable(),
  createdAt: moment,
})

export type AuditRow = z.infer<typeof auditRow>

/**
 * The vendor's audit log, over both modes. Searches the words of an action, its detail and client address,
 * and the id of its subject.
 */
export const auditList = defineList({
  sorts: ['created'],
  filters: z.object({
    kind: z.enum(AUDIT_KIND_NAMES).optional(),
    actor: z.enum(['vendor', 'operator']).optional(),
    created_from: dayFilter,
    created_to: dayFilter,
  }),
  select: (vendorId, { filters: { kind, actor, ...days }, search }) => ({
    table: sql`audit_events AS event`,
    alias: sql`event`,
    id: sql`event.id`,
    columns: sql`event.id, event.action, event.actor::text AS actor, account.mode::text AS mode,
      event.subject_id AS "subjectId", event.detail, event.address, event.created_at AS "createdAt"`,
    joins: sql`LEFT JOIN accounts AS account ON account.id = event.account_id`,
    sorts: { created: { column: sql`event.id`, type: 'uuid' } },
    where: [sql`event.vendor_id = ${vendorId}::uuid`, ...createdById(days, sql`event`)],
    filters: [
      ...(kind ? [sql`split_part(event.action, '.', 1) IN (${joinSql(subjectsOfKind(kind))})`] : []),
      ...(actor ? [sql`event.actor = ${actor}::audit_actor`] : []),
    ],
    search: search === null ? null : findEvents(search),
  }),
  present: presentEvent,
})

/** Without an index of its own: there are few manual actions. */
function findEvents(typed: string): WordSearch | null {
  if (isId(typed)) return either(sql`event.subject_id = ${typed}::uuid`, sql`event.id = ${typed}::uuid`)
  const words = wordSearch(typed, sql`event.search`)
  return words && either(sql`event.action = ANY(${actionsInWords(typed)}::text[])`, words.passes)
}

function either(one: Sql, other: Sql): WordSearch {
  const passes = sql`(${one} OR (${other}))`
  return { passes }
}

/** A page of the vendor's audit log. */
export function readAuditLog(vendorId: string, params: URLSearchParams): Promise<ListView<AuditRow>> {
  return auditList.read(vendorId, params)
}

function presentEvent({ id, action, actor, mode, detail, address, createdAt }: AuditRecord): AuditRow {
  return {
    id,
    action,
    actor,
    mode,
    detail: action === 'session.signed_in' ? describeUserAgent(detail) : detail,
    address,
    createdAt: createdAt.toISOString(),
  }
}
