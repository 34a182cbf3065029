import type { Client, ClientBase, Pool } from 'pg'
import { log } from '@/lib/log'
import { DatabaseClient } from './database-client'
import { sentenceOf } from './describe-error'
import { MIGRATION_LOCK } from './migrate'
import { isUnavailable } from './unavailable'

/*
 * Where the rows of each table are when several PostgreSQL servers share the work (Citus). One server ignores all of it.
 * docs/decisions/0097-distribution-by-account.md says why.
 */

/**
 * Tables whose rows belong to a tenant, by the column that names it. The rows of one account are on one node, in all of
 * these tables.
 */
export const DISTRIBUTED = {
  accounts: 'id',
  api_keys: 'account_id',
  api_requests: 'account_id',
  audit_events: 'vendor_id',
  bank_account_links: 'account_id',
  bank_accounts: 'account_id',
  checkout_sessions: 'account_id',
  customer_imports: 'account_id',
  customer_renames: 'account_id',
  customers: 'account_id',
  disputes: 'account_id',
  event_heads: 'account_id',
  events: 'account_id',
  idempotency_claims: 'account_id',
  invoice_drafts: 'account_id',
  invoice_items: 'account_id',
  invoice_status_changes: 'account_id',
  invoice_views: 'account_id',
  invoices: 'account_id',
  joint_checkout_parts: 'account_id',
  joint_checkouts: 'account_id',
  ledger_accounts: 'account_id',
  ledger_entries: 'account_id',
  ledger_transactions: 'account_id',
  mail_messages: 'owner_id',
  outside_payments: 'account_id',
  invoice_credits: 'account_id',
  overdue_sums: 'account_id',
  paid_days: 'account_id',
  payments: 'account_id',
  payout_batches: 'account_id',
  payout_days: 'account_id',
  payout_requests: 'account_id',
  payouts: 'account_id',
  portal_links: 'account_id',
  reconciled_items: 'account_id',
  recurring_invoices: 'account_id',
  recurring_payouts: 'account_id',
  recurring_periods: 'account_id',
  refunds: 'account_id',
  saved_items: 'account_id',
  tax_rates: 'account_id',
  transfer_fees: 'account_id',
  unposted_amounts: 'account_id',
  wallet_holds: 'account_id',
  wallet_movements: 'account_id',
  webhook_attempts: 'account_id',
  webhook_deliveries: 'account_id',
  webhook_endpoints: 'account_id',
  webhook_inbox_deliveries: 'account_id',
} as const

/** Tables that every tenant's statements read, and that change seldom: each node has a copy. */
export const REFERENCE = ['vendors'] as const

/** Tables without a tenant, on the coordinator: people who sign in, the instance itself, and the sandbox's providers. */
export const LOCAL = [
  'awaited_payments',
  'book_checks',
  'instance',
  'member_invitations',
  'member_passkeys',
  'member_recovery_codes',
  'member_sessions',
  'member_tokens',
  'members',
  'money_checks',
  'operator_movements',
  'passkey_challenges',
  'periodic_work',
  'process_metrics',
  'provider_beneficiaries',
  'rate_limits',
  'sandbox_charges',
  'sandbox_checkout_sessions',
  'sandbox_disputes',
  'sandbox_refunds',
  'sandbox_transfers',
  'saved_views',
  'seal_heads',
  'seals',
  'vendor_invitations',
  'vendor_logos',
  'worker_heartbeats',
] as const

/** How a table is kept: by a column's values, in a copy on each node, or on the coordinator alone. */
type Placement = { name: string; way: string; group: number | null }

/**
 * How the tables that Citus knows are kept, without those on the coordinator that it has added by itself, for their foreign keys to a copy.
 * `group` is one number for all tables whose rows are together.
 */
const PLACEMENTS = `
  SELECT relation.relname::text AS name, part.colocationid AS group,
         CASE WHEN part.partkey IS NOT NULL THEN column_to_column_name(part.logicalrelid, part.partkey)
              WHEN part.repmodel = 't' THEN 'reference'
              ELSE 'local' END AS way
    FROM pg_dist_partition AS part JOIN pg_class AS relation ON relation.oid = part.logicalrelid
   WHERE relation.relnamespace = current_schema()::regnamespace AND NOT part.autoconverted`

/**
 * Distributes the tables by their tenants with Citus, as far as they are not yet, as their owner and after the
 * migrations; returns the names of those it has changed. All or nothing; several may run at once. Throws, in words for
 * an operator, where the extension is missing, or a table is kept in another way.
 */
export async function distributeTables(ownerUrl: string): Promise<string[]> {
  return asOwner(ownerUrl, async (owner) => {
    if (!(await hasCitus(owner))) {
      throw new Error(
        'DATABASE_DISTRIBUTED is citus, but the database has no such extension: run CREATE EXTENSION citus there and on each worker node, or unset the setting.',
      )
    }
    await owner.query('BEGIN')
    await owner.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
    const { rows: coordinator } = await owner.query('SELECT FROM pg_dist_node WHERE groupid = 0')
    if (coordinator.length === 0) {
      throw new Error(
        "The coordinator can't keep copies of its own yet: run SELECT citus_set_coordinator_host('…') there with the name by which the worker nodes reach it.",
      )
    }
    const { rows: placements } = await owner.query<Placement>(PLACEMENTS)
    const faults = placementFaults(placements)
    if (faults.length > 0) {
      throw new Error(
        `These tables are kept in another way than this version needs, and were left as they are:\n${faults.join('\n')}`,
      )
    }
    const changed = await distributeMissing(owner, new Set(placements.map(({ name }) => name)))
    await owner.query('COMMIT')
    return changed
  })
}

/** Throws if tables are distributed, and the setting doesn't say so: new ones would be left on the coordinator. */
export async function assertNotDistributed(ownerUrl: string): Promise<void> {
  await asOwner(ownerUrl, async (owner) => {
    if (await isDistributed(owner)) {
      throw new Error('The tables of this database are distributed: set DATABASE_DISTRIBUTED=citus.')
    }
  })
}

/** True if Citus distributes the tables of this database. */
export async function isDistributed(client: ClientBase): Promise<boolean> {
  if (!(await hasCitus(client))) return false
  const { rows } = await client.query<Placement>(PLACEMENTS)
  return rows.some(({ name }) => name in DISTRIBUTED)
}

/** How a node, or the client library on which the coordinator asks it, refuses a role. */
const REFUSES_ROLE =
  /authentication failed|no password supplied|pg_hba\.conf|role ".*" (?:does not exist|is not permitted to log in)|permission denied for database/

/**
 * Throws, in words for an operator, if a node refuses the role of these connections: the service would run, and answer every account
 * of that node 503. Does nothing about a node that is away, which may be back before it is needed.
 */
export async function assertNodesAdmit(pool: Pick<Pool, 'query'>): Promise<void> {
  try {
    await pool.query('SELECT FROM accounts LIMIT 1')
  } catch (error) {
    const sentence = sentenceOf(error)
    if (!isUnavailable(error)) throw error
    if (!REFUSES_ROLE.test(sentence)) return log.warn({ error: sentence }, 'a node is away')
    throw new Error(
      `A node doesn't let the coordinator in as the role of DATABASE_URL: ${sentence}. Let the role in by the node's pg_hba.conf; if it has a password, run INSERT INTO pg_dist_authinfo VALUES (0, 'role', 'password=…') on the coordinator.`,
    )
  }
}

/** A line for each table that Citus keeps in another way than it should. */
export function placementFaults(placements: Placement[]): string[] {
  const shared = placements.find(({ name }) => name === 'accounts')?.group ?? null
  return placements.flatMap(({ name, way, group }) => {
    const needed = neededWay(name)
    if (needed === null) return []
    if (way !== needed) return [`  ${name}: ${inWords(way)}, not ${inWords(needed)}`]
    if (name in DISTRIBUTED && group !== shared)
      return [`  ${name}: on other nodes than the same tenant's accounts`]
    return []
  })
}

/** Null for a table that is none of ours. */
function neededWay(name: string): string | null {
  if (name in DISTRIBUTED) return DISTRIBUTED[name as keyof typeof DISTRIBUTED]
  if (REFERENCE.some((each) => each === name)) return 'reference'
  return LOCAL.some((each) => each === name) ? 'local' : null
}

function inWords(way: string): string {
  if (way === 'reference') return 'a copy on each node'
  return way === 'local' ? 'on the coordinator' : `distributed by ${way}`
}

async function distributeMissing(owner: Client, known: Set<string>): Promise<string[]> {
  const reference = REFERENCE.filter((name) => !known.has(name))
  const distributed = Object.entries(DISTRIBUTED).filter(([name]) => !known.has(name))
  if (reference.length + distributed.length === 0) return []
  // Triggers read and write their own row only, which lib/db/own-row.test.ts holds. One connection to each node: its later
  // statements have to see the tables that earlier ones have made.
  await owner.query(
    `SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0;
     SET LOCAL citus.enable_unsafe_triggers = on; SET LOCAL citus.multi_shard_modify_mode = 'sequential'`,
  )
  const changed = [...reference, ...distributed.map(([name]) => name)]
  // Citus takes no foreign key between a table that is distributed and one that isn't yet: they come back at the end.
  const { rows: keys } = await owner.query<ForeignKey>(FOREIGN_KEYS, [changed])
  for (const { table, name } of keys) await owner.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`)
  for (const name of reference) await owner.query('SELECT create_reference_table($1::regclass)', [name])
  for (const [name, column] of distributed) {
    const beside = name === 'accounts' ? 'default' : 'accounts'
    await owner.query('SELECT create_distributed_table($1::regclass, $2, colocate_with => $3)', [
      name,
      column,
      beside,
    ])
  }
  for (const { table, name, definition } of keys) {
    await owner.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`)
  }
  return changed
}

type ForeignKey = { table: string; name: string; definition: string }

/** Foreign keys from or to these tables, as SQL. */
const FOREIGN_KEYS = `
  SELECT conrelid::regclass::text AS table, quote_ident(conname) AS name, pg_get_constraintdef(oid) AS definition
    FROM pg_constraint
   WHERE contype = 'f' AND connamespace = current_schema()::regnamespace
     AND (conrelid = ANY ($1::text[]::regclass[]) OR confrelid = ANY ($1::text[]::regclass[]))
   ORDER BY conrelid, conname`

async function hasCitus(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query("SELECT FROM pg_extension WHERE extname = 'citus'")
  return rows.length > 0
}

async function asOwner<Result>(url: string, work: (owner: Client) => Promise<Result>): Promise<Result> {
  const owner = new DatabaseClient({ connectionString: url })
  owner.on('error', () => {})
  await owner.connect()
  try {
    return await work(owner)
  } finally {
    await owner.end()
  }
}
