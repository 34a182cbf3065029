import { type ClientBase, escapeIdentifier } from 'pg'
import { log } from '@/lib/log'
import { DatabaseClient } from './database-client'
import { sentenceOf } from './describe-error'
import { MIGRATION_LOCK } from './migrate'
import { isOfNode } from './unavailable'

/*
 * The processes that serve and work connect as a role that owns nothing, so that an attacker who takes one
 * over finds the rules of the ledger still in force: triggers stay on, history can't be rewritten, and the
 * server runs no programs. Only the supervisor migrates, as the owner of the schema.
 */

/** Tables whose rows are forgotten in time, or taken back by their vendor. Rows of all others stay for good. */
export const DISPOSABLE = [
  'api_requests',
  'awaited_payments',
  'idempotency_claims',
  'invoice_drafts',
  'member_invitations',
  'member_passkeys',
  'member_recovery_codes',
  'member_sessions',
  'member_tokens',
  'members',
  'passkey_challenges',
  'portal_links',
  'process_metrics',
  'rate_limits',
  'recurring_invoices',
  'saved_views',
  'vendor_invitations',
  'vendor_logos',
  'webhook_inbox_deliveries',
  'worker_heartbeats',
] as const

/** Tables whose rows never change, which their triggers refuse as well. */
export const UNCHANGING = [
  'audit_events',
  'invoice_status_changes',
  'joint_checkout_parts',
  'joint_checkouts',
  'ledger_entries',
  'ledger_transactions',
  'recurring_periods',
  'seals',
  'wallet_movements',
] as const

const MIGRATIONS = '_prisma_migrations'

/**
 * Gives a role what the service needs in the schema that `ownerUrl` leads to, and nothing else. Call it after
 * the migrations, which may have added tables.
 */
export async function grantService(ownerUrl: string, serviceUrl: string): Promise<void> {
  const role = escapeIdentifier(await onConnection(serviceUrl, currentRole))
  await onConnection(ownerUrl, async (owner) => {
    const { rows } = await owner.query<{ name: string }>('SELECT current_schema() AS name')
    const schema = escapeIdentifier(rows[0]?.name ?? '')
    const tables = (names: readonly string[]) => names.map((name) => `${schema}.${name}`).join(', ')
    // In one transaction, because another process may be serving; and one after the other, because two starts
    // would change the same rows of the catalog.
    await owner.query('BEGIN')
    await owner.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
    for (const statement of [
      `REVOKE ALL ON ALL TABLES IN SCHEMA ${schema} FROM ${role}`,
      `GRANT USAGE ON SCHEMA ${schema} TO ${role}`,
      `GRANT SELECT, INSERT, UPDATE ON ALL TABLES IN SCHEMA ${schema} TO ${role}`,
      `GRANT USAGE ON ALL SEQUENCES IN SCHEMA ${schema} TO ${role}`,
      `REVOKE UPDATE ON ${tables(UNCHANGING)} FROM ${role}`,
      `REVOKE INSERT, UPDATE ON ${tables([MIGRATIONS])} FROM ${role}`,
      `GRANT DELETE ON ${tables(DISPOSABLE)} TO ${role}`,
    ]) {
      await owner.query(statement)
    }
    await owner.query('COMMIT')
  })
}

/**
 * `grantService` at a start. A cluster gives rights on all nodes: where one is away and nothing was migrated, those of the start before
 * are enough. No account would be served otherwise until it is back.
 */
export async function grantAtStart(
  ownerUrl: string,
  serviceUrl: string,
  { hasMigrated }: { hasMigrated: boolean },
): Promise<void> {
  try {
    await grantService(ownerUrl, serviceUrl)
  } catch (error) {
    if (hasMigrated || !isOfNode(error)) throw error
    log.warn(
      { error: sentenceOf(error) },
      "a node is away: the rights of the service's role stay as they are",
    )
  }
}

/** Rights of a URL's role that the service never needs, in words for an operator. */
export async function excessRights(serviceUrl: string): Promise<{ role: string; rights: string[] }> {
  return onConnection(serviceUrl, async (client) => {
    const { rows } = await client.query<{ right: string; has: boolean }>(
      `SELECT r.right, r.has FROM pg_roles AS own,
         LATERAL (SELECT bool_or(pg_has_role(c.relowner, 'MEMBER')) AS owns,
                         bool_or(c.relname <> ALL ($1) AND has_table_privilege(c.oid, 'DELETE')) AS deletes,
                         bool_or(c.relname = ANY ($2) AND has_table_privilege(c.oid, 'UPDATE')) AS changes,
                         bool_or(has_table_privilege(c.oid, 'TRUNCATE')) AS empties
                    FROM pg_class AS c
                   WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace) AS tables,
         LATERAL (VALUES
           ('everything, as a superuser', own.rolsuper),
           ('create roles', own.rolcreaterole),
           ('create databases', own.rolcreatedb),
           ('replicate the server', own.rolreplication),
           ('run programs on the server', pg_has_role('pg_execute_server_program', 'MEMBER')),
           ('read files of the server', pg_has_role('pg_read_server_files', 'MEMBER')),
           ('write files of the server', pg_has_role('pg_write_server_files', 'MEMBER')),
           ('change tables and switch off their triggers', tables.owns),
           ('create tables', has_schema_privilege(current_schema(), 'CREATE')),
           ('delete rows that are kept for good', tables.deletes),
           ('change rows of the ledger and the audit log', tables.changes),
           ('empty tables', tables.empties)
         ) AS r ("right", has)
        WHERE own.rolname = current_user`,
      [DISPOSABLE, UNCHANGING],
    )
    const rights = rows.filter(({ has }) => has).map(({ right }) => right)
    // The first one implies all others.
    return { role: await currentRole(client), rights: rows[0]?.has ? rights.slice(0, 1) : rights }
  })
}

async function currentRole(client: ClientBase): Promise<string> {
  const { rows } = await client.query<{ role: string }>('SELECT current_user AS role')
  return rows[0]?.role ?? ''
}

async function onConnection<Result>(
  url: string,
  work: (client: ClientBase) => Promise<Result>,
): Promise<Result> {
  const client = new DatabaseClient({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
