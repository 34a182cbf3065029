import { z } from 'zod'
import { joinSql, type Orm, type Sql, sql } from '@/lib/db/client'
import type { AuditActor } from '@/lib/db/generated/enums'
import { moment } from '@/lib/http/schemas'
import { isId } from '@/lib/ids'
import { defineList } from '@/lib/lists/define-list'
import { createdById, dayFilter } from '@/lib/lists/list-filters'
import type { ListView } from '@/lib/lists/list-view'
import { type WordSearch, wordSearch } from '@/lib/lists/word-search'
import type { Zone } from '@/lib/time/zone'
import { AUDIT_KIND_NAMES, actionsInWords, subjectsOfKind } from './audit-words'
import { describeUserAgent } from './describe-user-agent'
import type { AuditAction } from './record-audit-event'

type AuditRecord = {
  id: string
  action: AuditAction
  actor: AuditActor
  operatorName: string | null
  memberName: string | null
  /** Null for actions on the vendor rather than one of its accounts; so is the mode. */
  accountId: string | null
  mode: 'test' | 'live' | null
  subjectId: string | null
  detail: string | null
  address: string | null
  createdAt: Date
  recordName: string | null
}

export const auditRow = z.object({
  id: z.uuid(),
  action: z.custom<AuditAction>((value) => typeof value === 'string').meta({ type: 'string' }),
  actor: z.enum(['vendor', 'operator']),
  operator: z.string().nullable().describe('The person who acted for the operator; only operators see it.'),
  member: z.string().nullable().describe('The email of the member who acted.'),
  mode: z.enum(['test', 'live']).nullable().describe('Null for what concerns both accounts.'),
  detail: z.string().nullable(),
  address: z.string().nullable(),
  record: z
    .object({ href: z.string(), name: z.string() })
    .nullable()
    .describe('The page of the invoice, customer or payout that it was done to.'),
  createdAt: moment,
})

export type AuditRow = z.infer<typeof auditRow>

/** Reads the names of records of a kind. */
const NAMES: Record<string, (accountIds: string[], ids: string[]) => Sql> = {
  invoice: (accountIds, ids) => sql`
    SELECT id, 'Invoice ' || number AS name FROM invoices
     WHERE account_id = ANY(${accountIds}::uuid[]) AND id = ANY(${ids}::uuid[])`,
  customer: (accountIds, ids) => sql`
    SELECT id, name FROM customers WHERE account_id = ANY(${accountIds}::uuid[]) AND id = ANY(${ids}::uuid[])`,
  payout: (accountIds, ids) => sql`
    SELECT payout.id, 'Payout to ' || customer.name AS name
      FROM payouts AS payout
      JOIN customers AS customer ON customer.account_id = payout.account_id AND customer.id = payout.customer_id
     WHERE payout.account_id = ANY(${accountIds}::uuid[]) AND customer.account_id = ANY(${accountIds}::uuid[])
       AND payout.id = ANY(${ids}::uuid[])`,
}

const kindOf = (action: string) => action.split('.')[0] ?? ''

/**
 * Adds the modes of the accounts, and the names of what was acted on, if it still exists. By statements of their own: where tables
 * are distributed, both accounts may be on other nodes than the log.
 */
async function withRecords(rows: AuditRecord[], _vendorId: string, tx: Orm): Promise<AuditRecord[]> {
  const accountIds = [...new Set(rows.flatMap(({ accountId }) => accountId ?? []))]
  if (accountIds.length === 0) return rows
  const accounts = await tx.account.findMany({
    where: { id: { in: accountIds } },
    select: { id: true, mode: true },
  })
  const modes = new Map(accounts.map(({ id, mode }) => [id, mode]))
  const names = new Map<string, string>()
  for (const [kind, read] of Object.entries(NAMES)) {
    const ids = rows.flatMap(({ action, subjectId }) => (kindOf(action) === kind ? (subjectId ?? []) : []))
    if (ids.length === 0) continue
    const records = await tx.$queryRaw<{ id: string; name: string }[]>(read(accountIds, ids))
    for (const { id, name } of records) names.set(`${kind} ${id}`, name)
  }
  return rows.map((row) => ({
    ...row,
    mode: modes.get(row.accountId ?? '') ?? null,
    recordName: names.get(`${kindOf(row.action)} ${row.subjectId}`) ?? null,
  }))
}

/**
 * The vendor's audit log, over both modes. Searches the words of an action, its detail and client address,
 * and the id of its subject.
 */
export const auditList = defineList({
  name: 'audit log',
  sorts: ['created'],
  filters: z.object({
    kind: z.enum(AUDIT_KIND_NAMES).optional(),
    actor: z.enum(['vendor', 'operator']).optional(),
    created_from: dayFilter,
    created_to: dayFilter,
  }),
  select: (vendorId, { filters: { kind, actor, ...days }, search, zone }) => ({
    table: sql`audit_events AS event`,
    alias: sql`event`,
    id: sql`event.id`,
    columns: sql`event.id, event.action, event.actor::text AS actor, event.operator_name AS "operatorName", event.member_name AS "memberName", event.account_id AS "accountId",
      event.subject_id AS "subjectId", event.detail, event.address, event.created_at AS "createdAt",
      NULL AS mode, NULL AS "recordName"`,
    sorts: { created: { column: sql`event.id`, type: 'uuid' } },
    where: [sql`event.vendor_id = ${vendorId}::uuid`, ...createdById(days, sql`event`, zone)],
    filters: [
      ...(kind ? [sql`split_part(event.action, '.', 1) IN (${joinSql(subjectsOfKind(kind))})`] : []),
      ...(actor ? [sql`event.actor = ${actor}::audit_actor`] : []),
    ],
    search: search === null ? null : findEvents(search),
  }),
  complete: withRecords,
  present: presentEvent,
})

/** Without an index of its own: there are few manual actions. */
function findEvents(text: string): WordSearch | null {
  if (isId(text)) return either(sql`event.subject_id = ${text}::uuid`, sql`event.id = ${text}::uuid`)
  const words = wordSearch(text, sql`event.search`)
  return words && either(sql`event.action = ANY(${actionsInWords(text)}::text[])`, words.passes)
}

function either(one: Sql, other: Sql): WordSearch {
  const passes = sql`(${one} OR (${other}))`
  return { passes }
}

/** A page of the vendor's audit log. Who works for the operator is not the vendor's business. */
export async function readAuditLog(
  vendorId: string,
  params: URLSearchParams,
  zone?: Zone,
): Promise<ListView<AuditRow>> {
  const list = await auditList.read(vendorId, params, zone)
  return { ...list, rows: list.rows.map((row) => ({ ...row, operator: null })) }
}

/** The same with the names of operators, and with days in UTC. */
export function readAuditLogForOperator(
  vendorId: string,
  params: URLSearchParams,
): Promise<ListView<AuditRow>> {
  return auditList.read(vendorId, params)
}

type OperatorEvent = {
  id: string
  vendorId: string
  accountId: string | null
  action: string
  operatorName: string | null
  subjectId: string | null
  detail: string | null
  address: string | null
  createdAt: Date
}

/** The acts of operators, latest first: on the whole instance and its vendors, or for one vendor. */
export function listOperatorEvents(
  tx: Orm,
  { vendorId, limit }: { vendorId: string | null; limit: number },
): Promise<OperatorEvent[]> {
  return tx.auditEvent.findMany({
    where: { actor: 'operator', ...(vendorId ? { vendorId } : {}) },
    select: {
      id: true,
      vendorId: true,
      accountId: true,
      action: true,
      operatorName: true,
      subjectId: true,
      detail: true,
      address: true,
      createdAt: true,
    },
    orderBy: { id: 'desc' },
    take: limit,
  })
}

function presentEvent({
  id,
  action,
  actor,
  operatorName: operator,
  memberName: member,
  mode,
  detail,
  address,
  createdAt,
  subjectId,
  recordName,
}: AuditRecord): AuditRow {
  return {
    id,
    action,
    actor,
    operator,
    member,
    mode,
    detail: action === 'session.signed_in' ? describeUserAgent(detail) : detail,
    address,
    record:
      subjectId && recordName ? { href: `/${action.split('.')[0]}s/${subjectId}`, name: recordName } : null,
    createdAt: createdAt.toISOString(),
  }
}
