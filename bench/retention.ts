import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from 'pg'
import { show } from './figures'
import { familyCpuMs } from './processes'
import { say, startDatabase, withClient } from './setup'

const KEPT_DAYS = 30
/** The rows of this many days are over. */
const OVER_DAYS = 2
const INSERTS = 200
const ROWS_OF_AN_INSERT = 500
const READS = 5000

const PARTITIONED = 'api_requests_by_day'

/**
 * What the request log's retention costs as it is, by deleting rows, and what it would cost with a partition a day, by
 * dropping one: of the same rows, on the same server, with the same indexes. Arguments: the number of rows.
 */
export async function measureRetention([rows = '10000000']: string[]): Promise<void> {
  const { url, folder } = await startDatabase({ max_wal_size: '4GB', maintenance_work_mem: '256MB' })
  const pid = Number.parseInt(readFileSync(join(folder, 'postgres/data/postmaster.pid'), 'utf8'), 10)
  const { buildVendor } = await import('@/prisma/seed/builders')
  const { test } = await buildVendor()
  await withClient(url, async (client) => {
    say(`Filling two request logs with ${Number(rows).toLocaleString('en')} rows each`)
    await client.query(
      `INSERT INTO api_keys (account_id, id, name, key_hash, hint, created_at)
       VALUES ($1::uuid, $1::uuid, 'Key', sha256($1::text::bytea), 'cf_test_…', now())`,
      [test.id],
    )
    await partition(client)
    for (const table of ['api_requests', PARTITIONED]) await fill(client, table, test.id, Number(rows))
    const costOf = async (work: () => Promise<void>) => {
      const before = familyCpuMs(pid)
      const startedAt = performance.now()
      await work()
      const after = familyCpuMs(pid)
      const cpuMs = before === null || after === null ? null : after - before
      return { ms: performance.now() - startedAt, cpuMs }
    }
    for (const table of ['api_requests', PARTITIONED]) {
      const name = table === PARTITIONED ? 'a partition a day' : 'one table'
      const inserts = await costOf(() => insert(client, table, test.id))
      const total = INSERTS * ROWS_OF_AN_INSERT
      show({
        name: `${name}: database time of 1,000 rows saved`,
        value: per(inserts.cpuMs, total),
        unit: 'ms',
      })
      const reads = await costOf(() => read(client, table, test.id))
      show({
        name: `${name}: database time of 1,000 requests read by id`,
        value: per(reads.cpuMs, READS),
        unit: 'ms',
      })
    }
    const { forgetOldRequests } = await import('@/lib/http/forget-old-requests')
    let forgotten = 0
    const deletions = await costOf(async () => {
      let count = 0
      do {
        count = await forgetOldRequests()
        forgotten += count
      } while (count > 0)
    })
    show({
      name: `one table: ${forgotten.toLocaleString('en')} rows deleted`,
      value: deletions.ms / 1000,
      unit: 's',
    })
    show({
      name: 'one table: database time of 1,000 rows deleted',
      value: per(deletions.cpuMs, forgotten),
      unit: 'ms',
    })
    const vacuum = await costOf(async () => void (await client.query('VACUUM api_requests')))
    show({ name: 'one table: database time of the vacuum after it', value: vacuum.cpuMs, unit: 'ms' })
    const drop = await costOf(
      async () => void (await client.query(`DROP TABLE ${PARTITIONED}_0, ${PARTITIONED}_1`)),
    )
    show({ name: 'a partition a day: as many rows dropped', value: drop.ms, unit: 'ms' })
  })
}

const per = (cpuMs: number | null, rows: number) => (cpuMs === null ? null : (cpuMs * 1000) / rows)

/** The same table in partitions. Their key needs the time, so an id alone is unique in none of them. */
async function partition(client: Client): Promise<void> {
  await client.query(`CREATE TABLE ${PARTITIONED} (LIKE api_requests) PARTITION BY RANGE (created_at)`)
  await client.query(`ALTER TABLE ${PARTITIONED} ADD PRIMARY KEY (account_id, id, created_at)`)
  const { rows } = await client.query<{ definition: string }>(
    `SELECT indexdef AS definition FROM pg_indexes
      WHERE tablename = 'api_requests' AND indexdef NOT LIKE 'CREATE UNIQUE%'`,
  )
  for (const { definition } of rows) {
    const parts = /^CREATE INDEX (\S+) ON \S+ (.*)$/s.exec(definition)
    await client.query(
      `CREATE INDEX "${PARTITIONED}_${parts?.[1]?.replaceAll('"', '')}" ON ${PARTITIONED} ${parts?.[2]}`,
    )
  }
  const { rows: keys } = await client.query<{ definition: string }>(
    `SELECT pg_get_constraintdef(oid) AS definition FROM pg_constraint
      WHERE conrelid = 'api_requests'::regclass AND contype = 'f'`,
  )
  for (const { definition } of keys) await client.query(`ALTER TABLE ${PARTITIONED} ADD ${definition}`)
  for (let day = 0; day <= KEPT_DAYS + OVER_DAYS; day += 1) {
    const age = KEPT_DAYS + OVER_DAYS - day
    await client.query(
      `DO $$ BEGIN EXECUTE format('CREATE TABLE ${PARTITIONED}_${day} PARTITION OF ${PARTITIONED}
         FOR VALUES FROM (%L) TO (%L)', current_date - ${age}, current_date - ${age - 1}); END $$`,
    )
  }
}

const COLUMNS = 'account_id, id, api_key_id, method, path, response_status, duration_ms, created_at'

/** A UUIDv7 of the time, as the service's ids are, so that its index grows at the end. */
const ID = `(lpad(to_hex((extract(epoch FROM created_at) * 1000)::bigint), 12, '0') || '7'
  || substr(md5(n::text), 1, 3) || '8' || substr(md5(n::text), 4, 15))::uuid`

async function fill(client: Client, table: string, accountId: string, rows: number): Promise<void> {
  await client.query(
    `INSERT INTO ${table} (${COLUMNS})
     SELECT $1, ${ID}, $1, CASE WHEN n % 3 = 0 THEN 'POST' ELSE 'GET' END, '/api/v2/invoice/' || md5(n::text),
            CASE WHEN n % 40 = 0 THEN 400 ELSE 200 END, 12, created_at
       FROM (SELECT n, current_date - ${KEPT_DAYS + OVER_DAYS} + n * interval '${KEPT_DAYS + OVER_DAYS} days' / $2::int
                       AS created_at FROM generate_series(1, $2::int - 1) AS n) AS request`,
    [accountId, rows],
  )
  await client.query(`VACUUM (ANALYZE) ${table}`)
}

async function insert(client: Client, table: string, accountId: string): Promise<void> {
  for (let index = 0; index < INSERTS; index += 1) {
    await client.query(
      `INSERT INTO ${table} (${COLUMNS})
       SELECT $1, ${ID}, $1, 'GET', '/api/v2/invoice/' || md5(n::text), 200, 12, created_at
         FROM (SELECT n + $2::int AS n, current_date + n * interval '1 ms' AS created_at
                 FROM generate_series(1, ${ROWS_OF_AN_INSERT}) AS n) AS request`,
      [accountId, -(index + 1) * ROWS_OF_AN_INSERT],
    )
  }
}

/** By id alone, as a trace and the page of a request do. */
async function read(client: Client, table: string, accountId: string): Promise<void> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT id FROM ${table} WHERE account_id = $1 ORDER BY md5(id::text) LIMIT ${READS}`,
    [accountId],
  )
  for (const { id } of rows) {
    await client.query({
      name: `read_${table}`,
      text: `SELECT ${COLUMNS} FROM ${table} WHERE account_id = $1 AND id = $2`,
      values: [accountId, id],
    })
  }
}
