import { readdirSync, readFileSync } from 'node:fs'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { env } from '@/lib/env'
import { newId } from '@/lib/ids'
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

test('a database of a newer version is refused, with what to do, and left as it is', async () => {
  const fresh = await emptyDatabase()
  await applyMigrations(fresh)
  await query(
    fresh,
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at)
     VALUES ('1', '', '20991231000000_from_the_future', now())`,
  )
  await query(fresh, `DELETE FROM _prisma_migrations WHERE migration_name LIKE '%_search'`)
  await expect(applyMigrations(fresh)).rejects.toThrow(/20991231000000_from_the_future.*that version.*backup/)
})

test('each vendor’s sign-in becomes its owner, whose sessions, links and codes stay good', async () => {
  const fresh = await emptyDatabase()
  const all = readdirSync('prisma/migrations').filter((name) => /^\d/.test(name))
  const at = all.findIndex((name) => name.endsWith('_members'))
  const run = (name: string) => query(fresh, readFileSync(`prisma/migrations/${name}/migration.sql`, 'utf8'))
  for (const name of all.slice(0, at)) await run(name)
  const [vendor, session, link] = [newId(), newId(), newId()]
  await query(
    fresh,
    `INSERT INTO vendors (id, email, name, password_hash, totp_secret_encrypted, totp_confirmed_at, totp_last_step,
                          email_confirmed_at, created_at)
     VALUES ('${vendor}', 'ada@example.com', 'Engines', 'hash', 'secret', now(), 7, now(), now());
     INSERT INTO vendor_sessions (vendor_id, id, created_at, last_seen_at, expires_at, proved_at)
     VALUES ('${vendor}', '${session}', now(), now(), now() + interval '1 hour', now());
     INSERT INTO vendor_tokens (vendor_id, id, purpose, token_hash, created_at, expires_at)
     VALUES ('${vendor}', '${link}', 'password_reset', 'hash', now(), now() + interval '1 hour');
     INSERT INTO vendor_recovery_codes (vendor_id, code_hash) VALUES ('${vendor}', 'code')`,
  )
  await run(all[at] ?? '')
  const read = (columns: string, table: string) => query(fresh, `SELECT ${columns} FROM ${table}`)
  expect(await read('id, vendor_id, role, email, password_hash, totp_last_step', 'members')).toEqual([
    {
      id: vendor,
      vendor_id: vendor,
      role: 'owner',
      email: 'ada@example.com',
      password_hash: 'hash',
      totp_last_step: '7',
    },
  ])
  expect(await read('member_id, id', 'member_sessions')).toEqual([{ member_id: vendor, id: session }])
  expect(await read('member_id, id', 'member_tokens')).toEqual([{ member_id: vendor, id: link }])
  expect(await read('member_id', 'member_recovery_codes')).toEqual([{ member_id: vendor }])
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
