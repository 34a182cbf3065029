import { parseCrontab } from 'graphile-worker'
import { describe, expect, test } from 'vitest'
import { connectionPool, database } from '@/lib/db/client'
import { newId } from '@/lib/ids'
import { referenceOf } from '@/lib/mail/mail.fixture'
import { buildInvoice, buildVendor } from '@/prisma/seed/builders'
import { crontab, LEASED, LEASED_MAIL, startWorker } from './worker'

const QUEUES = [...LEASED, ...LEASED_MAIL].map(({ queue }) => queue)

describe.each(QUEUES)('the queue of $table', ({ table, tenantColumn, idColumn, job }) => {
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

  test('has the index that the sweep hops along', async () => {
    const { rows } = await connectionPool().query('SELECT indexdef FROM pg_indexes WHERE indexname = $1', [
      `${table}_due`,
    ])
    expect(rows[0]?.indexdef).toContain(
      `(${tenantColumn}, next_attempt_at, ${idColumn}) WHERE (next_attempt_at IS NOT NULL)`,
    )
  })

  test('has a job of its own', () => {
    expect(QUEUES.filter((queue) => queue.job === job)).toHaveLength(1)
  })
})

test('periodic work waits once for a worker, however long there is none', () => {
  const items = parseCrontab(crontab)
  expect(items.map(({ task }) => task)).toEqual([
    'sweep_overdue',
    'send_reminders',
    'forget_requests',
    'reencode_logos',
    'forget_expired',
  ])
  for (const { task, options } of items) expect(options).toMatchObject({ jobKey: task, maxAttempts: 1 })
})

test('a worker that starts handles due rows even if the queue has no job for them', async () => {
  const email = `vendor-${newId()}@example.com`
  const { test: account } = await buildVendor({ email })
  await buildInvoice(account, { customer: { email } })
  const { ownerId, mailId: id } = await referenceOf(account.id)
  await connectionPool().query('DELETE FROM graphile_worker._private_jobs')
  const read = () => database().mailMessage.findUniqueOrThrow({ where: { ownerId_id: { ownerId, id } } })
  const worker = await startWorker()
  // Without a mail server it is kept.
  await expect.poll(async () => (await read()).status, { timeout: 20_000 }).toBe('KEPT')
  await worker.stop()
})
