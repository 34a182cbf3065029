import { Pool } from 'pg'
import { expect, test } from 'vitest'
import { env } from '@/lib/env'
import { connectionPool } from './client'
import { assertSessionSettings } from './session-settings'

test('our own sessions have their settings', async () => {
  await expect(assertSessionSettings(connectionPool())).resolves.toBeUndefined()
})

test('sessions without them stop the start, and the message has the statements that set them', async () => {
  const pool = new Pool({ connectionString: env.DATABASE_URL, options: '-c TimeZone=Europe/Berlin' })
  const message = await assertSessionSettings(pool).then(
    () => '',
    (error: Error) => error.message,
  )
  await pool.end()
  expect(message).toMatch(/ALTER ROLE "\w+" SET TimeZone = 'UTC';/)
  expect(message).toMatch(/SET statement_timeout = '15000';/)
})
