import { expect, test } from 'vitest'
import { now } from '@/lib/time/clock'
import { buildVendor } from '@/prisma/seed/builders'
import { commandOnShards, readAllTenants } from './all-tenants'
import { connectionPool } from './client'

const TEXT = `SELECT accounts.id::text AS id, mode::text AS mode, NULL::text AS nothing FROM accounts
               WHERE created_at <= :at::timestamptz AND invoice_prefix NOT LIKE 'x%'
                 AND (mode::text = ANY (:modes::text[]) OR accounts.id::text = ANY (:none::text[])
                      OR invoice_prefix = :text) ORDER BY accounts.id`

const read = readAllTenants<{ at: Date; modes: string[]; none: string[]; text: string }, { id: string }>(
  'read_all_tenants_in_a_test',
  'accounts',
  TEXT,
)

test('what a shard is asked for is what the statement reads', async () => {
  await buildVendor()
  await buildVendor()
  const values = { at: now(), modes: ['live', "o'clock"], none: [], text: `100% of :at, 'accounts' \\ $1` }
  const expected = await read(values)
  expect(expected.length).toBeGreaterThanOrEqual(2)
  // Any name that the table has: the shards' have a number.
  const client = await connectionPool().connect()
  try {
    await client.query('BEGIN; ALTER TABLE accounts RENAME TO accounts_102008')
    const { rows } = await client.query<{ command: string }>('SELECT format($1, $2::text) AS command', [
      commandOnShards('accounts', TEXT, values),
      'public.accounts_102008',
    ])
    const answer = await client.query<{ coalesce: unknown }>(rows[0]?.command ?? '')
    expect(answer.rows[0]?.coalesce).toEqual(expected)
  } finally {
    await client.query('ROLLBACK')
    client.release()
  }
})
