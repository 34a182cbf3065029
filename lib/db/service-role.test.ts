import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type EmbeddedServer, startEmbedded } from './embedded'
import { SERVICE_ROLE } from './embedded-role'
import { applyMigrations } from './migrate'
import { DISPOSABLE, excessRights, grantAtStart, grantService, UNCHANGING } from './service-role'

let dataDir: string
let server: EmbeddedServer

async function start(): Promise<void> {
  server = await startEmbedded(dataDir, { settings: { fsync: 'off' } })
  await applyMigrations(server.url)
  await grantService(server.url, server.serviceUrl)
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'counterfoil-role-'))
  await start()
})
afterAll(async () => {
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
})

async function query(connectionString: string, text: string) {
  const client = new Client({ connectionString })
  await client.connect()
  return client.query(text).finally(() => client.end())
}

const asService = (text: string) => query(server.serviceUrl, text)

const MONEY = ['payouts', 'payments', 'invoices', 'ledger_accounts', 'customers', 'bank_accounts']

describe('the service’s role may not', () => {
  const FORBIDDEN: [string, string[]][] = [
    ['delete', [...UNCHANGING, ...MONEY].map((table) => `DELETE FROM ${table}`)],
    [
      'change history',
      UNCHANGING.map((table) => {
        const column = table === 'seals' ? 'hash' : 'account_id'
        return `UPDATE ${table} SET ${column} = ${column}`
      }),
    ],
    ['truncate', [...UNCHANGING, ...MONEY].map((table) => `TRUNCATE ${table} CASCADE`)],
    [
      'switch triggers off',
      [
        ...UNCHANGING.map((table) => `ALTER TABLE ${table} DISABLE TRIGGER ALL`),
        'SET session_replication_role = replica',
        'DROP TRIGGER append_only ON ledger_entries',
        'CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$',
      ],
    ],
    [
      'change the schema',
      [
        'CREATE TABLE public.mine (id int)',
        'CREATE TEMPORARY TABLE mine (id int)',
        'CREATE SCHEMA mine',
        'CREATE FUNCTION public.mine() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$',
        'ALTER TABLE payouts ADD COLUMN mine int',
        'ALTER TABLE ledger_accounts DROP CONSTRAINT ledger_accounts_balance',
        'DROP TABLE payouts CASCADE',
        'DROP DATABASE postgres',
        `UPDATE _prisma_migrations SET migration_name = 'mine'`,
        'DELETE FROM _prisma_migrations',
      ],
    ],
    [
      'leave the database',
      [
        `COPY (SELECT 1) TO PROGRAM 'true'`,
        `COPY instance FROM PROGRAM 'true'`,
        `COPY (SELECT 1) TO '/tmp/mine'`,
        `SELECT pg_read_file('postgresql.conf')`,
        `SELECT pg_ls_dir('.')`,
        `ALTER SYSTEM SET archive_command = 'true'`,
        'CREATE EXTENSION plperlu',
      ],
    ],
    [
      'become somebody else',
      [
        'SET ROLE counterfoil',
        'CREATE ROLE mine SUPERUSER',
        `ALTER ROLE ${SERVICE_ROLE} SUPERUSER`,
        'CREATE DATABASE mine',
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'counterfoil'`,
      ],
    ],
  ]

  test.each(FORBIDDEN)('%s', async (_, statements) => {
    // A session of the owner, to be ended.
    const owner = new Client({ connectionString: server.url })
    owner.on('error', () => {})
    await owner.connect()
    for (const statement of statements) {
      await expect(asService(statement), statement).rejects.toThrow(
        /^(permission denied|must be owner|must be superuser|only roles with|cannot execute)/,
      )
    }
    await owner.end()
  })
})

test('the service’s role has no needless rights, and the owner is named as the owner', async () => {
  expect(await excessRights(server.serviceUrl)).toEqual({ role: SERVICE_ROLE, rights: [] })
  expect(await excessRights(server.url)).toEqual({
    role: 'counterfoil',
    rights: ['everything, as a superuser'],
  })
})

test('needless rights are reported: those of the ordinary owner of a database', async () => {
  await query(server.url, `CREATE ROLE somebody LOGIN CREATEDB PASSWORD 'x'`)
  await query(server.url, 'GRANT DELETE, TRUNCATE ON payouts TO somebody')
  await query(server.url, 'GRANT UPDATE ON ledger_entries TO somebody')
  await query(server.url, 'GRANT CREATE ON SCHEMA public TO somebody')
  await query(server.url, 'GRANT pg_execute_server_program TO somebody')
  const url = new URL(server.url)
  Object.assign(url, { username: 'somebody', password: 'x' })
  expect(await excessRights(url.href)).toEqual({
    role: 'somebody',
    rights: [
      'create databases',
      'run programs on the server',
      'create tables',
      'delete rows that are kept for good',
      'change rows of the ledger and the audit log',
      'empty tables',
    ],
  })
})

test('a data folder of a version without the role gets it at the start, and rights given since are taken back', async () => {
  await query(server.url, `DROP OWNED BY ${SERVICE_ROLE}`)
  await query(server.url, `DROP ROLE ${SERVICE_ROLE}`)
  await start()
  await asService('SELECT FROM payouts')
  await query(server.url, `ALTER ROLE ${SERVICE_ROLE} SUPERUSER`)
  await query(server.url, `GRANT DELETE ON payouts TO ${SERVICE_ROLE}`)
  await start()
  await expect(asService('DELETE FROM payouts')).rejects.toThrow('permission denied')
  expect((await excessRights(server.serviceUrl)).rights).toEqual([])
})

test('the code deletes from no other tables than the role may', async () => {
  const deleted = new Set<string>()
  const schema = await readFile('prisma/schema.prisma', 'utf8')
  const tables = new Map(
    [...schema.matchAll(/^model (\w+) \{[^}]*@@map\("(\w+)"\)/gm)].map(([, model = '', table = '']) => [
      model.charAt(0).toLowerCase() + model.slice(1),
      table,
    ]),
  )
  for (const folder of ['lib', 'bin', 'prisma/seed']) {
    for (const file of await readdir(folder, { recursive: true })) {
      if (!file.endsWith('.ts') || /\.(test|fixture)\.ts$|generated\//.test(file)) continue
      const source = await readFile(join(folder, file), 'utf8')
      for (const [, table = ''] of source.matchAll(/DELETE FROM ([a-z_]+)/g)) deleted.add(table)
      for (const [, model = ''] of source.matchAll(/\.(\w+)\.delete(?:Many)?\(/g)) {
        const table = tables.get(model)
        if (table) deleted.add(table)
      }
    }
  }
  expect(deleted.size).toBeGreaterThan(5)
  expect([...deleted].filter((table) => !DISPOSABLE.some((each) => each === table))).toEqual([])
})

describe('where rights can’t be given, a start', () => {
  const away = 'connection to the remote node owner@10.0.0.7:5432 failed: Connection refused'
  const startWith = async (message: string, code: string, hasMigrated: boolean) => {
    await query(
      server.url,
      `CREATE FUNCTION refuse_grant() RETURNS event_trigger LANGUAGE plpgsql AS $$
         BEGIN RAISE '${message}' USING ERRCODE = '${code}'; END $$;
       CREATE EVENT TRIGGER refuse_grant ON ddl_command_start WHEN tag IN ('GRANT') EXECUTE FUNCTION refuse_grant()`,
    )
    try {
      await grantAtStart(server.url, server.serviceUrl, { hasMigrated })
    } finally {
      await query(server.url, 'DROP EVENT TRIGGER refuse_grant; DROP FUNCTION refuse_grant')
    }
  }

  test('goes on with those of the start before if a node is away', async () => {
    await startWith(away, '08006', false)
    expect((await asService('SELECT FROM accounts')).rows).toEqual([])
  })

  test('stops if it has migrated, or for another reason', async () => {
    await expect(startWith(away, '08006', true)).rejects.toThrow(away)
    await expect(startWith('permission denied', '42501', false)).rejects.toThrow('permission denied')
  })
})
