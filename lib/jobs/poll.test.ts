import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { connectionPool } from '@/lib/db/client'
import { newId } from '@/lib/ids'
import { poll, type Running } from './poll'
import { complete, type LeasedQueue, type LeasedWork } from './queue'

const QUEUE: LeasedQueue = { table: 'errands', tenantColumn: 'account_id', idColumn: 'id', receiver: 'host' }
const WAIT = { timeout: 5000, interval: 5 }

let polling: Running | null = null

beforeAll(async () => {
  await connectionPool().query(`
    CREATE TABLE errands (
      account_id uuid, id uuid, next_attempt_at timestamptz(3), lease_until timestamptz(3),
      attempt_count int NOT NULL DEFAULT 0, host text, PRIMARY KEY (account_id, id));
    CREATE INDEX errands_due ON errands (account_id, next_attempt_at, id) WHERE next_attempt_at IS NOT NULL;
    CREATE INDEX errands_next ON errands (next_attempt_at)
      WHERE coalesce(next_attempt_at, 'infinity') < 'infinity'`)
})
beforeEach(() => connectionPool().query('TRUNCATE errands'))
afterEach(async () => {
  for (const release of releases.splice(0)) release()
  await polling?.stop()
  polling = null
})

/** Adds errands of a tenant, or each of another one. */
const addErrands = (
  count: number,
  { at = new Date(), tenantId = null as string | null, host = null as string | null } = {},
) =>
  connectionPool().query(
    `INSERT INTO errands (account_id, id, next_attempt_at, host)
     SELECT coalesce($1, gen_random_uuid()), gen_random_uuid(), $2, $4 FROM generate_series(1, $3)`,
    [tenantId, at, count, host],
  )

async function doneCount(): Promise<number> {
  const { rows } = await connectionPool().query(
    'SELECT count(*)::int AS count FROM errands WHERE next_attempt_at IS NULL AND attempt_count = 1',
  )
  return rows[0].count
}

const run = (options: Partial<LeasedWork>) => {
  const work: LeasedWork['work'] = async (claim) => {
    await complete(connectionPool(), QUEUE, claim)
  }
  polling = poll({ queue: QUEUE, leaseMs: () => 30_000, slots: 10, work, ...options })
  return polling
}

test('work that is due already, and work that comes, is done once', async () => {
  await addErrands(25)
  run({})
  await expect.poll(doneCount, WAIT).toBe(25)
  await addErrands(3)
  await expect.poll(doneCount, WAIT).toBe(28)
})

/** Work of a short while, and the most that ran at once. */
function countedWork() {
  const counts = { running: 0, most: 0 }
  const work: LeasedWork['work'] = async (claim) => {
    counts.running += 1
    counts.most = Math.max(counts.most, counts.running)
    await delay(5)
    await complete(connectionPool(), QUEUE, claim)
    counts.running -= 1
  }
  return { counts, work }
}

test('no more rows are worked on at once than there are slots, whatever is due', async () => {
  await addErrands(100)
  const { counts, work } = countedWork()
  run({ slots: 7, work })
  await expect.poll(doneCount, WAIT).toBe(100)
  expect(counts.most).toBeLessThanOrEqual(7)
  expect(counts.most).toBeGreaterThan(1)
})

/** Work that hangs until the test is over, and how many of each tenant it is. */
function hangs() {
  const running = new Map<string, number>()
  const work: LeasedWork['work'] = ({ tenantId }) => {
    running.set(tenantId, (running.get(tenantId) ?? 0) + 1)
    return new Promise((resolve) => releases.push(resolve))
  }
  const of = (tenantId: string) => running.get(tenantId) ?? 0
  return { running, of, work }
}
const releases: (() => void)[] = []

test('a tenant gets half of the slots at most, and another one finds some free', async () => {
  const [greedy, modest] = [newId(), newId()]
  await addErrands(100, { tenantId: greedy })
  const { of, work } = hangs()
  run({ slots: 8, work })
  await expect.poll(() => of(greedy), WAIT).toBe(4)
  await addErrands(100, { tenantId: modest })
  await expect.poll(() => of(modest), WAIT).toBe(2)
  await delay(150)
  expect([of(greedy), of(modest)]).toEqual([4, 2])
})

test('a tenant gets half of a receiver’s share at most, and others find some free at the same receiver', async () => {
  const [greedy, modest, late] = [newId(), newId(), newId()]
  const host = 'shared.example'
  await addErrands(100, { tenantId: greedy, host })
  const { of, work } = hangs()
  run({ slots: 16, work })
  await expect.poll(() => of(greedy), WAIT).toBe(4)
  await addErrands(100, { tenantId: modest, host })
  await expect.poll(() => of(modest), WAIT).toBe(2)
  await addErrands(100, { tenantId: late, host })
  await expect.poll(() => of(late), WAIT).toBe(1)
  await delay(150)
  expect([of(greedy), of(modest), of(late)]).toEqual([4, 2, 1])
  // Rows that wait for this receiver don't hide the tenant's rows for another one.
  await addErrands(1, { tenantId: greedy, host: 'other.example' })
  await expect.poll(() => of(greedy), WAIT).toBe(5)
})

test('a receiver that hangs for every tenant leaves slots for other receivers', async () => {
  for (let tenant = 0; tenant < 20; tenant += 1) {
    await addErrands(10, { tenantId: newId(), host: 'shared.example' })
  }
  const { running, of, work } = hangs()
  run({ slots: 16, work })
  const total = () => [...running.values()].reduce((sum, count) => sum + count, 0)
  await expect.poll(total, WAIT).toBe(8)
  await delay(150)
  expect(total()).toBe(8)
  expect(Math.max(...running.values())).toBe(1)
  const other = newId()
  await addErrands(1, { tenantId: other, host: 'other.example' })
  await expect.poll(() => of(other), WAIT).toBe(1)
})

test('work that throws or hangs does not keep others waiting', async () => {
  await addErrands(2, { at: new Date(Date.now() - 1000) })
  await addErrands(20)
  let started = 0
  let end = () => {}
  const hanging = new Promise<void>((resolve) => {
    end = resolve
  })
  run({
    slots: 3,
    async work(claim) {
      started += 1
      if (started === 1) throw new Error('no luck')
      if (started === 2) return hanging
      await complete(connectionPool(), QUEUE, claim)
    },
  })
  await expect.poll(doneCount, WAIT).toBe(20)
  end()
})

test('rows of a worker that died are worked on when their lease ends', async () => {
  await addErrands(1)
  const lease = { leaseMs: () => 300 }
  // It never comes back.
  const dead = run({ ...lease, work: () => new Promise(() => {}) })
  await expect.poll(async () => (await connectionPool().query(LEASED)).rowCount, WAIT).toBe(1)
  void dead.stop()
  run(lease)
  await expect.poll(doneCount, WAIT).toBe(1)
})
const LEASED = 'SELECT FROM errands WHERE lease_until IS NOT NULL'

test('a stop waits for the work under way, and takes no more', async () => {
  await addErrands(4)
  const started: string[] = []
  const running = run({
    slots: 2,
    async work(claim) {
      started.push(claim.id)
      await delay(100)
      await complete(connectionPool(), QUEUE, claim)
    },
  })
  await expect.poll(() => started.length, WAIT).toBe(2)
  await running.stop()
  expect(await doneCount()).toBe(2)
  expect(started).toHaveLength(2)
})

test('a look that fails is repeated', async () => {
  await connectionPool().query('ALTER TABLE errands RENAME TO errands_away')
  run({})
  await delay(50)
  await connectionPool().query('ALTER TABLE errands_away RENAME TO errands')
  await addErrands(1)
  await expect.poll(doneCount, WAIT).toBe(1)
})
