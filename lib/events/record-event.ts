import { type Queryable, rowsOfAccount, statement } from '@/lib/db/statement'
import { newId } from '@/lib/ids'
import { type JsonValue, toJson } from '@/lib/json'
import { now } from '@/lib/time/clock'
import type { EventType } from './event-types'

export type NewEvent = {
  accountId: string
  type: EventType
  /** The id of the object that `data` shows. */
  subjectId: string
  /** The object as the API answers it now. */
  data: JsonValue
  /** The request that caused it, if one did. */
  requestId?: string | null
}

/**
 * Records an event in the transaction of the change that it reports. It takes no lock: events get their numbers
 * once they are committed.
 */
export async function recordEvent(on: Queryable, event: NewEvent): Promise<{ id: string }> {
  const { accountId, type, subjectId, data, requestId = null } = event
  const id = newId()
  await addEvent(on, { accountId, id, type, subjectId, data: toJson(data), requestId, createdAt: now() })
  return { id }
}

type EventSql = {
  id: string
  type: string
  subjectId: string
  data: string
  requestId: string
  /** The statement's own trace, unless it writes for several requests. */
  traceparent?: string
  createdAt: string
  /** The FROM without whose row there is no event. */
  from?: string
}

/**
 * The INSERT of an event, for statements that write its cause too. Takes SQL, never values; the account is
 * `:accountId`. Where its cause waits for a lock, `from` must come after it, so that events of one object have positions in
 * the order of its changes.
 */
export function insertEvent({
  id,
  type,
  subjectId,
  data,
  requestId,
  traceparent = ':traceparent',
  createdAt,
  from,
}: EventSql): string {
  const values = `
        ${id}::uuid, ${type}, ${subjectId}::uuid, ${data}::text, ${requestId}::uuid, ${traceparent}::varchar, ${createdAt}::timestamptz`
  return `
      INSERT INTO events (account_id, id, type, subject_id, data, request_id, traceparent, created_at)
      ${from ? rowsOfAccount(`SELECT ${values} ${from}`) : `VALUES (:accountId::uuid, ${values})`}`
}

const addEvent = statement<
  {
    accountId: string
    id: string
    type: EventType
    subjectId: string
    data: string
    requestId: string | null
    createdAt: Date
  },
  object
>(
  'add_event',
  insertEvent({
    id: ':id',
    type: ':type::varchar',
    subjectId: ':subjectId',
    data: ':data',
    requestId: ':requestId',
    createdAt: ':createdAt',
  }),
)
