import { database, sharedReads } from '@/lib/db/client'
import { type Queryable, statement } from '@/lib/db/statement'
import type { EventType } from './event-types'
import { type FollowUp, type NumberedEvent, numberEventsOf } from './number-events'

type EventPage = {
  events: NumberedEvent[]
  /** Where to go on: every event up to this number is among them, or of another type. */
  cursor: bigint
  /** The number of the account's latest event. */
  lastSequence: bigint
}

/** Events that one statement looks through for a type: a rare one would otherwise take it through the whole account. */
const WINDOW = 10_000n

/**
 * The events after a number, oldest first, of these types, or of all. Those that are committed when it is called are
 * among them, however lately: what has no number yet gets it first. Looking for types, it may end before the latest event.
 */
export async function readEvents(
  accountId: string,
  after: bigint,
  limit: number,
  followUp: FollowUp,
  types: readonly EventType[] | null = null,
): Promise<EventPage> {
  const place = { accountId, after, limit, types }
  const page = await readNumbered(sharedReads(), place)
  if (!page.isBehind || page.events.length === limit) return page
  await numberEventsOf(accountId, followUp)
  return readNumbered(sharedReads(), place)
}

type Place = { accountId: string; after: bigint; limit: number; types: readonly EventType[] | null }

async function readNumbered(on: Queryable, { accountId, after, limit, types }: Place) {
  const through = types ? after + WINDOW : HIGHEST
  const rows = await findEvents(on, { accountId, after, limit, through, types: types && [...types] })
  const events = rows.flatMap(({ lastSequence: _, isBehind: __, id, ...rest }) =>
    id ? [{ id, ...rest }] : [],
  )
  const lastSequence = rows[0]?.lastSequence ?? 0n
  const end = through < lastSequence ? through : lastSequence
  const cursor = (events.length === limit ? events.at(-1)?.sequence : null) ?? end
  return { events, cursor, lastSequence, isBehind: rows[0]?.isBehind ?? false }
}

/** Of a bigint. */
const HIGHEST = 9_223_372_036_854_775_807n

/** In one statement, so that no event gets its number between two looks and is seen by neither. */
const findEvents = statement<
  { accountId: string; after: bigint; limit: number; through: bigint; types: string[] | null },
  Omit<NumberedEvent, 'id'> & { id: string | null; lastSequence: bigint; isBehind: boolean }
>(
  'find_events',
  `SELECT page.*,
          coalesce((SELECT last_sequence FROM event_heads WHERE account_id = :accountId::uuid), 0) AS "lastSequence",
          EXISTS (SELECT FROM events WHERE account_id = :accountId::uuid AND sequence IS NULL) AS "isBehind"
     FROM (SELECT) AS one
     LEFT JOIN (
       SELECT id, sequence, type, data, created_at AS "createdAt" FROM events
        WHERE account_id = :accountId::uuid AND sequence > :after::bigint AND sequence <= :through::bigint
          AND (:types::text[] IS NULL OR type = ANY (:types::text[]))
        ORDER BY sequence LIMIT :limit::int) AS page ON true
    ORDER BY sequence`,
)

/** An event of the account with its number, or null. */
export async function readEvent(
  accountId: string,
  id: string,
  followUp: FollowUp,
): Promise<NumberedEvent | null> {
  const where = { accountId_id: { accountId, id } }
  let event = await database().event.findUnique({ where })
  // Several batches if many are waiting.
  while (event?.sequence === null) {
    await numberEventsOf(accountId, followUp)
    event = await database().event.findUnique({ where })
  }
  return event && { ...event, sequence: event.sequence ?? 0n }
}

/** The number of each account's latest event, and whether further events have none yet. */
export const findNews = statement<
  { accountIds: string[] },
  { accountId: string; lastSequence: bigint; isBehind: boolean }
>(
  'find_news',
  `SELECT account.id AS "accountId", coalesce(head.last_sequence, 0) AS "lastSequence",
          EXISTS (SELECT FROM events WHERE events.account_id = account.id AND sequence IS NULL) AS "isBehind"
     FROM accounts AS account
     LEFT JOIN event_heads AS head ON head.account_id = account.id
    WHERE account.id = ANY (:accountIds::uuid[])`,
)
