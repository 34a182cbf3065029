import type { AuditActor } from '@/lib/db/generated/enums'
import { joinSql, type Sql, sql } from '@/lib/db/sql'
import type { Transaction } from '@/lib/db/transaction'
import { isId } from '@/lib/ids'
import { keysetPage, type Page, type PageRequest } from '../lists/keyset-page'
import type { AuditAction } from './record-audit-event'

export type AuditRecord = {
  id: string
  action: AuditAction
  actor: AuditActor
  /** Null for what concerns the vendor and neither of its accounts. */
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

export type AuditFilters = {
  /** An id of what was done or what it was done to, or a part of the record. */
  search?: AuditSearch | undefined
  /** What an action begins with, before its point: `api_key`. */
  subjects?: readonly string[] | undefined
  actor?: AuditActor | undefined
  from?: Date | undefined
  /** The first moment that is not included. */
  to?: Date | undefined
}

export type AuditSort = 'created'

/** A page of what was done to the vendor's account by hand, in both modes. */
export function listAuditEvents(
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
