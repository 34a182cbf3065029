import { randomBytes } from 'node:crypto'
import { type ClientBase, escapeIdentifier, escapeLiteral } from 'pg'
import { DatabaseClient } from './database-client'

/** A role that may not be given to analysts; the message says why. */
export class ReportingRoleError extends Error {
  override name = 'ReportingRoleError'
}

/** Marks the roles that we created, which are removed when their rights are taken back. */
const CREATED_BY_US = 'reads the reporting views of Counterfoil'
const STATEMENT_TIMEOUT = '5min'
const MAX_CONNECTIONS = 10

/**
 * Lets a role read the views of the schema `reporting`, and nothing else of ours. A role that doesn't exist is created
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
    const { rows } = await owner.query<{ comment: string | null }>(
      `SELECT shobj_description(oid, 'pg_authid') AS comment FROM pg_roles WHERE rolname = $1`,
      [role],
    )
    const removed = rows[0]?.comment === CREATED_BY_US
    if (removed) await owner.query(`DROP ROLE ${name}`)
    return { removed }
  })
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
                      OR has_any_column_privilege(own.oid, relation.oid, 'SELECT, INSERT, UPDATE'))))`,
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
    const result = await work(owner)
    await owner.query('COMMIT')
    return result
  } finally {
    // Without a COMMIT, the end of the connection takes everything back.
    await owner.end()
  }
}
