import { readAllTenants } from '@/lib/db/all-tenants'
import { type Queryable, statement } from '@/lib/db/statement'
import { inTransaction, type Transaction } from '@/lib/db/transaction'

/*
 * Events get their numbers after they are committed, one account at a time: a number that a transaction took while
 * it was still open could be missing for a while, or for good, and would make the writers of an account wait for one
 * another. A reader or the worker does it, the first of them.
 */

/** Events of one account that get their numbers in one transaction. */
const BATCH = 500
/** Batches of one account before the worker turns to the next. */
const BATCHES = 10
/** Accounts that the worker handles at once. */
const ACCOUNTS = 8

export type NumberedEvent = {
  id: string
  sequence: bigint
  type: string
  data: string
  createdAt: Date
}

/** Follows up events of an account, in the order of their numbers, in the transaction that numbers them. */
export type FollowUp = (tx: Transaction, accountId: string, events: NumberedEvent[]) => Promise<void>

/**
 * Numbers the events of an account that are committed by now, up to a batch. Afterwards a reader sees all that it has
 * caused itself.
 */
export async function numberEventsOf(accountId: string, followUp: FollowUp): Promise<void> {
  await numberBatch(accountId, lock, followUp)
}

/** Numbers the committed events of all accounts. Accounts whose events somebody else is numbering are left alone. */
export async function numberAllEvents(followUp: FollowUp): Promise<void> {
  const waiting = (await findUnnumbered({})).values()
  const numberNext = async () => {
    for (const { accountId } of waiting) {
      for (let batch = 1; batch <= BATCHES; batch += 1) {
        if ((await numberBatch(accountId, lockIfFree, followUp)) < BATCH) break
      }
    }
  }
  // One that fails leaves the other accounts to the rest.
  const ended = await Promise.allSettled(Array.from({ length: ACCOUNTS }, numberNext))
  for (const each of ended) if (each.status === 'rejected') throw each.reason
}

/** Keeps events of the account from getting their numbers, and their deliveries, until the transaction ends. */
export async function lockNumbering(tx: Queryable, accountId: string): Promise<void> {
  await lockHead(tx, accountId, lock)
}

/** Returns how many events got their numbers. */
async function numberBatch(accountId: string, howToLock: typeof lock, followUp: FollowUp): Promise<number> {
  return inTransaction(async (tx) => {
    const head = await lockHead(tx, accountId, howToLock)
    if (!head) return 0
    // A statement of its own: one that waits for a lock goes on seeing what was committed before it waited.
    const events = await numberRows(tx, { accountId, lastSequence: head.lastSequence, limit: BATCH })
    if (events.length > 0) await followUp(tx, accountId, events)
    return events.length
  })
}

async function lockHead(tx: Queryable, accountId: string, howToLock: typeof lock) {
  const [head] = await howToLock(tx, { accountId })
  if (head) return head
  await addHead(tx, { accountId })
  const [added] = await howToLock(tx, { accountId })
  return added
}

const findUnnumbered = readAllTenants<Record<never, never>, { accountId: string }>(
  'find_unnumbered_events',
  'events',
  'SELECT DISTINCT account_id AS "accountId" FROM events WHERE sequence IS NULL',
)

const addHead = statement<{ accountId: string }, object>(
  'add_event_head',
  'INSERT INTO event_heads (account_id) VALUES (:accountId::uuid) ON CONFLICT DO NOTHING',
)

const LOCK = `SELECT last_sequence AS "lastSequence" FROM event_heads WHERE account_id = :accountId::uuid FOR NO KEY UPDATE`

const lock = statement<{ accountId: string }, { lastSequence: bigint }>('lock_event_head', LOCK)

const lockIfFree = statement<{ accountId: string }, { lastSequence: bigint }>(
  'lock_free_event_head',
  `${LOCK} SKIP LOCKED`,
)

/**
 * Numbers events of the account in the order in which they were written, after its last number. Found by their place on
 * the disk: by id, a planner that takes the account for small would compare each with all of the account's. The lock of
 * the head keeps everybody else from writing to them.
 */
const numberRows = statement<{ accountId: string; lastSequence: bigint; limit: number }, NumberedEvent>(
  'number_events',
  `WITH numbered AS (
     UPDATE events SET sequence = :lastSequence::bigint + pending.place
       FROM (SELECT ctid, row_number() OVER (ORDER BY position) AS place FROM events
              WHERE account_id = :accountId::uuid AND sequence IS NULL
              ORDER BY position LIMIT :limit::int) AS pending
      WHERE events.account_id = :accountId::uuid AND events.ctid = pending.ctid
     RETURNING events.id, sequence, type, data, created_at AS "createdAt"),
   head AS (
     UPDATE event_heads SET last_sequence = :lastSequence::bigint + (SELECT count(*) FROM numbered)
      WHERE account_id = :accountId::uuid AND EXISTS (SELECT FROM numbered))
   SELECT * FROM numbered ORDER BY sequence`,
)
