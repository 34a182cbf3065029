import { Client } from 'pg'
import { expect, test } from 'vitest'
import { env } from '@/lib/env'
import { applyMigrations } from './migrate'
import { diffMigrations } from './schema-diff'

test('the migrations produce the schema', async () => {
  expect(await diffMigrations(url())).toBe('')
})

test('a database that has all migrations is left as it is', async () => {
  expect(await applyMigrations(url())).toEqual([])
})

test('of several simultaneous starts, one applies the migrations and the others wait', async () => {
  const fresh = await emptyDatabase()
  const applied = await Promise.all([applyMigrations(fresh), applyMigrations(fresh), applyMigrations(fresh)])
  expect(applied.filter((names) => names.length > 0)).toHaveLength(1)
  expect(await applyMigrations(fresh)).toEqual([])
})

test('a migration that failed in another program is not applied over', async () => {
  const fresh = await emptyDatabase()
  await applyMigrations(fresh)
  await query(fresh, `UPDATE _prisma_migrations SET finished_at = NULL`)
  await expect(applyMigrations(fresh)).rejects.toThrow(/failed in another program/)
})

test('a version starts on a database to which the next one has only added', async () => {
  const fresh = await emptyDatabase()
  await applyMigrations(fresh)
  await query(
    fresh,
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, logs, finished_at)
     VALUES ('1', '', '20991231000000_from_the_future', 'expand', now())`,
  )
  expect(await applyMigrations(fresh)).toEqual([])
})

test('a database from which a newer version took something is refused, with what to do, and left as it is', async () => {
  const fresh = await emptyDatabase()
  await applyMigrations(fresh)
  await query(
    fresh,
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, logs, finished_at)
     VALUES ('1', '', '20991231000000_from_the_future', 'contract', now())`,
  )
  await query(fresh, `DELETE FROM _prisma_migrations WHERE migration_name LIKE '%_search'`)
  await expect(applyMigrations(fresh)).rejects.toThrow(
    /20991231000000_from_the_future.*newer version.*backup/,
  )
})

test('a database older than the first release is refused, with what to do, and left as it is', async () => {
  const fresh = await emptyDatabase()
  await applyMigrations(fresh)
  await query(fresh, `UPDATE _prisma_migrations SET migration_name = '20261121080000_' || migration_name`)
  const before = await query(fresh, 'SELECT * FROM _prisma_migrations ORDER BY id')
  await expect(applyMigrations(fresh)).rejects.toThrow(
    /older than the first release.*empty database.*DATA_DIR/,
  )
  expect(await query(fresh, 'SELECT * FROM _prisma_migrations ORDER BY id')).toEqual(before)
})

test('a database whose migrations had other words is refused like it: they were changed in place before the first release', async () => {
  const fresh = await emptyDatabase()
  await applyMigrations(fresh)
  await query(
    fresh,
    `UPDATE _prisma_migrations SET checksum = repeat('0', 64) WHERE migration_name LIKE '%_rules'`,
  )
  const before = await query(fresh, 'SELECT * FROM _prisma_migrations ORDER BY id')
  await expect(applyMigrations(fresh)).rejects.toThrow(/older than the first release.*empty database/)
  expect(await query(fresh, 'SELECT * FROM _prisma_migrations ORDER BY id')).toEqual(before)
})

function url(): string {
  if (!env.DATABASE_URL) throw new Error('the test has no database')
  return env.DATABASE_URL
}

async function emptyDatabase(): Promise<string> {
  const name = `fresh_${Math.random().toString(36).slice(2)}`
  await query(url(), `CREATE DATABASE ${name}`)
  return new URL(`/${name}`, url()).href
}

async function query(connectionString: string, statement: string): Promise<object[]> {
  const client = new Client({ connectionString })
  await client.connect()
  const { rows } = await client.query<object>(statement).finally(() => client.end())
  return rows
}
