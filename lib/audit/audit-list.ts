import { z } from 'zod'
import { database, joinSql, type Sql, sql } from '@/lib/db/client'
import type { AuditActor } from '@/lib/db/generated/enums'
import type { Transaction } from '@/lib/db/transaction'
import { moment } from '@/lib/http/schemas'
import { isId } from '@/lib/ids'
import { keysetPage, type Page, type PageRequest } from '@/lib/lists/keyset-page'
import { dayFilter, daysOf } from '@/lib/lists/list-filters'
import { type ListView, parseListQuery, presentPage } from '@/lib/lists/list-query'
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

type AuditSearch = {
  /** What the detail holds or the address begins with, in whatever case. */
  text: string
  /** The actions that the text is about. */
  actions: AuditAction[]
}

type AuditFilters = {
  /** An id of what was done or what it was done to, or a part of the record. */
  search?: AuditSearch | undefined
  /** What an action begins with, before its point: `api_key`. */
  subjects?: readonly string[] | undefined
  actor?: AuditActor | undefined
  from?: Date | undefined
  /** The first moment that is not included. */
  to?: Date | undefined
}

type AuditSort = 'created'

/** A page of what was done to the vendor's account by hand, in both modes. */
function listAuditEvents(
  tx: Transaction,
  vendorId: string,
  filters: AuditFilters,
  page: PageRequest<AuditSort>,
): Promise<Page<AuditRecord>> {
  const list = {
    columns: sql`event.id, event.action, event.actor::text AS actor, account.mode::text AS mode,
      event.subject_id AS "subjectId", event.detail, event.address, event.created_at AS "createdAt"`,
    from: sql`audit_events AS event LEFT JOIN accounts AS account ON account.id = event.account_id`,
    where: conditions(vendorId, filters),
    id: sql`event.id`,
    sorts: { created: { column: sql`event.id`, type: 'uuid' as const } },
  }
  return keysetPage<AuditRecord, AuditSort>(tx, list, page)
}

function conditions(vendorId: string, { search, subjects, actor, from, to }: AuditFilters): Sql[] {
  const all = [sql`event.vendor_id = ${vendorId}::uuid`]
  if (search) all.push(matches(search))
  if (subjects) all.push(sql`split_part(event.action, '.', 1) IN (${joinSql([...subjects])})`)
  if (actor) all.push(sql`event.actor = ${actor}::audit_actor`)
  if (from) all.push(sql`event.created_at >= ${from}::timestamptz`)
  if (to) all.push(sql`event.created_at < ${to}::timestamptz`)
  return all
}

/** Looked for among all of the vendor's records: a person does not make many by hand. */
function matches({ text, actions }: AuditSearch): Sql {
  if (isId(text)) return sql`(event.subject_id = ${text}::uuid OR event.id = ${text}::uuid)`
  const wanted = text.toLowerCase()
  return sql`(event.action = ANY(${actions}::text[]) OR strpos(lower(event.detail), ${wanted}) > 0
    OR starts_with(lower(event.address), ${wanted}))`
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

export const AUDIT_RULES = {
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
  const { filters, search: text, ...page } = parseListQuery(AUDIT_RULES, params)
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
