import { connectionPool } from '@/lib/db/client'
import { type Runner, statement } from '@/lib/db/statement'
import { inDriverTransaction } from '@/lib/db/transaction'
import { now } from '@/lib/time/clock'

/*
 * Events get their numbers after they are committed, one account at a time: a number that a transaction took while
 * it was still open could be missing for a while, or for good, and would make the writers of an account wait for one
 * another. A reader or the worker does it, the first of them. With its number an event gets its deliveries to the
 * account's webhook endpoints.
 */

/** Events of one account that get their numbers in one transaction. */
const BATCH = 500
/** Accounts that the worker handles in one transaction. */
const ACCOUNTS = 50

/**
 * Numbers the events of an account that are committed by now, up to a batch. Afterwards a reader sees all that it has
 * caused itself.
 */
export async function numberEventsOf(accountId: string): Promise<void> {
  await numberEvents([accountId], lockHeads)
}

/** Numbers the committed events of all accounts. Accounts whose events somebody else is numbering are left alone. */
export async function numberAllEvents(): Promise<void> {
  let last = FIRST
  for (;;) {
    const waiting = await findUnnumbered(connectionPool(), last, ACCOUNTS)
    const accountIds = waiting.map(({ accountId }) => accountId)
    if (accountIds.length > 0) await numberEvents(accountIds, lockFreeHeads)
    last = accountIds.at(-1) ?? last
    if (accountIds.length < ACCOUNTS) return
  }
}

/** Below every id. */
const FIRST = '00000000-0000-0000-0000-000000000000'

/** Keeps events of the account from getting their numbers, and their deliveries, until the transaction ends. */
export async function lockNumbering(tx: Runner, accountId: string): Promise<void> {
  await addHeads(tx, [accountId])
  await lockHeads(tx, [accountId])
}

async function numberEvents(accountIds: string[], lock: typeof lockHeads): Promise<void> {
  await inDriverTransaction(async (tx) => {
    await addHeads(tx, accountIds)
    const locked = await lock(tx, accountIds)
    // A statement of its own: one that waits for a lock goes on seeing what was committed before it waited.
    if (locked.length > 0) {
      await numberRows(
        tx,
        locked.map(({ accountId }) => accountId),
        BATCH,
        now(),
      )
    }
  })
}

/** Hops from account to account along the index of events without a number. */
const findUnnumbered = statement<[after: string, limit: number], { accountId: string }>(
  'find_unnumbered_events',
  `WITH RECURSIVE waiting (account_id) AS (
     (SELECT account_id FROM events WHERE sequence IS NULL AND account_id > $1::uuid
       ORDER BY account_id LIMIT 1)
     UNION ALL
     SELECT hop.account_id FROM waiting CROSS JOIN LATERAL (
       SELECT account_id FROM events WHERE sequence IS NULL AND account_id > waiting.account_id
        ORDER BY account_id LIMIT 1) AS hop)
   SELECT account_id AS "accountId" FROM waiting LIMIT $2::int`,
)

const addHeads = statement<[accountIds: string[]], object>(
  'add_event_heads',
  `INSERT INTO event_heads (account_id)
   SELECT account_id FROM unnest($1::uuid[]) AS given (account_id)
    WHERE NOT EXISTS (SELECT FROM event_heads WHERE event_heads.account_id = given.account_id)
    ORDER BY account_id
   ON CONFLICT DO NOTHING`,
)

const LOCK = `
   SELECT account_id AS "accountId" FROM event_heads WHERE account_id = ANY ($1::uuid[])
    ORDER BY account_id FOR NO KEY UPDATE`

const lockHeads = statement<[accountIds: string[]], { accountId: string }>('lock_event_heads', LOCK)

const lockFreeHeads = statement<[accountIds: string[]], { accountId: string }>(
  'lock_free_event_heads',
  `${LOCK} SKIP LOCKED`,
)

/** An event as webhook endpoints get it: what `presentEvent` returns, as the body's `event`. */
const BODY = `
  concat('{"event":{"id":"', event.id, '","sequence":', event.sequence, ',"type":"', event.type,
         '","created_at":"', to_char(event.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
         '","data":', event.data, '}}')`

/** A UUIDv7 of the time of the event's. */
const DELIVERY_ID = `(left(event.id::text, 14) || '7' || substr(gen_random_uuid()::text, 16))::uuid`

/**
 * The INSERT of the deliveries of `event` to the account's endpoints, due at once: none to an endpoint that has it
 * already. A header names the sequence; after two thousand million events it grows no more, while the body's does.
 */
export function insertDeliveries(from: string, at: string): string {
  return `
     INSERT INTO webhook_events (account_id, id, event_id, endpoint_id, sequence, url, payload, next_attempt_at,
                                 created_at)
     SELECT event.account_id, ${DELIVERY_ID}, event.id, endpoint.id, least(event.sequence, 2147483647), endpoint.url,
            ${BODY}, ${at}::timestamptz, ${at}::timestamptz
       FROM ${from} AS event
       JOIN webhook_endpoints AS endpoint ON endpoint.account_id = event.account_id AND deleted_at IS NULL
      ORDER BY event.account_id, event.sequence, endpoint.id
     ON CONFLICT DO NOTHING`
}

/** Numbers events in the order in which they were written, after the last numbers of their accounts. */
const numberRows = statement<[accountIds: string[], limit: number, at: Date], object>(
  'number_events',
  `WITH pending AS (
     SELECT head.account_id, event.id,
            head.last_sequence + row_number() OVER (PARTITION BY head.account_id ORDER BY event.position) AS next
       FROM event_heads AS head
      CROSS JOIN LATERAL (
        SELECT id, position FROM events
         WHERE events.account_id = head.account_id AND sequence IS NULL
         ORDER BY position LIMIT $2::int) AS event
      WHERE head.account_id = ANY ($1::uuid[])),
   numbered AS (
     UPDATE events SET sequence = next
       FROM pending
      WHERE events.account_id = pending.account_id AND events.id = pending.id
     RETURNING events.*),
   deliveries AS (${insertDeliveries('numbered', '$3')})
   UPDATE event_heads AS head SET last_sequence = latest.sequence
     FROM (SELECT account_id, max(sequence) AS sequence FROM numbered GROUP BY account_id) AS latest
    WHERE head.account_id = latest.account_id`,
)
