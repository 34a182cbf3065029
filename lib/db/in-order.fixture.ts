import { expect } from 'vitest'
import { connectionPool } from './client'
import type { Queryable } from './statement'

/** Runs `first` in a transaction that stays open until `second`, on another connection, waits for it. */
export async function inOrder<Second>(
  first: (client: Queryable) => Promise<unknown>,
  second: () => Promise<Second>,
): Promise<PromiseSettledResult<Second>> {
  const client = await connectionPool().connect()
  try {
    await client.query('BEGIN')
    await first(client)
    const waiting = Promise.allSettled([second()])
    await expect
      .poll(async () => (await connectionPool().query(`SELECT FROM pg_locks WHERE NOT granted`)).rowCount)
      .toBeGreaterThan(0)
    await client.query('COMMIT')
    const [result] = await waiting
    return result
  } finally {
    client.release()
  }
}
