import { describe, expect, test } from 'vitest'
import { connectionPool, database } from '@/lib/db/client'
import { newId } from '@/lib/ids'
import { referenceOf } from '@/lib/mail/mail.fixture'
import { buildInvoice, buildVendor } from '@/prisma/seed/builders'
import { LEASED, startWorker } from './worker'

const QUEUES = LEASED.map(({ queue }) => queue)

describe.each(QUEUES)('the queue of $table', ({ table, tenantColumn, idColumn }) => {
  test('has the three columns of leased work', async () => {
    const { rows } = await connectionPool().query(
      `SELECT column_name AS name, data_type AS type FROM information_schema.columns
        WHERE table_name = $1 AND column_name IN ('next_attempt_at', 'lease_until', 'attempt_count')
        ORDER BY column_name`,
      [table],
    )
    expect(rows).toEqual([
      { name: 'attempt_count', type: 'integer' },
      { name: 'lease_until', type: 'timestamp with time zone' },
      { name: 'next_attempt_at', type: 'timestamp with time zone' },
    ])
  })

  test.each([
    ['_next', `(next_attempt_at) WHERE (COALESCE(next_attempt_at, 'infinity'::timestamp with time zone) <`],
    ['_due', `(${tenantColumn}, next_attempt_at, ${idColumn}) WHERE (next_attempt_at IS NOT NULL)`],
  ])('has the index %s that a claim reads', async (name, definition) => {
    const { rows } = await connectionPool().query('SELECT indexdef FROM pg_indexes WHERE indexname = $1', [
      table + name,
    ])
    expect(rows[0]?.indexdef).toContain(definition)
  })
})

test('a worker that starts handles the rows that are due', async () => {
  const email = `vendor-${newId()}@example.com`
  const { test: account } = await buildVendor({ email })
  await buildInvoice(account, { customer: { email } })
  const { ownerId, mailId: id } = await referenceOf(account.id)
  const read = () => database().mailMessage.findUniqueOrThrow({ where: { ownerId_id: { ownerId, id } } })
  const worker = startWorker()
  // Without a mail server it is kept.
  await expect.poll(async () => (await read()).status, { timeout: 20_000 }).toBe('KEPT')
  await worker.stop()
})
