import { positionedCte, type Queryable, statement } from '@/lib/db/statement'
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
  traceparent: string
  createdAt: string
  /** The FROM without whose row there is no event. */
  from: string
}

const EVENT_COLUMNS = 'id, type, subject_id, data, request_id, traceparent, created_at'

/**
 * The CTE `event`, which records an event, for statements that write its cause too. Takes SQL, never values; the account is
 * `:accountId`. Where its cause waits for a lock, `from` must come after it, so that events of one object have positions in
 * the order of its changes.
 */
export function eventCte({
  id,
  type,
  subjectId,
  data,
  requestId,
  traceparent,
  createdAt,
  from,
}: EventSql): string {
  return positionedCte({
    name: 'event',
    insert: 'INSERT INTO events',
    sequence: 'events_position_seq',
    columns: EVENT_COLUMNS,
    select: `
      SELECT ${id}::uuid, ${type}::text, ${subjectId}::uuid, ${data}::text, ${requestId}::uuid, ${traceparent}::varchar,
             ${createdAt}::timestamptz ${from}`,
  })
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
  `INSERT INTO events (account_id, ${EVENT_COLUMNS})
   VALUES (:accountId::uuid, :id::uuid, :type::varchar, :subjectId::uuid, :data::text, :requestId::uuid, :traceparent::varchar,
           :createdAt::timestamptz)`,
)
