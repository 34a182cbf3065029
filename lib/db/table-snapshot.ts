import { Client, escapeIdentifier, escapeLiteral } from 'pg'

/*
 * The contents of all tables, kept beside them in the same database and put back in one transaction. Sessions stay
 * open meanwhile: a program that uses the database waits for a moment and notices nothing else. Only for a database
 * that is thrown away: putting back goes past the triggers that protect history, which takes a superuser.
 */

const SCHEMA = 'table_snapshot'
const SEQUENCES = `${SCHEMA}.sequence_values`

/** Tables in which the processes and the migrations describe themselves; they stay as they are. */
const KEPT = ['_prisma_migrations', 'process_metrics', 'worker_heartbeats']

/** Less than PostgreSQL waits before it ends one of two sessions that wait for each other: it must be ours. */
const LOCK_TIMEOUT = '250ms'
const ATTEMPTS = 40
const RETRY_CODES = ['55P03', '40P01']

/** No snapshot was taken before. */
class NoSnapshotError extends Error {
  override name = 'NoSnapshotError'
}

type Table = { name: string; columns: string[] }

/** Keeps a copy of all tables as they are at one moment, in place of the earlier copy. */
export function takeSnapshot(ownerUrl: string): Promise<void> {
  return asOwner(ownerUrl, async (owner) => {
    await owner.query('BEGIN ISOLATION LEVEL REPEATABLE READ')
    const [tables, sequences] = [await tablesOf(owner), await sequencesOf(owner)]
    const values = sequences.map(
      (name) =>
        `SELECT ${escapeLiteral(name)} AS name, last_value, is_called FROM public.${escapeIdentifier(name)}`,
    )
    await owner.query(
      [
        'SET LOCAL client_min_messages = warning',
        `DROP SCHEMA IF EXISTS ${SCHEMA} CASCADE`,
        `CREATE SCHEMA ${SCHEMA}`,
        ...tables.map(({ name }) => `CREATE TABLE ${copyOf(name)} AS TABLE public.${escapeIdentifier(name)}`),
        `CREATE TABLE ${SEQUENCES} (name text, last_value bigint, is_called boolean)`,
        ...values.map((value) => `INSERT INTO ${SEQUENCES} ${value}`),
        'COMMIT',
      ].join(';\n'),
    )
  })
}

/**
 * Puts the tables back to the last snapshot. Waits for transactions that are under way, and holds up new ones.
 * Throws `NoSnapshotError`.
 */
export function resetToSnapshot(ownerUrl: string): Promise<void> {
  return asOwner(ownerUrl, async (owner) => {
    const { rowCount } = await owner.query('SELECT FROM pg_namespace WHERE nspname = $1', [SCHEMA])
    if (!rowCount) throw new NoSnapshotError('no snapshot was taken')
    const tables = await tablesOf(owner)
    const names = tables.map(({ name }) => `public.${escapeIdentifier(name)}`).join(', ')
    const refill = [
      // Past all triggers: what they check or write is in the copy.
      'SET LOCAL session_replication_role = replica',
      `TRUNCATE ${names}`,
      ...tables.map(({ name, columns }) => {
        const list = columns.map((column) => escapeIdentifier(column)).join(', ')
        const into = `INSERT INTO public.${escapeIdentifier(name)} (${list}) OVERRIDING SYSTEM VALUE`
        return `${into} SELECT ${list} FROM ${copyOf(name)}`
      }),
      `SELECT setval(format('public.%I', name), last_value, is_called) FROM ${SEQUENCES}`,
      'COMMIT',
    ].join(';\n')
    for (let attempt = 1; !(await locks(owner, names)); attempt += 1) {
      if (attempt === ATTEMPTS) throw new Error('the tables are in use by a transaction that does not end')
    }
    await owner.query(refill)
  })
}

/** Begins a transaction that has all tables for itself; false, without one, if another holds on to some. */
async function locks(owner: Client, names: string): Promise<boolean> {
  await owner.query('BEGIN')
  await owner.query(`SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`)
  try {
    await owner.query(`LOCK TABLE ${names} IN ACCESS EXCLUSIVE MODE`)
    return true
  } catch (error) {
    await owner.query('ROLLBACK')
    if (RETRY_CODES.includes((error as { code?: string }).code ?? '')) return false
    throw error
  }
}

function copyOf(table: string): string {
  return `${SCHEMA}.${escapeIdentifier(table)}`
}

/** The tables with the columns that can be written. */
async function tablesOf(owner: Client): Promise<Table[]> {
  const { rows } = await owner.query<Table>(
    `SELECT c.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
       FROM pg_class c
       JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname <> ALL ($1)
      GROUP BY c.relname
      ORDER BY c.relname`,
    [KEPT],
  )
  return rows
}

async function sequencesOf(owner: Client): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'S' ORDER BY 1`,
  )
  return rows.map(({ name }) => name)
}

async function asOwner<Result>(ownerUrl: string, work: (owner: Client) => Promise<Result>): Promise<Result> {
  const owner = new Client({ connectionString: ownerUrl, application_name: 'counterfoil snapshot' })
  await owner.connect()
  try {
    return await work(owner)
  } finally {
    await owner.end()
  }
}
