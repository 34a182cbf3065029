import { createHash, randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { PrismaPg } from '@prisma/adapter-pg'
import {
  bindMigrationAwareSqlAdapterFactory,
  ColumnTypeEnum,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
  type SqlQuery,
} from '@prisma/driver-adapter-utils'
import type { SchemaEngine } from '@prisma/schema-engine-wasm/schema_engine_bg'
import { runMigrations as migrateQueue } from 'graphile-worker'
import { Client, escapeIdentifier, Pool } from 'pg'

const FOLDER = resolve(import.meta.dirname, '../../prisma')
const FILTERS = { externalTables: [], externalEnums: [] }
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

/**
 * The SQL that `prisma/migrations` lacks to match `prisma/schema.prisma`; empty if they agree. Replays the
 * migrations on a temporary shadow database.
 */
export async function diffMigrations(databaseUrl: string): Promise<string> {
  const { withSchemaEngine } = await import('./migrate')
  const schema = await readFile(join(FOLDER, 'schema.prisma'), 'utf8')
  const migrationsList = {
    baseDir: join(FOLDER, 'migrations'),
    lockfile: { path: 'migration_lock.toml', content: 'provider = "postgresql"' },
    shadowDbInitScript: '',
    migrationDirectories: (await readMigrations()).map(({ name, sql }) => ({
      path: name,
      migrationFile: { path: 'migration.sql', content: { tag: 'ok' as const, value: sql } },
    })),
  }
  const { stdout } = await withSchemaEngine(databaseUrl, schema, (engine) =>
    engine.diff({
      from: migrationsList.migrationDirectories.length
        ? { tag: 'migrations', ...migrationsList }
        : { tag: 'empty' },
      to: { tag: 'schemaDatamodel', files: [{ path: 'schema.prisma', content: schema }] },
      script: true,
      exitCode: null,
      filters: FILTERS,
    }),
  )
  return (stdout ?? '').replace(/^-- This is an empty migration\.\s*$/, '').trim()
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
async function readMigrations(): Promise<Migration[]> {
  const entries = await readdir(join(FOLDER, 'migrations'), { withFileTypes: true })
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
  const read = async (name: string) => ({
    name,
    sql: await readFile(join(FOLDER, 'migrations', name, 'migration.sql'), 'utf8'),
  })
  return Promise.all(names.sort().map(read))
}

const CHAR_OID = 18
const TEXT_OID = 25

let loaded: ReturnType<typeof loadEngine> | undefined

/**
 * Runs Prisma's schema engine on a database. Uses the WebAssembly build, because the native one is downloaded
 * from outside npm, which not every machine allows.
 */
export async function withSchemaEngine<Result>(
  databaseUrl: string,
  schema: string,
  work: (engine: SchemaEngine) => Promise<Result>,
): Promise<Result> {
  const pool = new Pool({ connectionString: databaseUrl })
  pool.on('error', () => {})
  try {
    // Once per process: the glue code is a singleton, and a second instance would break the first.
    loaded ??= loadEngine()
    const { SchemaEngine } = await loaded
    const adapter = bindMigrationAwareSqlAdapterFactory(migrationFactory(pool, databaseUrl))
    const datamodels: [string, string][] = [['schema.prisma', schema]]
    const engine = await SchemaEngine.new({ datamodels }, () => {}, adapter)
    return await work(engine)
  } finally {
    await pool.end()
  }
}

/** Instantiates the WebAssembly by hand: Node 20 can't import a .wasm file. */
async function loadEngine() {
  Object.assign(globalThis, {
    PRISMA_WASM_PANIC_REGISTRY: {
      set_message: (message: string) => {
        throw new Error(`Prisma's schema engine failed: ${message}`)
      },
    },
  })
  const bindings = await import('@prisma/schema-engine-wasm/schema_engine_bg')
  const glue = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg')
  const wasm = await readFile(glue.replace(/\.js$/, '.wasm'))
  const { instance } = await WebAssembly.instantiate(wasm, { './schema_engine_bg.js': { ...bindings } })
  bindings.__wbg_set_wasm(instance.exports)
  const start = instance.exports.__wbindgen_start
  if (typeof start === 'function') start()
  return bindings
}

/**
 * The adapter's factory with our own shadow database: the adapter drops its shadow database while still
 * connected to it, which PostgreSQL refuses.
 */
function migrationFactory(pool: Pool, databaseUrl: string): SqlMigrationAwareDriverAdapterFactory {
  const factory = new PrismaPg(pool)
  return {
    provider: factory.provider,
    adapterName: 'counterfoil-migrations',
    connect: async () => readingChar(await factory.connect()),
    connectToShadowDb: async () => {
      const name = `prisma_shadow_${randomUUID()}`
      await pool.query(`CREATE DATABASE ${escapeIdentifier(name)}`)
      const url = new URL(databaseUrl)
      url.pathname = `/${name}`
      const shadowPool = new Pool({ connectionString: url.href })
      shadowPool.on('error', () => {})
      const shadow = readingChar(await new PrismaPg(shadowPool).connect())
      // The adapter's own version splits a script at every semicolon, including those in function bodies and
      // comments.
      shadow.executeScript = async (script) => {
        await shadowPool.query(script)
      }
      shadow.dispose = async () => {
        await shadowPool.end()
        await pool.query(`DROP DATABASE ${escapeIdentifier(name)} WITH (FORCE)`)
      }
      return shadow
    },
  }
}

interface AdapterInternals {
  performIO(query: SqlQuery): Promise<{ fields?: { dataTypeID: number }[] }>
}

/**
 * The engine reads catalogue columns of type "char" as characters, but the adapter refuses that type ("Column
 * type 'char' could not be deserialized"). Pass them as text and label them Character.
 */
function readingChar<Adapter extends SqlDriverAdapter>(adapter: Adapter): Adapter {
  const charColumns = new WeakMap<SqlQuery, boolean[]>()
  const internals = adapter as unknown as AdapterInternals
  const performIO = internals.performIO.bind(adapter)
  internals.performIO = async (query) => {
    const result = await performIO(query)
    const fields = result.fields ?? []
    charColumns.set(
      query,
      fields.map((field) => field.dataTypeID === CHAR_OID),
    )
    for (const field of fields) if (field.dataTypeID === CHAR_OID) field.dataTypeID = TEXT_OID
    return result
  }
  const queryRaw = adapter.queryRaw.bind(adapter)
  adapter.queryRaw = async (query) => {
    const result = await queryRaw(query)
    const isChar = charColumns.get(query) ?? []
    const columnTypes = result.columnTypes.map((type, index) =>
      isChar[index] ? ColumnTypeEnum.Character : type,
    )
    return { ...result, columnTypes }
  }
  return adapter
}
