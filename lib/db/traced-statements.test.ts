import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { attributesOf, Collector } from '@/lib/tracing/collector.fixture'
import type { EndedSpan } from '@/lib/tracing/span-exporter'
import { statementName } from './database-client'

let collector: Collector

/** The modules as a process with a collector and a single connection loads them. */
async function load() {
  const [client, statements, transactions, batches, spans, current] = await Promise.all([
    import('./client'),
    import('./statement'),
    import('./transaction'),
    import('@/lib/jobs/batches'),
    import('@/lib/tracing/spans'),
    import('@/lib/tracing/current-trace'),
  ])
  return { ...client, ...statements, ...transactions, ...batches, ...spans, ...current }
}
let db: Awaited<ReturnType<typeof load>>

beforeAll(async () => {
  collector = await Collector.start()
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', collector.url)
  vi.stubEnv('DATABASE_POOL_SIZE', '2')
  vi.resetModules()
  db = await load()
  // A request of the file before this one may have been logged after that file's end, on connections that trace nothing.
  await db.disconnect()
})
afterAll(async () => {
  await db.disconnect()
  await collector.stop()
  vi.unstubAllEnvs()
})

/** Does the work as a request of its own, and returns the spans of its trace. */
async function spansOf(name: string, work: () => Promise<unknown>): Promise<EndedSpan[]> {
  let traceId = ''
  await db.inSpan(
    () => ({ name, kind: 'server' }),
    async (span) => {
      traceId = span?.context.traceId ?? ''
      await work()
    },
  )
  await db.flushSpans(5000)
  return collector.trace(traceId)
}

const names = (spans: EndedSpan[]) => spans.map(({ name }) => name)

test('statements have spans, by their names or by what they do, and nothing of their values', async () => {
  const find = db.statement<{ name: string }, object>(
    'find_tenant_test',
    'SELECT 1 AS one WHERE :name = :name',
  )
  const spans = await spansOf('request', async () => {
    await find(db.sharedReads() as never, { name: 'secret of a buyer' })
    await db.runComposed(
      db.connectionPool(),
      db.sql`SELECT FROM invoices WHERE id::text = ${'secret of a buyer'}`,
    )
    await db.database().vendor.findMany({ where: { email: 'secret of a buyer' } })
    await db.inTransaction((tx) => find(tx, { name: 'secret of a buyer' }))
  })
  expect(names(spans)).toEqual([
    'find_tenant_test',
    'SELECT invoices',
    'SELECT vendors',
    'BEGIN',
    'find_tenant_test',
    'COMMIT',
    'request',
  ])
  const request = spans.at(-1)
  for (const span of spans.slice(0, -1)) {
    expect(span).toMatchObject({ kind: 3, parentSpanId: request?.spanId, status: {} })
    expect(attributesOf(span)).toEqual({ 'db.system.name': 'postgresql' })
  }
  expect(collector.posts.some(({ text }) => text.includes('secret'))).toBe(false)
})

test('one that fails has the SQLSTATE, and its error is the caller’s', async () => {
  const divide = db.statement<{ by: number }, object>('divide', 'SELECT 1 / :by::int')
  const spans = await spansOf('request', async () => {
    await expect(divide(db.connectionPool(), { by: 0 })).rejects.toMatchObject({ code: '22012' })
    await expect(db.inTransaction((tx) => divide(tx, { by: 0 }))).rejects.toMatchObject({ code: '22012' })
  })
  expect(names(spans)).toEqual(['divide', 'BEGIN', 'divide', 'ROLLBACK', 'request'])
  for (const span of spans.filter(({ name }) => name === 'divide')) {
    expect(span.status).toEqual({ code: 2, message: '22012' })
  }
})

test('statements that waited for a connection count for the request that sent them', async () => {
  const wait = db.statement<{ name: string }, object>('wait', 'SELECT pg_sleep(0.01), :name::text')
  const requests = Array.from({ length: 12 }, (_, index) => `request ${index}`)
  const all = await Promise.all(
    requests.map((name) => spansOf(name, () => wait(db.connectionPool(), { name }))),
  )
  expect(all.map(names)).toEqual(requests.map((name) => ['wait', name]))
})

test('a batch counts for the first of its items, not for one long gone', async () => {
  const wait = db.statement<{ items: number[] }, object>('batch', 'SELECT pg_sleep(0.01), :items::int[]')
  const add = db.inBatches(1, async (items: number[]) => {
    await wait(db.connectionPool(), { items })
    return items
  })
  const requests = [1, 2, 3].map((item) => ({ item, name: `request ${item}` }))
  const all = await Promise.all(requests.map(({ item, name }) => spansOf(name, () => add(item))))
  expect(all.map(names)).toEqual(requests.map(({ name }) => ['batch', name]))
})

test('without a request there are no spans: nobody asked for the look', async () => {
  const before = collector.spans.length
  await db.connectionPool().query('SELECT 1')
  await db.flushSpans(5000)
  expect(collector.spans).toHaveLength(before)
})

test(':traceparent is the current span, and null outside of any', async () => {
  const read = db.statement<Record<never, never>, { traceparent: string | null }>(
    'read_traceparent',
    'SELECT :traceparent::varchar AS traceparent',
  )
  expect(await read(db.connectionPool(), {})).toEqual([{ traceparent: null }])
  await spansOf('request', async () => {
    expect(await read(db.connectionPool(), {})).toEqual([{ traceparent: db.currentTraceparent() }])
  })
})

test.each([
  [{ name: 'find_invoice', text: 'SELECT 1' }, 'find_invoice'],
  [{ name: 'composed_0123', text: ' UPDATE payouts SET status = $1' }, 'UPDATE payouts'],
  [{ text: 'INSERT INTO "public"."vendors" ("id") VALUES ($1)' }, 'INSERT vendors'],
  [{ text: 'DELETE FROM worker_heartbeats WHERE true' }, 'DELETE worker_heartbeats'],
  ['BEGIN', 'BEGIN'],
  ['SELECT set_config($1, $2, true)', 'SELECT'],
  [{ text: undefined }, 'STATEMENT'],
])('%j is the statement %s', (config, name) => {
  expect(statementName(config)).toBe(name)
})
