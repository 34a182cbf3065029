import { afterAll, expect, test } from 'vitest'
import { connectionPool, disconnect, sharedReads } from './client'

/* A coordinator of Citus stays well when one of its nodes is lost. */

afterAll(disconnect)

const failWith = (message: string, code: string) =>
  `DO $$ BEGIN RAISE '${message}' USING ERRCODE = '${code}'; END $$`

const LOST = failWith('server closed the connection unexpectedly', 'XX000')
const AWAY = failWith('connection to the remote node app@10.0.0.7:5432 failed', '08006')
const FAULTY = 'SELECT 1 / 0'

test.each([
  ['the pool', 'node that is lost', true, connectionPool, LOST],
  ['the pool', 'node that is away', true, connectionPool, AWAY],
  ['the pool', 'faulty statement', false, connectionPool, FAULTY],
  ['shared reads', 'node that is lost', true, sharedReads, LOST],
  ['shared reads', 'node that is away', true, sharedReads, AWAY],
  ['shared reads', 'faulty statement', false, sharedReads, FAULTY],
] as const)('%s: a %s leaves the connection open: %s', async (_, __, isKept, on, text) => {
  const pid = async () => {
    const { rows } = await on().query<{ pid: number }>({ text: 'SELECT pg_backend_pid() AS pid' })
    return rows[0]?.pid
  }
  const before = await pid()
  await expect(on().query({ text })).rejects.toThrow()
  expect((await pid()) === before).toBe(isKept)
})
