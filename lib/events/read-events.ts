import { database, sharedReads } from '@/lib/db/client'
import { type Queryable, statement } from '@/lib/db/statement'
import { type FollowUp, type NumberedEvent, numberEventsOf } from './number-events'

type EventPage = {
  events: NumberedEvent[]
  /** The number of the account's latest event. */
  lastSequence: bigint
}

/**
 * The events after a number, oldest first. Those that are committed when it is called are among them, however lately:
 * what has no number yet gets it first.
 */
export async function readEvents(
  accountId: string,
  after: bigint,
  limit: number,
  followUp: FollowUp,
): Promise<EventPage> {
  const page = await readNumbered(sharedReads(), accountId, after, limit)
  if (!page.isBehind || page.events.length === limit) return page
  await numberEventsOf(accountId, followUp)
  return readNumbered(sharedReads(), accountId, after, limit)
}

async function readNumbered(on: Queryable, accountId: string, after: bigint, limit: number) {
  const rows = await findEvents(on, { accountId, after, limit })
  const events = rows.flatMap(({ lastSequence: _, isBehind: __, id, ...rest }) =>
    id ? [{ id, ...rest }] : [],
  )
  return { events, lastSequence: rows[0]?.lastSequence ?? 0n, isBehind: rows[0]?.isBehind ?? false }
}

/** In one statement, so that no event gets its number between two looks and is seen by neither. */
const findEvents = statement<
  { accountId: string; after: bigint; limit: number },
  Omit<NumberedEvent, 'id'> & { id: string | null; lastSequence: bigint; isBehind: boolean }
>(
  'find_events',
  `SELECT page.*,
          coalesce((SELECT last_sequence FROM event_heads WHERE account_id = :accountId::uuid), 0) AS "lastSequence",
          EXISTS (SELECT FROM events WHERE account_id = :accountId::uuid AND sequence IS NULL) AS "isBehind"
     FROM (SELECT) AS one
     LEFT JOIN (
       SELECT id, sequence, type, data, created_at AS "createdAt" FROM events
        WHERE account_id = :accountId::uuid AND sequence > :after::bigint
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
  `SELECT account.account_id AS "accountId", coalesce(head.last_sequence, 0) AS "lastSequence",
          EXISTS (SELECT FROM events WHERE events.account_id = account.account_id AND sequence IS NULL) AS "isBehind"
     FROM unnest(:accountIds::uuid[]) AS account (account_id)
     LEFT JOIN event_heads AS head USING (account_id)`,
)
