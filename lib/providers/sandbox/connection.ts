import type { Pool, PoolClient } from 'pg'
import type { AccountCheck, Outcome } from '@/lib/providers/shared/outcome'
import { untilAbortedWith } from '@/lib/providers/shared/until-aborted'

/** Runs statements: a connection, or what stands for one in a batch. */
export type Statements = {
  query<Row extends object>(query: {
    name: string
    text: string
    values: unknown[]
  }): Promise<{ rows: Row[] }>
}

/** Commits work together with other work of its kind, or alone. */
export type Together = <T>(
  kind: 'session' | 'transfer',
  work: (on: Statements) => Promise<T>,
  alone: () => Promise<T>,
) => Promise<T>

/** The sandbox's database and clock. */
export type Books = { pool: Pool; clock: () => Date; together?: Together }

/** The row of a statement that returns exactly one, such as an upsert with RETURNING. */
export function onlyRow<Row>(rows: Row[]): Row {
  const [row] = rows
  if (row === undefined || rows.length > 1) throw new Error(`expected one row, got ${rows.length}`)
  return row
}

/**
 * Runs `work` on its own connection. Does not start if the signal aborted while waiting for the connection.
 *
 * @throws whatever `work` throws, and the database's errors
 */
export async function withConnection<T>(
  pool: Pool,
  signal: AbortSignal,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  if (signal.aborted) {
    client.release()
    signal.throwIfAborted()
  }
  // A connection that breaks between two statements emits an event, and without a listener that would end the
  // process. The next statement fails anyway.
  const onError = () => {}
  client.on('error', onError)
  let usable = false
  try {
    const result = await work(client)
    usable = true
    return result
  } finally {
    // Closing the connection also ends a transaction left open on it.
    client.release(!usable)
    client.off('error', onError)
  }
}

/** Makes a record by one statement, together with others where the books can. Not begun after the abort. */
export function record<T>(
  { pool, together = (_kind, _work, alone) => alone() }: Books,
  kind: Parameters<Together>[0],
  signal: AbortSignal,
  work: (on: Statements) => Promise<T>,
): Promise<T> {
  const unlessAborted = async (on: Statements) => {
    signal.throwIfAborted()
    return work(on)
  }
  return together(kind, unlessAborted, () => withConnection(pool, signal, work))
}

/** Like `withConnection`, with `work` in one transaction. */
export async function withTransaction<T>(
  pool: Pool,
  signal: AbortSignal,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  return withConnection(pool, signal, async (client) => {
    await client.query('BEGIN')
    const result = await work(client)
    await client.query('COMMIT')
    return result
  })
}

/** The sandbox is up if its tables can be read. */
export async function checkBooks({ pool }: Books, signal: AbortSignal): Promise<Outcome<AccountCheck>> {
  await withConnection(pool, signal, (client) =>
    client.query('SELECT FROM sandbox_transfers, sandbox_checkout_sessions LIMIT 1'),
  )
  return { kind: 'accepted', value: { movesRealMoney: false, gaps: [] } }
}

export const untilAborted = untilAbortedWith({
  late: 'no answer in time',
  of: (error) => {
    if (!(error instanceof Error)) return 'the sandbox failed'
    const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name
    return `the sandbox failed: ${code}`
  },
})
