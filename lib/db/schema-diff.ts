import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
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
import { escapeIdentifier, Pool } from 'pg'
import { readMigrations } from './migrate'

const FOLDER = resolve('prisma')
const FILTERS = { externalTables: [], externalEnums: [] }
const CHAR_OID = 18
const TEXT_OID = 25

/**
 * The SQL that `prisma/migrations` lacks to match `prisma/schema.prisma`; empty if they agree. Replays the
 * migrations on a temporary shadow database.
 */
export async function diffMigrations(databaseUrl: string): Promise<string> {
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

let loaded: ReturnType<typeof loadEngine> | undefined

/**
 * Runs Prisma's schema engine on a database. Uses the WebAssembly build, because the native one is downloaded
 * from outside npm, which not every machine allows.
 */
async function withSchemaEngine<Result>(
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
