import { afterEach, beforeEach, expect, test } from 'vitest'
import { connectionPool, database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { newId } from '@/lib/ids'
import { setClock } from '@/lib/time/clock'
import { HOUR_MS, MINUTE_MS } from '@/lib/time/units'
import { buildVendor } from '@/prisma/seed/builders'
import { vendorOfSession } from './session-vendor'
import {
  endSession,
  endSessions,
  findSession,
  forgetExpiredSessions,
  IDLE_MS,
  listSessions,
  SESSION_MS,
  signOutSession,
  startSession,
} from './sessions'

const ORIGIN = { address: '192.0.2.7', userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' }

let time = new Date()
let vendorId = ''

beforeEach(async () => {
  time = new Date()
  setClock(() => time)
  vendorId = (await buildVendor()).id
})
afterEach(() => setClock(null))

async function start(origin = ORIGIN, id = vendorId): Promise<string> {
  const { passwordHash } = await database().member.findUniqueOrThrow({ where: { id } })
  const sessionId = await inOrmTransaction((tx) => startSession(tx, { memberId: id, passwordHash, origin }))
  return sessionId ?? expect.fail('no session was started')
}

const find = (sessionId: string, id = vendorId) => findSession(database(), { memberId: id, sessionId })
const row = (id: string) => database().memberSession.findFirstOrThrow({ where: { memberId: vendorId, id } })

test('a session that is used ends after thirty days', async () => {
  const session = await start()
  const begun = time.getTime()
  for (let hours = 11; hours * HOUR_MS < SESSION_MS; hours += 11) {
    time = new Date(begun + hours * HOUR_MS)
    expect(await find(session), `after ${hours} hours`).toMatchObject({ memberId: vendorId })
  }
  time = new Date(begun + SESSION_MS - 1)
  expect(await find(session)).not.toBeNull()
  time = new Date(begun + SESSION_MS)
  expect(await find(session)).toBeNull()
})

test('a session that is not used ends after twelve hours', async () => {
  const session = await start()
  time = new Date(time.getTime() + IDLE_MS - 1)
  expect(await find(session)).not.toBeNull()
  time = new Date(time.getTime() + IDLE_MS)
  expect(await find(session)).toBeNull()
})

test('a session revoked elsewhere is refused on its next request', async () => {
  const [mine, elsewhere] = [await start(), await start()]
  const key = { memberId: vendorId, sessionId: elsewhere }
  expect(await vendorOfSession(key)).toMatchObject({ id: vendorId, sessionId: elsewhere })
  await inOrmTransaction((tx) => endSession(tx, vendorId, elsewhere))
  expect(await vendorOfSession(key)).toBeNull()
  expect(await find(mine)).not.toBeNull()
})

test('signing out ends the session, so that a copy of its cookie no longer works', async () => {
  const session = await start()
  await signOutSession(database(), { memberId: vendorId, sessionId: session })
  expect(await find(session)).toBeNull()
})

test('all other sessions end, and the current one stays', async () => {
  const [mine, first, second] = [await start(), await start(), await start()]
  const another = (await buildVendor()).id
  const anothers = await start(ORIGIN, another)
  expect(await inOrmTransaction((tx) => endSessions(tx, vendorId, { except: mine }))).toBe(2)
  expect(await find(mine)).not.toBeNull()
  expect([await find(first), await find(second)]).toEqual([null, null])
  expect(await find(anothers, another)).not.toBeNull()
})

test('another vendor’s session looks missing', async () => {
  const another = (await buildVendor()).id
  const session = await start(ORIGIN, another)
  for (const id of [session, newId(), 'no id']) {
    await expect(inOrmTransaction((tx) => endSession(tx, vendorId, id))).rejects.toMatchObject({
      code: 'session_not_found',
    })
    expect(await find(id)).toBeNull()
  }
  expect(await find(session, another)).not.toBeNull()
})

test('the origin of a session is stored, cut to its column, and recorded', async () => {
  const session = await start({ address: 'a'.repeat(500), userAgent: 'b'.repeat(5000) })
  expect(await row(session)).toMatchObject({ address: 'a'.repeat(64), userAgent: 'b'.repeat(512) })
  expect(await database().auditEvent.findFirst({ where: { vendorId, subjectId: session } })).toMatchObject({
    action: 'session.signed_in',
    actor: 'vendor',
    detail: 'b'.repeat(512),
  })
})

test('last seen is recorded every five minutes, so that requests don’t queue on the row', async () => {
  const session = await start()
  const first = time
  time = new Date(first.getTime() + 5 * MINUTE_MS - 1)
  await find(session)
  expect((await row(session)).lastSeenAt).toEqual(first)
  time = new Date(first.getTime() + 5 * MINUTE_MS)
  await find(session)
  expect((await row(session)).lastSeenAt).toEqual(time)
})

test('the list has the valid sessions, last seen first', async () => {
  const [old, seen] = [await start(), await start()]
  time = new Date(time.getTime() + IDLE_MS - MINUTE_MS)
  const fresh = await start()
  await find(seen)
  expect((await listSessions(database(), vendorId)).map(({ id }) => id)).toEqual([fresh, seen, old])
  time = new Date(time.getTime() + MINUTE_MS)
  expect((await listSessions(database(), vendorId)).map(({ id }) => id)).toEqual([fresh, seen])
})

test('expired sessions are swept away, and others stay', async () => {
  await start()
  time = new Date(time.getTime() + IDLE_MS)
  const fresh = await start()
  await forgetExpiredSessions(100)
  const left = await database().memberSession.findMany({ where: { memberId: vendorId } })
  expect(left.map(({ id }) => id)).toEqual([fresh])
})

test('a vendor has at most fifty sessions: the oldest makes way', async () => {
  const oldest = await start()
  for (let count = 1; count < 50; count += 1) await start()
  expect(await find(oldest)).not.toBeNull()
  await start()
  expect(await find(oldest)).toBeNull()
  expect(await listSessions(database(), vendorId)).toHaveLength(50)
})

test('a sign-in during a password change gets no session that outlives it', async () => {
  const { passwordHash } = await database().member.findUniqueOrThrow({ where: { id: vendorId } })
  const sign = () =>
    inOrmTransaction((tx) => startSession(tx, { memberId: vendorId, passwordHash, origin: ORIGIN }))
  const changer = await connectionPool().connect()
  try {
    await changer.query('BEGIN')
    await changer.query('UPDATE members SET password_hash = $2 WHERE id = $1', [vendorId, 'changed'])
    const started = sign()
    await waitUntilBlocked()
    await changer.query('COMMIT')
    expect(await started).toBeNull()
  } finally {
    changer.release()
  }
  expect(await listSessions(database(), vendorId)).toEqual([])
})

/** Waits until a statement waits for a lock: the sign-in above. */
async function waitUntilBlocked(): Promise<void> {
  for (;;) {
    const { rows } = await connectionPool().query(
      `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
    )
    if (rows.length > 0) return
  }
}
