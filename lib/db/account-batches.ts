import { AsyncResource } from 'node:async_hooks'
import type { PoolClient } from 'pg'
import { keepSpan } from '@/lib/tracing/spans'
import { connectionPool } from './client'
import type { DatabaseClient } from './database-client'
import { postgresCode } from './describe-error'
import type { Queryable } from './statement'

/** One transaction of an account's writes; more would make the first of them wait too long for the last. */
const MAX_TOGETHER = 64

/** A statement that came after the failure of another one of its transaction. */
const IN_FAILED_TRANSACTION = '25P02'

/** Writes of one account that may wait for each other. `kind` names them, so that others don't wait for these. */
export type Line = { accountId: string; kind: string }

type Decision = { answer: () => void } | { error: unknown }

type Entry = {
  /** Decides in the batch's transaction, and answers once that is committed. Never throws. */
  decide: (on: Queryable) => Promise<Decision>
  /** Decides and answers by itself. Never throws: its line would stand still. */
  alone: () => Promise<void>
  reject: (error: unknown) => void
  /** Settles the batch that it is the first of: its beginning and commit count for its span. */
  lead: (batch: Entry[]) => Promise<void>
}

/** Who waits, by line. A line has an entry while something of it is under way, or about to be. */
const lines = new Map<string, Entry[]>()

/**
 * Runs a write of an account: at the end of this turn of the event loop, or once the writes of its line that are under way
 * have ended. Those that gather until then go together, in one transaction with one commit
 * (docs/decisions/0070-account-batches.md). Each decides by statements of its own, which see what those before it have
 * written, so that a batch ends as its writes would one after another.
 *
 * `work` only runs statements. If it throws, nothing of the batch is kept: the others go together once more, and it
 * goes by `alone`, whose outcome counts. A quiet account's writes always go by `alone`.
 */
export function inAccountBatch<T>(
  { accountId, kind }: Line,
  work: (on: Queryable) => Promise<T>,
  alone: () => Promise<T>,
): Promise<T> {
  const key = `${kind} ${accountId}`
  return new Promise<T>((resolve, reject) => {
    const decide = async (on: Queryable): Promise<Decision> => {
      try {
        const result = await work(on)
        return { answer: () => resolve(result) }
      } catch (error) {
        return { error }
      }
    }
    const decideAlone = async () => {
      try {
        resolve(await alone())
      } catch (error) {
        reject(error)
      }
    }
    // In the context of its own request, not of the one that the batch runs in. Binding each function would take Node.js 20
    // forty microseconds.
    const context = new AsyncResource('Write')
    const entry = {
      decide: (on: Queryable) => context.runInAsyncScope(decide, null, on),
      alone: () => context.runInAsyncScope(decideAlone),
      reject,
      lead: keepSpan(settle),
    }
    const waiting = lines.get(key)
    if (waiting) {
      waiting.push(entry)
      return
    }
    const gathering = [entry]
    lines.set(key, gathering)
    setImmediate(workOff, key, gathering)
  })
}

async function workOff(key: string, waiting: Entry[]): Promise<void> {
  while (waiting.length > 0) {
    const batch = waiting.splice(0, MAX_TOGETHER)
    await batch[0]?.lead(batch)
  }
  lines.delete(key)
}

/** A request that fails costs the others one more try together. Where one of those fails too, all go alone. */
async function settle(batch: Entry[]): Promise<void> {
  const failed = batch.length > 1 ? await commitTogether(batch) : batch
  const others = failed.length > 0 ? batch.filter((entry) => !failed.includes(entry)) : []
  const failedAgain = others.length > 0 ? await commitTogether(others) : []
  const remainder = failedAgain.length > 0 ? batch : failed
  await Promise.all(remainder.map(({ alone }) => alone()))
}

/** Commits what all of them decide and answers them, or undoes it and returns those that failed. */
async function commitTogether(batch: Entry[]): Promise<Entry[]> {
  const client = await begin()
  if (!client) return batch
  const on = sendingTogether(client)
  const decisions = await Promise.all(batch.map(({ decide }) => decide(on)))
  if (decisions.some((decision) => 'error' in decision)) {
    await end(client, 'ROLLBACK').catch(() => null)
    const causes = batch.filter((_, index) => isCause(decisions[index]))
    return causes.length > 0 ? causes : batch
  }
  let command: string
  try {
    command = await end(client, 'COMMIT')
  } catch (error) {
    // It may be committed: nobody repeats anything.
    for (const { reject } of batch) reject(error)
    return []
  }
  // PostgreSQL answers ROLLBACK, without an error, if somebody swallowed the failure of a statement.
  if (command !== 'COMMIT') return batch
  for (const decision of decisions) if ('answer' in decision) decision.answer()
  return []
}

function isCause(decision: Decision | undefined): boolean {
  return (
    decision !== undefined && 'error' in decision && postgresCode(decision.error) !== IN_FAILED_TRANSACTION
  )
}

/**
 * Runs statements on the connection and sends those of one turn of the event loop together. A statement of rows goes once for
 * all that call it before anything is answered.
 */
function sendingTogether(client: PoolClient): Queryable {
  const gathering = new Map<string, { rows: object[]; returned: Promise<object[]> }>()
  return {
    query: (query) => {
      // The pool makes no others.
      ;(client as unknown as DatabaseClient).collectTurn()
      return client.query(query)
    },
    gather: (key, row, run) => {
      const open = gathering.get(key)
      if (open) {
        open.rows.push(row)
        return open.returned
      }
      const rows = [row]
      const returned = Promise.resolve().then(() => {
        gathering.delete(key)
        return run(rows)
      })
      gathering.set(key, { rows, returned })
      return returned
    },
  }
}

/** An open transaction, or null if the database doesn't answer. */
async function begin(): Promise<PoolClient | null> {
  const client = await connectionPool()
    .connect()
    .catch(() => null)
  if (!client) return null
  try {
    // Awaited: a statement behind a BEGIN that fails would commit by itself.
    await client.query('BEGIN')
    return client
  } catch {
    client.release(true)
    return null
  }
}

/** Ends the transaction, gives its connection back, and returns what PostgreSQL says it did. */
async function end(client: PoolClient, command: 'COMMIT' | 'ROLLBACK'): Promise<string> {
  let isUsable = false
  try {
    const result = await client.query(command)
    isUsable = true
    return result.command
  } finally {
    // Closing the connection also ends a transaction left open on it.
    client.release(!isUsable)
  }
}
