import { createHash, randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Client } from 'pg'
import { DatabaseClient } from './database-client'
import { sentenceOf } from './describe-error'
import { kindOf, splitStatements } from './migration-kind'

// Relative to the working directory: a bundle does not know its source path.
const FOLDER = resolve('prisma/migrations')
/** The lock that Prisma's own commands take, so that they and we exclude each other. */
export const MIGRATION_LOCK = 72_707_369

/** The role may have the timeouts of requests (docs/scaling.md); a migration takes as long as it takes. */
const NO_TIMEOUTS =
  'SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0'

interface Migration {
  name: string
  sql: string
}

type AppliedMigration = { name: string; checksum: string; finished: boolean; kind: string | null }

/** As Prisma's own commands write it. No migration is edited after a release, so a different checksum is an older build's. */
function checksumOf({ sql }: Migration): string {
  return createHash('sha256').update(sql).digest('hex')
}

/**
 * Brings a database up to date with `prisma/migrations`. Concurrent processes take turns. Returns the names of
 * the applied migrations. Throws with the database's message if one fails; nothing of that migration remains
 * then.
 */
export async function applyMigrations(databaseUrl: string): Promise<string[]> {
  const [lock, client] = [await connect(databaseUrl), await connect(databaseUrl)]
  try {
    // The lock of a transaction, on a connection of its own: behind a pooler that hands out connections for one
    // transaction at a time, the lock of a session would stay with a connection that belongs to nobody.
    await lock.query('BEGIN')
    await lock.query(NO_TIMEOUTS)
    await lock.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
    const missing = await missingMigrations(client)
    for (const migration of missing) await applyMigration(client, migration)
    await lock.query('COMMIT')
    return missing.map((migration) => migration.name)
  } finally {
    await Promise.all([lock.end(), client.end()])
  }
}

async function connect(databaseUrl: string): Promise<Client> {
  const client = new DatabaseClient({ connectionString: databaseUrl })
  client.on('error', () => {})
  await client.connect().catch((error: unknown) => {
    // Not the URL, which contains a password.
    throw new Error(`The database can't be reached: ${sentenceOf(error)}`, { cause: error })
  })
  return client
}

async function missingMigrations(client: Client): Promise<Migration[]> {
  await client.query(`
    CREATE TABLE IF NOT EXISTS _prisma_migrations (
      id                  VARCHAR(36) PRIMARY KEY NOT NULL,
      checksum            VARCHAR(64) NOT NULL,
      finished_at         TIMESTAMPTZ,
      migration_name      VARCHAR(255) NOT NULL,
      logs                TEXT,
      rolled_back_at      TIMESTAMPTZ,
      started_at          TIMESTAMPTZ NOT NULL DEFAULT now(),
      applied_steps_count INTEGER NOT NULL DEFAULT 0
    )`)
  const { rows } = await client.query<AppliedMigration>(
    `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished, logs AS kind
       FROM _prisma_migrations WHERE rolled_back_at IS NULL`,
  )
  const failed = rows.find((row) => !row.finished)
  if (failed) {
    throw new Error(
      `The migration ${failed.name} failed in another program. Mend the database and record the outcome ` +
        `with "npx prisma migrate resolve", then start again.`,
    )
  }
  const applied = new Set(rows.map((row) => row.name))
  const migrations = await readMigrations()
  const checksums = new Map(migrations.map((migration) => [migration.name, checksumOf(migration)]))
  const isOther = ({ name, checksum }: AppliedMigration) => (checksums.get(name) ?? checksum) !== checksum
  if (rows.some(isOther) || (rows.length > 0 && migrations[0] && !applied.has(migrations[0].name))) {
    throw new Error(
      'The database was made by a build older than the first release, whose tables were others. It was left as it is: ' +
        'start with an empty database, or with another DATA_DIR.',
    )
  }
  const ownNames = new Set(migrations.map(({ name }) => name))
  // A newer version that only added to the schema leaves the way back to this one open.
  const newer = rows.find((row) => !ownNames.has(row.name) && row.kind !== 'expand')
  if (newer) {
    throw new Error(
      `The database was migrated by a newer version, whose ${newer.name} takes away what this version ` +
        'uses. Start the newer version, or restore a backup made before the upgrade.',
    )
  }
  return migrations.filter((migration) => !applied.has(migration.name))
}

/**
 * Applies one migration and records it as Prisma does, but in one transaction: Prisma's engine commits start
 * and end separately, and a process killed in between would block every later start.
 */
async function applyMigration(client: Client, migration: Migration): Promise<void> {
  const { name, sql } = migration
  const kind = kindOf(migration)
  try {
    await client.query('BEGIN')
    await client.query(NO_TIMEOUTS)
    // One by one: where tables are distributed, Citus sends the nodes all of a text for each statement in it.
    for (const statement of splitStatements(sql)) await client.query(statement)
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, logs, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, $4, clock_timestamp(), 1)`,
      // Prisma keeps the messages of a failed migration in this column, and nothing for others.
      [randomUUID(), checksumOf(migration), name, kind],
    )
    await client.query('COMMIT')
  } catch (cause) {
    throw new Error(`The migration ${name} failed: ${sentenceOf(cause)}`, { cause })
  }
}

/** The migrations, ordered by name. */
export async function readMigrations(): Promise<Migration[]> {
  const entries = await readdir(FOLDER, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
  const read = async (name: string) => ({
    name,
    sql: await readFile(join(FOLDER, name, 'migration.sql'), 'utf8'),
  })
  return Promise.all(names.sort().map(read))
}
