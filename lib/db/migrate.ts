import { createHash, randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { runMigrations as migrateQueue } from 'graphile-worker'
import { Client } from 'pg'

// Relative to the working directory: a bundle does not know its source path.
const FOLDER = resolve('prisma/migrations')
/** The lock that Prisma's own commands take, so that they and we exclude each other. */
const PRISMA_LOCK = 72_707_369

interface Migration {
  name: string
  sql: string
}

/**
 * Brings a database up to date with `prisma/migrations` and the job queue's own schema. Concurrent processes
 * take turns. Returns the names of the applied migrations. Throws with the database's message if one fails;
 * nothing of that migration remains then.
 */
export async function applyMigrations(databaseUrl: string): Promise<string[]> {
  const client = new Client({ connectionString: databaseUrl })
  client.on('error', () => {})
  await client.connect().catch((error: NodeJS.ErrnoException) => {
    // A refused connection has an empty message, and the URL contains a password.
    throw new Error(`The database can't be reached: ${error.message || error.code}`, { cause: error })
  })
  try {
    // A session lock: closing the connection releases it, whatever happens.
    await client.query('SELECT pg_advisory_lock($1)', [PRISMA_LOCK])
    const missing = await missingMigrations(client)
    for (const migration of missing) await applyMigration(client, migration)
    await migrateQueue({ connectionString: databaseUrl })
    return missing.map((migration) => migration.name)
  } finally {
    await client.end()
  }
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
  const { rows } = await client.query<{ name: string; finished: boolean }>(
    `SELECT migration_name AS name, finished_at IS NOT NULL AS finished
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
  return (await readMigrations()).filter((migration) => !applied.has(migration.name))
}

/**
 * Applies one migration and records it as Prisma does, but in one transaction: Prisma's engine commits start
 * and end separately, and a process killed in between would block every later start.
 */
async function applyMigration(client: Client, { name, sql }: Migration): Promise<void> {
  try {
    await client.query('BEGIN')
    await client.query(sql)
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, clock_timestamp(), 1)`,
      [randomUUID(), createHash('sha256').update(sql).digest('hex'), name],
    )
    await client.query('COMMIT')
  } catch (cause) {
    throw new Error(`The migration ${name} failed: ${(cause as Error).message}`, { cause })
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
