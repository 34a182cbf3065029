import { readdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { log } from '@/lib/log'
import { connectionPool } from './client'

export type Health = { database: string; migrations: string; worker: string }

/** A worker beats every few seconds; after this long without a beat it counts as gone. */
export const WORKER_SILENCE_SECONDS = 20

/** `ok` for each healthy part, else what is wrong with it. Never throws. */
export async function checkHealth(): Promise<Health> {
  try {
    const pool = connectionPool()
    const { rows: applied } = await pool.query<{ migration_name: string }>(
      'SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL',
    )
    const { rows: beats } = await pool.query(
      `SELECT 1 FROM worker_heartbeats WHERE beat_at > now() - make_interval(secs => ${WORKER_SILENCE_SECONDS}) LIMIT 1`,
    )
    const names = new Set(applied.map((row) => row.migration_name))
    const missing = (await migrationNames()).filter((name) => !names.has(name))
    return {
      database: 'ok',
      migrations: missing.length === 0 ? 'ok' : `${missing.length} not applied`,
      worker: beats.length > 0 ? 'ok' : 'no worker is running',
    }
  } catch (error) {
    log.error({ error: error instanceof Error ? error.message : 'unknown' }, 'the database is not well')
    return { database: 'not reachable', migrations: 'unknown', worker: 'unknown' }
  }
}

let names: Promise<string[]> | undefined

function migrationNames(): Promise<string[]> {
  // Relative to the working directory, where the service is started: a bundle does not know its source path.
  names ??= readdir(resolve('prisma/migrations'), { withFileTypes: true }).then((entries) =>
    entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name),
  )
  return names
}
