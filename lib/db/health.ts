import { readdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { log } from '@/lib/log'
import { connectionPool } from './client'
import { postgresCode, sentenceOf } from './describe-error'

export type Health = {
  database: string
  migrations: string
  worker: string
  /** Which books the nightly check found changed, if any. */
  books?: string
}

/** A worker beats every few seconds; after this long without a beat it counts as gone. */
export const WORKER_SILENCE_SECONDS = 20

const ANSWER_SECONDS = 3
/** A check that went well serves everybody who asks within this time, so that monitors cost few writes. */
const GOOD_FOR_MS = 500

let latest: { check: Promise<Health>; wellUntil: number } | null = null

/** `ok` for each healthy part, else what is wrong with it. Never throws, and answers within 3 seconds. */
export function checkHealth(): Promise<Health> {
  if (latest && latest.wellUntil > Date.now()) return latest.check
  const current = { check: checkInTime(), wellUntil: Number.POSITIVE_INFINITY }
  latest = current
  current.check.then((health) => {
    current.wellUntil = isWell(health) ? Date.now() + GOOD_FOR_MS : 0
  })
  return current.check
}

/** True if the service can serve. It can with changed books: a load balancer that turned away would hide them. */
export function isWell({ database, migrations, worker }: Health): boolean {
  return [database, migrations, worker].every((part) => part === 'ok')
}

async function checkInTime(): Promise<Health> {
  const ended = new AbortController()
  const health: Health = {
    database: `no answer in ${ANSWER_SECONDS} s`,
    migrations: 'unknown',
    worker: 'unknown',
  }
  const silence = delay(ANSWER_SECONDS * 1000, health, { signal: ended.signal, ref: false })
  silence.catch(() => {})
  const answer = await Promise.race([check(), silence])
  ended.abort()
  return answer
}

/** Judges the worker last: while the database fails, the worker can't prove that it runs. */
async function check(): Promise<Health> {
  const health: Health = { database: 'ok', migrations: 'unknown', worker: 'unknown' }
  try {
    const missing = await missingMigrations()
    health.migrations = missing === 0 ? 'ok' : `${missing} not applied`
    if (missing > 0) return health
    // A full disk and a server that became read-only still answer questions.
    await connectionPool().query('UPDATE instance SET health_checked_at = now() WHERE id = 1')
    health.worker = (await isWorkerAlive()) ? 'ok' : 'no worker is running'
    const books = await changedBooks()
    if (books.length > 0) health.books = `${books.join(' and ')} changed`
  } catch (error) {
    log.error({ error: sentenceOf(error) }, 'the database is not well')
    health.database = faultOf(error)
  }
  return health
}

/** The page is public, so the words are ours. */
function faultOf(error: unknown): string {
  const code = postgresCode(error) ?? ''
  if (code === '25006') return 'read-only'
  if (code === '53100') return 'disk full'
  if (code === '53300') return 'too many connections'
  return code === '' || /^(?:08|57)/.test(code) ? 'not reachable' : `refuses to write (${code})`
}

async function missingMigrations(): Promise<number> {
  const { rows } = await connectionPool().query<{ name: string }>(
    `SELECT migration_name AS name FROM _prisma_migrations
      WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`,
  )
  const applied = new Set(rows.map(({ name }) => name))
  return (await migrationNames()).filter((name) => !applied.has(name)).length
}

async function isWorkerAlive(): Promise<boolean> {
  const { rowCount } = await connectionPool().query(
    'SELECT FROM worker_heartbeats WHERE beat_at > now() - make_interval(secs => $1) LIMIT 1',
    [WORKER_SILENCE_SECONDS],
  )
  return rowCount === 1
}

async function changedBooks(): Promise<string[]> {
  const { rows } = await connectionPool().query<{ name: string }>(
    'SELECT name FROM book_checks WHERE problem_count > 0 ORDER BY name',
  )
  return rows.map(({ name }) => name)
}

let names: Promise<string[]> | undefined

function migrationNames(): Promise<string[]> {
  // Relative to the working directory, where the service is started: a bundle does not know its source path.
  names ??= readdir(resolve('prisma/migrations'), { withFileTypes: true }).then((entries) =>
    entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name),
  )
  return names
}
