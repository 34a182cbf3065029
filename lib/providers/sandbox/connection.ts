import type { Pool, PoolClient } from 'pg'

/**
 * Runs `work` on a connection of its own. Does not begin where the signal aborted while waiting for the
 * connection.
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
  // A connection that breaks between two statements emits an event, and one that nobody hears ends the
  // process. The next statement fails anyway.
  const onError = () => {}
  client.on('error', onError)
  let usable = false
  try {
    const result = await work(client)
    usable = true
    return result
  } finally {
    // Closing the connection also ends a transaction that was left open on it.
    client.release(!usable)
    client.off('error', onError)
  }
}

/** As `withConnection`, with all of `work` in one transaction. */
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
