import { z } from 'zod'
import { AUDIT_KIND_NAMES, subjectsOfKind } from '@/lib/audit-kinds'
import { actionsInWords } from '@/lib/audit-words'
import { database } from '@/lib/db/client'
import { type AuditRecord, listAuditEvents } from '@/lib/domain/audit/list-audit-events'
import { describeUserAgent } from './describe-user-agent'
import { dayFilter, daysOf } from './list-filters'
import { type ListView, parseListQuery, presentPage } from './list-query'

export type AuditRow = {
  id: string
  action: AuditRecord['action']
  actor: 'vendor' | 'operator'
  mode: 'test' | 'live' | null
  detail: string | null
  address: string | null
  createdAt: string
}

const RULES = {
  sorts: ['created'] as const,
  filters: z.object({
    kind: z.enum(AUDIT_KIND_NAMES).optional(),
    actor: z.enum(['vendor', 'operator']).optional(),
    created_from: dayFilter,
    created_to: dayFilter,
  }),
}

/**
 * A page of the vendor's audit log, over both modes. `q` is a part of an action's words or of its detail, the
 * beginning of an address, or the id of what something was done to.
 */
export async function readAuditLog(vendorId: string, params: URLSearchParams): Promise<ListView<AuditRow>> {
  const { filters, search: text, ...page } = parseListQuery(RULES, params)
  const { kind, actor } = filters
  const subjects = kind && subjectsOfKind(kind)
  const search = text === null ? undefined : { text, actions: actionsInWords(text) }
  const asked = { search, subjects, actor, ...daysOf(filters) }
  const found = await listAuditEvents(database(), vendorId, asked, page)
  return presentPage(found, presentEvent)
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
