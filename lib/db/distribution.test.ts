import type { Pool, PoolClient } from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { env } from '@/lib/env'
import { connectionPool } from './client'
import {
  assertNodesAdmit,
  assertNotDistributed,
  DISTRIBUTED,
  distributeTables,
  LOCAL,
  placementFaults,
  REFERENCE,
} from './distribution'

/*
 * What Citus asks of a schema before it distributes it, without Citus. That triggers and functions read their own row
 * only is held by own-row.test.ts.
 */

let client: PoolClient
beforeEach(async () => {
  client = await connectionPool().connect()
  await client.query('BEGIN')
})
afterEach(async () => {
  await client.query('ROLLBACK')
  client.release()
})

const all = [...Object.keys(DISTRIBUTED), ...REFERENCE, ...LOCAL]
const tenantColumn = (table: string) => DISTRIBUTED[table as keyof typeof DISTRIBUTED] as string | undefined

async function readTables(): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname::text AS name FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND relname <> '_prisma_migrations'`,
  )
  return rows.map(({ name }) => name).sort()
}

/** Unique and primary keys of distributed tables that two nodes could each admit once. */
async function uniqueWithoutTenant(): Promise<string[]> {
  const { rows } = await client.query<{ name: string; table: string; columns: string[] }>(
    `SELECT index.relname::text AS name, relation.relname::text AS table,
            array(SELECT attname::text FROM pg_attribute
                   WHERE attrelid = relation.oid AND attnum = ANY (i.indkey::int2[])) AS columns
       FROM pg_index AS i
       JOIN pg_class AS index ON index.oid = i.indexrelid
       JOIN pg_class AS relation ON relation.oid = i.indrelid
      WHERE i.indisunique AND relation.relnamespace = 'public'::regnamespace`,
  )
  return rows
    .filter(({ table, columns }) => {
      const tenant = tenantColumn(table)
      return tenant !== undefined && !columns.includes(tenant)
    })
    .map(({ name }) => name)
    .sort()
}

type ForeignKey = { name: string; from: string; to: string; own: string[]; other: string[] }

/** Foreign keys that lead away from the node of their row. */
async function keysAcrossNodes(): Promise<string[]> {
  const columns = (table: string, key: string) =>
    `array(SELECT attname::text FROM unnest(${key}) WITH ORDINALITY AS k (number, place)
             JOIN pg_attribute ON attrelid = ${table} AND attnum = number ORDER BY place)`
  const { rows } = await client.query<ForeignKey>(
    `SELECT conname::text AS name, conrelid::regclass::text AS from, confrelid::regclass::text AS to,
            ${columns('conrelid', 'conkey')} AS own, ${columns('confrelid', 'confkey')} AS other
       FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace`,
  )
  return rows.filter((key) => !staysOnNode(key)).map(({ name }) => name)
}

function staysOnNode({ from, to, own, other }: ForeignKey): boolean {
  if (REFERENCE.some((name) => name === to)) return true
  const [tenant, theirs] = [tenantColumn(from), tenantColumn(to)]
  if (theirs === undefined) return tenant === undefined && REFERENCE.every((name) => name !== from)
  if (tenant === undefined) return false
  const place = own.indexOf(tenant)
  return place !== -1 && other[place] === theirs
}

describe('the declaration fits the schema', () => {
  test('every table is in exactly one class', async () => {
    expect([...all].sort()).toEqual(await readTables())
  })

  test('every table with an account’s or an owner’s id is distributed by it', async () => {
    const { rows } = await client.query<{ table: string; column: string }>(
      `SELECT attrelid::regclass::text AS table, attname::text AS column
         FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
        WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
          AND attname IN ('account_id', 'owner_id') AND attnotnull ORDER BY 1, 2`,
    )
    const others = rows.filter(({ table, column }) => tenantColumn(table) !== column)
    expect(others).toEqual([{ table: 'ledger_accounts', column: 'owner_id' }])
  })

  test('every unique key has the tenant’s column', async () => {
    expect(await uniqueWithoutTenant()).toEqual([])
  })

  test('every foreign key leads to the same tenant’s row, or to a copy', async () => {
    expect(await keysAcrossNodes()).toEqual([])
  })

  test('a key that would break it is seen', async () => {
    await client.query(`
      CREATE UNIQUE INDEX planted_unique ON invoices (pay_token);
      ALTER TABLE members ADD CONSTRAINT planted_local_key FOREIGN KEY (id) REFERENCES accounts (id);
      ALTER TABLE customers ADD COLUMN parent uuid,
        ADD CONSTRAINT planted_other_tenant FOREIGN KEY (parent, id) REFERENCES customers (account_id, id)`)
    expect(await uniqueWithoutTenant()).toContain('planted_unique')
    expect((await keysAcrossNodes()).sort()).toEqual(['planted_local_key', 'planted_other_tenant'])
  })
})

describe('the start', () => {
  const url = () => env.DATABASE_URL ?? ''

  test('stops where the extension is missing, and goes on where nothing is to be distributed', async () => {
    await expect(distributeTables(url())).rejects.toThrow(/has no such extension: run CREATE EXTENSION citus/)
    await expect(assertNotDistributed(url())).resolves.toBeUndefined()
  })

  test('names each table that is kept in another way', () => {
    expect(
      placementFaults([
        { name: 'accounts', way: 'id', group: 1 },
        { name: 'invoices', way: 'account_id', group: 1 },
        { name: 'payouts', way: 'account_id', group: 2 },
        { name: 'customers', way: 'id', group: 1 },
        { name: 'vendors', way: 'local', group: 0 },
        { name: 'members', way: 'local', group: 0 },
        { name: 'instance', way: 'reference', group: 3 },
        { name: 'another', way: 'reference', group: 3 },
      ]),
    ).toEqual([
      "  payouts: on other nodes than the same tenant's accounts",
      '  customers: distributed by id, not distributed by account_id',
      '  vendors: on the coordinator, not a copy on each node',
      '  instance: a copy on each node, not on the coordinator',
    ])
  })

  const failing = (message: string, code = '08006') => {
    const text = `DO $$ BEGIN RAISE '${message}' USING ERRCODE = '${code}'; END $$`
    return { query: () => connectionPool().query(text) } as unknown as Pool
  }

  test.each([
    'FATAL:  password authentication failed for user "app"',
    'fe_sendauth: no password supplied',
    'FATAL:  no pg_hba.conf entry for host "10.0.0.5", user "app", database "counterfoil", SSL encryption',
    'FATAL:  role "app" does not exist',
  ])('stops where a node refuses its role: %s', async (reason) => {
    const message = `connection to the remote node app@10.0.0.7:5432 failed with the following error: ${reason}`
    const said = `A node doesn't let the coordinator in as the role of DATABASE_URL: ${message} (08006). Let the role in`
    await expect(assertNodesAdmit(failing(message))).rejects.toThrow(said)
  })

  test('goes on where a node is away, or all let it in, and stops at another fault', async () => {
    const away = failing('connection to the remote node app@10.0.0.7:5432 failed: Connection refused')
    await expect(assertNodesAdmit(away)).resolves.toBeUndefined()
    await expect(assertNodesAdmit(connectionPool())).resolves.toBeUndefined()
    await expect(assertNodesAdmit(failing('permission denied', '42501'))).rejects.toThrow('permission denied')
  })
})
