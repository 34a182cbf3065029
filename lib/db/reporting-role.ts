import { randomBytes } from 'node:crypto'
import { type ClientBase, escapeIdentifier, escapeLiteral } from 'pg'
import { DatabaseClient } from './database-client'
import { isDistributed } from './distribution'

/** A role that may not be given to analysts; the message says why. */
export class ReportingRoleError extends Error {
  override name = 'ReportingRoleError'
}

/** Marks the roles that we created, which are removed when their rights are taken back. */
const CREATED_BY_US = 'reads the reporting views of Counterfoil'
const STATEMENT_TIMEOUT = '5min'
const MAX_CONNECTIONS = 10

/** The columns of our tables that the views read. They are as public as the views are: no address, number or secret. */
const COLUMNS_OF_VIEWS = `
  SELECT DISTINCT seen.refobjid AS relation, seen.refobjsubid AS number
    FROM pg_depend AS seen
    JOIN pg_rewrite AS rule ON rule.oid = seen.objid AND seen.classid = 'pg_rewrite'::regclass
    JOIN pg_class AS view ON view.oid = rule.ev_class AND view.relnamespace = 'reporting'::regnamespace
   WHERE seen.refclassid = 'pg_class'::regclass AND seen.refobjid <> view.oid AND seen.refobjsubid > 0`

/**
 * Lets a role read the views of the schema `reporting`, and nothing else of ours. On a cluster, it may also read the columns from
 * which the views are made, since Citus asks the nodes as this role and not as the views' owner. A role that doesn't exist is created
 * with a new password, which is returned, and can only read; one that exists keeps its password and settings.
 *
 * Throws `ReportingRoleError` for a role that can do more: the service's, an owner, a superuser.
 */
export async function grantReporting(ownerUrl: string, role: string): Promise<{ password: string | null }> {
  return asOwner(ownerUrl, async (owner) => {
    const name = escapeIdentifier(role)
    const exists = await isRole(owner, role)
    if (exists) await refuseMightyRole(owner, role)
    const password = exists ? null : randomBytes(24).toString('hex')
    if (password) {
      await owner.query(
        `CREATE ROLE ${name} LOGIN NOINHERIT NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS
           CONNECTION LIMIT ${MAX_CONNECTIONS} PASSWORD ${escapeLiteral(password)}`,
      )
      await owner.query(`COMMENT ON ROLE ${name} IS '${CREATED_BY_US}'`)
      // A long report must not hold back the vacuum for ever. The role could set these itself, but not its rights.
      await owner.query(`ALTER ROLE ${name} SET default_transaction_read_only = on`)
      await owner.query(`ALTER ROLE ${name} SET statement_timeout = '${STATEMENT_TIMEOUT}'`)
    }
    await owner.query(`GRANT USAGE ON SCHEMA reporting TO ${name}`)
    await owner.query(`GRANT SELECT ON ALL TABLES IN SCHEMA reporting TO ${name}`)
    // Views of later versions too.
    await owner.query(`ALTER DEFAULT PRIVILEGES IN SCHEMA reporting GRANT SELECT ON TABLES TO ${name}`)
    if (await isDistributed(owner)) {
      for (const { table, columns } of await columnsOfViews(owner)) {
        await owner.query(`GRANT SELECT (${columns.map(escapeIdentifier)}) ON ${table} TO ${name}`)
      }
    }
    return { password }
  })
}

/** Takes these rights back. A role that `grantReporting` created is removed; returns whether it was. */
export async function revokeReporting(ownerUrl: string, role: string): Promise<{ removed: boolean }> {
  return asOwner(ownerUrl, async (owner) => {
    if (!(await isRole(owner, role))) throw new ReportingRoleError(`There is no role "${role}"`)
    const name = escapeIdentifier(role)
    await owner.query(`ALTER DEFAULT PRIVILEGES IN SCHEMA reporting REVOKE SELECT ON TABLES FROM ${name}`)
    await owner.query(`REVOKE ALL ON ALL TABLES IN SCHEMA reporting FROM ${name}`)
    await owner.query(`REVOKE ALL ON SCHEMA reporting FROM ${name}`)
    for (const { table, columns } of await columnsOfRole(owner, role)) {
      await owner.query(`REVOKE SELECT (${columns.map(escapeIdentifier)}) ON ${table} FROM ${name}`)
    }
    const { rows } = await owner.query<{ comment: string | null }>(
      `SELECT shobj_description(oid, 'pg_authid') AS comment FROM pg_roles WHERE rolname = $1`,
      [role],
    )
    const removed = rows[0]?.comment === CREATED_BY_US
    if (removed) await owner.query(`DROP ROLE ${name}`)
    return { removed }
  })
}

type TableColumns = { table: string; columns: string[] }

/** The tables that the views read, each with those of its columns. */
export async function columnsOfViews(client: ClientBase): Promise<TableColumns[]> {
  const { rows } = await client.query<TableColumns>(
    `SELECT relation::regclass::text AS table, array_agg(attname::text ORDER BY attname) AS columns
       FROM (${COLUMNS_OF_VIEWS}) AS of_views JOIN pg_attribute ON attrelid = relation AND attnum = number
      GROUP BY relation ORDER BY 1`,
  )
  return rows
}

/** Our tables of which the role may read columns by name, each with these. */
async function columnsOfRole(client: ClientBase, role: string): Promise<TableColumns[]> {
  const { rows } = await client.query<TableColumns>(
    `SELECT attrelid::regclass::text AS table, array_agg(attname::text) AS columns
       FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
            CROSS JOIN aclexplode(attacl) AS given JOIN pg_roles ON pg_roles.oid = given.grantee
      WHERE rolname = $1 AND given.privilege_type = 'SELECT' AND relnamespace = current_schema()::regnamespace
      GROUP BY attrelid`,
    [role],
  )
  return rows
}

async function isRole(owner: ClientBase, role: string): Promise<boolean> {
  const { rowCount } = await owner.query('SELECT FROM pg_roles WHERE rolname = $1', [role])
  return Boolean(rowCount)
}

async function refuseMightyRole(owner: ClientBase, role: string): Promise<void> {
  const { rowCount } = await owner.query(
    `SELECT FROM pg_roles AS own WHERE own.rolname = $1
        AND (own.rolsuper OR EXISTS (
              SELECT FROM pg_class AS relation
               WHERE relation.relkind IN ('r', 'p') AND relation.relnamespace = current_schema()::regnamespace
                 AND (pg_has_role(own.oid, relation.relowner, 'MEMBER')
                      OR has_any_column_privilege(own.oid, relation.oid, 'INSERT, UPDATE')
                      OR EXISTS (
                        SELECT FROM pg_attribute AS attribute
                         WHERE attribute.attrelid = relation.oid AND attribute.attnum > 0 AND NOT attribute.attisdropped
                           AND has_column_privilege(own.oid, relation.oid, attribute.attnum, 'SELECT')
                           AND (relation.oid, attribute.attnum) NOT IN (${COLUMNS_OF_VIEWS})))))`,
    [role],
  )
  if (rowCount) {
    throw new ReportingRoleError(
      `The role "${role}" can already read or change the service’s tables: name another role, or a new one`,
    )
  }
}

async function asOwner<Result>(
  ownerUrl: string,
  work: (owner: ClientBase) => Promise<Result>,
): Promise<Result> {
  const owner = new DatabaseClient({ connectionString: ownerUrl })
  owner.on('error', () => {})
  await owner.connect()
  try {
    await owner.query('BEGIN')
    // On a cluster, a role can't be removed after rights of several shards at once. Another server has no use for it.
    await owner.query(`SET LOCAL citus.multi_shard_modify_mode = 'sequential'`)
    const result = await work(owner)
    await owner.query('COMMIT')
    return result
  } finally {
    // Without a COMMIT, the end of the connection takes everything back.
    await owner.end()
  }
}
