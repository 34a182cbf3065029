import { expect, test } from 'vitest'
import { newId } from '@/lib/ids'
import { connectionPool } from './client'
import { inTransaction } from './transaction'
import { isUnavailable } from './unavailable'

const failureOf = (work: Promise<unknown>) => work.then(() => null).catch((error: unknown) => error)

test('a statement that waited too long for a lock may be repeated later', async () => {
  const key = newId()
  const lock = `SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`
  await inTransaction(async (holder) => {
    await holder.query({ text: lock, values: [key] })
    const waiting = inTransaction(async (tx) => {
      await tx.query({ text: `SET LOCAL lock_timeout = '20ms'` })
      await tx.query({ text: lock, values: [key] })
    })
    expect(isUnavailable(await failureOf(waiting))).toBe(true)
  })
})

test('a statement that took too long may be repeated later', async () => {
  const slow = inTransaction(async (tx) => {
    await tx.query({ text: `SET LOCAL statement_timeout = '20ms'` })
    await tx.query({ text: 'SELECT pg_sleep(10)' })
  })
  expect(isUnavailable(await failureOf(slow))).toBe(true)
})

test('a fault in a statement is no trouble of the server', async () => {
  expect(isUnavailable(await failureOf(connectionPool().query('SELECT 1 / 0')))).toBe(false)
})

test.each([
  ['ConnectionClosed', true],
  ['DatabaseNotReachable', true],
  ['SocketTimeout', true],
  ['LengthMismatch', false],
])('an error of Prisma’s adapter of the kind %s is trouble of the server: %s', (kind, isTrouble) => {
  const error = Object.assign(new Error(kind, { cause: { kind } }), { name: 'DriverAdapterError' })
  expect(isUnavailable(error)).toBe(isTrouble)
})

test.each([
  ['failure on connection marked as essential: 10.0.0.7:5432', true],
  ['server closed the connection unexpectedly\n\tThis probably means the server terminated abnormally', true],
  ['could not receive data from server: Connection reset by peer', true],
  ['could not send data to server: Broken pipe', true],
  ['could not commit transaction for shard 102118 on at least one active node', true],
  ['terminating connection due to administrator command', true],
  ['SSL SYSCALL error: EOF detected', true],
  ['SSL connection has been closed unexpectedly', true],
  ['cache lookup failed for type 1', false],
])('an internal error of the server, "%s", is trouble of a node: %s', async (message, isTrouble) => {
  const failing = connectionPool().query(`DO $$ BEGIN RAISE '${message}' USING ERRCODE = 'XX000'; END $$`)
  expect(isUnavailable(await failureOf(failing))).toBe(isTrouble)
})
