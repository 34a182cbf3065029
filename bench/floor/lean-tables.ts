import type { Client } from 'pg'

/** The schema of the lean floor's tables. What it lacks (types, functions) is the service's. */
export const LEAN_SCHEMA = 'lean'

/** The keys that the operations need, by table, and the guard of the wallets. No trigger, foreign key or other index. */
const KEYS: Record<string, string[]> = {
  vendors: ['PRIMARY KEY (id)'],
  accounts: ['PRIMARY KEY (id)'],
  api_keys: ['PRIMARY KEY (account_id, key_hash)'],
  customers: ['PRIMARY KEY (account_id, id)', 'UNIQUE (account_id, email_key)'],
  bank_accounts: ['PRIMARY KEY (account_id, customer_id, id)'],
  invoices: ['PRIMARY KEY (account_id, id)'],
  invoice_items: ['PRIMARY KEY (account_id, invoice_id, position)'],
  checkout_sessions: ['PRIMARY KEY (account_id, number)'],
  ledger_accounts: [
    'PRIMARY KEY (account_id, id)',
    'UNIQUE (account_id, kind, currency, owner_id)',
    'CHECK (balance_minor >= 0)',
  ],
  ledger_transactions: ['PRIMARY KEY (account_id, id)'],
  ledger_entries: ['PRIMARY KEY (account_id, transaction_id, position)'],
  wallet_movements: ['PRIMARY KEY (account_id, wallet_id, sequence)'],
  payouts: ['PRIMARY KEY (account_id, id)'],
  sandbox_checkout_sessions: ['PRIMARY KEY (reference)', 'UNIQUE (idempotency_key)'],
  sandbox_transfers: ['PRIMARY KEY (idempotency_key)'],
}

/** Makes the tables anew, with the rows that the service's have now. */
export async function makeLeanTables(client: Client): Promise<void> {
  await client.query(`DROP SCHEMA IF EXISTS ${LEAN_SCHEMA} CASCADE`)
  await client.query(`CREATE SCHEMA ${LEAN_SCHEMA}`)
  for (const [table, keys] of Object.entries(KEYS)) {
    const lean = `${LEAN_SCHEMA}.${table}`
    await client.query(`CREATE TABLE ${lean} (LIKE public.${table} INCLUDING DEFAULTS)`)
    await client.query(`INSERT INTO ${lean} SELECT * FROM public.${table}`)
    for (const key of keys) await client.query(`ALTER TABLE ${lean} ADD ${key}`)
    await client.query(`VACUUM (ANALYZE) ${lean}`)
  }
  await client.query(
    `CREATE INDEX ON ${LEAN_SCHEMA}.invoices (account_id, customer_id, paid_at) WHERE status = 'PAID'`,
  )
  await client.query('CHECKPOINT')
}
