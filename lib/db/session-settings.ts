import { escapeIdentifier, type Pool } from 'pg'
import { env } from '@/lib/env'

/** The settings of every session; times in milliseconds. */
const SETTINGS = {
  statement_timeout: String(env.DATABASE_TIMEOUT_MS),
  lock_timeout: String(Math.round((env.DATABASE_TIMEOUT_MS * 2) / 3)),
  idle_in_transaction_session_timeout: String(2 * env.DATABASE_TIMEOUT_MS),
  TimeZone: 'UTC',
  // One connection to each node: what a transaction reads of an account is of one moment, also where it reads all accounts.
  ...(env.DATABASE_DISTRIBUTED ? { 'citus.multi_shard_modify_mode': 'sequential' } : {}),
}

/** The startup parameter that asks the server for these settings. */
export const SESSION_OPTIONS = Object.entries(SETTINGS)
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(' ')

/**
 * Throws if sessions lack the settings, because a pooler drops the startup parameter: without its time zone,
 * days would begin at another hour. The message has the statements that set them for the role.
 */
export async function assertSessionSettings(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ role: string; name: string; value: string }>(
    'SELECT current_user AS role, name, setting AS value FROM pg_settings WHERE name = ANY ($1)',
    [Object.keys(SETTINGS)],
  )
  const actual = new Map(rows.map(({ name, value }) => [name, value]))
  const missing = Object.entries(SETTINGS).filter(([name, value]) => actual.get(name) !== value)
  if (missing.length === 0) return
  const role = escapeIdentifier(rows[0]?.role ?? '')
  const statements = missing.map(([name, value]) => `  ALTER ROLE ${role} SET ${name} = '${value}';`)
  throw new Error(
    'The database connection drops the settings of its sessions, as poolers do. Set them for the role, then ' +
      `let the pooler connect anew:\n${statements.join('\n')}`,
  )
}
