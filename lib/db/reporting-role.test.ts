import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectionPool } from '@/lib/db/client'
import { env } from '@/lib/env'
import { newId } from '@/lib/ids'
import { columnsOfViews, grantReporting, revokeReporting } from './reporting-role'

const role = `analyst_${newId().replaceAll('-', '')}`
const ownerUrl = String(env.DATABASE_URL)
let analyst: Client

async function connect(password: string): Promise<Client> {
  const client = new Client({
    connectionString: Object.assign(new URL(ownerUrl), { username: role, password }).href,
  })
  client.on('error', () => {})
  await client.connect()
  return client
}

beforeAll(async () => {
  const { password } = await grantReporting(ownerUrl, role)
  analyst = await connect(password ?? '')
})
afterAll(() => analyst.end())

async function relations(where: string): Promise<string[]> {
  const { rows } = await connectionPool().query<{ name: string }>(
    `SELECT format('%I.%I', relnamespace::regnamespace, relname) AS name FROM pg_class WHERE ${where} ORDER BY 1`,
  )
  return rows.map(({ name }) => name)
}

test('a role for reports reads every view of the schema reporting', async () => {
  const views = await relations(`relnamespace = 'reporting'::regnamespace AND relkind = 'v'`)
  expect(views).toEqual(
    ['invoices', 'ledger_entries', 'payments', 'payouts', 'refunds'].map((name) => `reporting.${name}`),
  )
  for (const view of views) await analyst.query(`SELECT * FROM ${view} LIMIT 1`)
})

test('it reads none of the tables, and changes nothing, even once it lifts its own read-only setting', async () => {
  const tables = await relations(`relnamespace = 'public'::regnamespace AND relkind IN ('r', 'v', 'm', 'S')`)
  expect(tables.length).toBeGreaterThan(40)
  await analyst.query('SET default_transaction_read_only = off')
  const statements = [
    ...tables.map((table) => `SELECT FROM ${table}`),
    'DELETE FROM reporting.payments',
    'UPDATE reporting.payouts SET amount_minor = 1',
    'INSERT INTO reporting.refunds (refund_id) VALUES (gen_random_uuid())',
    'CREATE VIEW reporting.mine AS SELECT 1',
    'CREATE TABLE public.mine (id int)',
    `SELECT pg_read_file('postgresql.conf')`,
    `COPY (SELECT 1) TO PROGRAM 'true'`,
    'CREATE ROLE mine',
    'SET ROLE counterfoil',
  ]
  for (const statement of statements) {
    await expect(analyst.query(statement), statement).rejects.toThrow(
      /^(permission denied|cannot (delete from|update|insert into) view)/,
    )
  }
})

test('the columns that it reads on a cluster are ids, amounts, dates and codes: no person, address or secret', async () => {
  const owner = await connectionPool().connect()
  const columns = await columnsOfViews(owner).finally(() => owner.release())
  expect(Object.fromEntries(columns.map(({ table, columns: names }) => [table, names.join(' ')]))).toEqual({
    accounts: 'id mode vendor_id',
    customers: 'account_id external_id id',
    disputes: 'account_id amount_minor base_minor invoice_id status',
    invoice_items: 'account_id invoice_id tax_minor',
    invoices:
      'account_id base_amount_minor created_at credited_minor currency customer_id due_date fee_amount_minor id number ' +
      'outside_minor paid_at reference status total_minor uncollectible_at vendor_fee_minor voided_at',
    ledger_accounts: 'account_id id kind',
    ledger_entries: 'account_id amount_minor currency destination_id position source_id transaction_id',
    ledger_transactions: 'account_id created_at id position reason reference_id reverses_id',
    payments:
      'account_id amount_minor created_at currency id invoice_id paid_with paid_with_last4 provider provider_reference ' +
      'receipt_number settled_at status',
    payouts:
      'account_id amount_minor bank_account_id created_at currency customer_id failure_code id provider ' +
      'provider_transfer_id settled_at status',
    refunds:
      'account_id amount_minor base_minor created_at currency failure_reason id invoice_id payment_id provider ' +
      'provider_reference settled_at status',
  })
})

test('its sessions only read, and a statement ends in time', async () => {
  await analyst.query('RESET ALL')
  const { rows } = await analyst.query(
    `SELECT current_setting('default_transaction_read_only') AS reads, current_setting('statement_timeout') AS ends`,
  )
  expect(rows).toEqual([{ reads: 'on', ends: '5min' }])
})

describe('grantReporting', () => {
  test('changes nothing about a role that exists', async () => {
    expect(await grantReporting(ownerUrl, role)).toEqual({ password: null })
    await analyst.query('SELECT FROM reporting.payouts')
  })

  test('opens views of later versions too', async () => {
    await connectionPool().query('CREATE VIEW reporting.later AS SELECT 1 AS one')
    expect((await analyst.query('SELECT one FROM reporting.later')).rows).toEqual([{ one: 1 }])
    await connectionPool().query('DROP VIEW reporting.later')
  })

  test('takes a role that reads what the views show, as one on a cluster does, and then takes that back', async () => {
    const other = `${role}_c`
    await connectionPool().query(`CREATE ROLE ${other}`)
    await connectionPool().query(`GRANT SELECT (id, number) ON invoices TO ${other}`)
    // Its rights to other tables are not ours to take back.
    await connectionPool().query('CREATE SCHEMA theirs; CREATE TABLE theirs.notes (id INT)')
    await connectionPool().query(`GRANT SELECT (id) ON theirs.notes TO ${other}`)
    expect(await grantReporting(ownerUrl, other)).toEqual({ password: null })
    await revokeReporting(ownerUrl, other)
    const { rows } = await connectionPool().query(
      `SELECT has_column_privilege($1, 'theirs.notes', 'id', 'SELECT') AS "keepsTheirs"`,
      [other],
    )
    expect(rows).toEqual([{ keepsTheirs: true }])
    await connectionPool().query('DROP SCHEMA theirs CASCADE')
    // Nothing depends on it any more.
    await connectionPool().query(`DROP ROLE ${other}`)
  })

  test('refuses the owner, and a role that reads a table or one column of it', async () => {
    await expect(grantReporting(ownerUrl, new URL(ownerUrl).username)).rejects.toThrow(
      'can already read or change',
    )
    for (const right of ['SELECT', 'UPDATE (name)']) {
      const other = `${role}_o`
      await connectionPool().query(`CREATE ROLE ${other}`)
      await connectionPool().query(`GRANT ${right} ON vendors TO ${other}`)
      await expect(grantReporting(ownerUrl, other)).rejects.toThrow('name another role')
      await connectionPool().query(`DROP OWNED BY ${other}`)
      await connectionPool().query(`DROP ROLE ${other}`)
    }
  })
})

describe('revokeReporting', () => {
  test('keeps a role that somebody else created, without its rights', async () => {
    const other = `${role}_k`
    await connectionPool().query(`CREATE ROLE ${other}`)
    await grantReporting(ownerUrl, other)
    expect(await revokeReporting(ownerUrl, other)).toEqual({ removed: false })
    // Nothing depends on it any more.
    await connectionPool().query(`DROP ROLE ${other}`)
    await expect(revokeReporting(ownerUrl, other)).rejects.toThrow(`There is no role "${other}"`)
  })

  test('removes a role that grantReporting created', async () => {
    expect(await revokeReporting(ownerUrl, role)).toEqual({ removed: true })
    await expect(analyst.query('SELECT FROM reporting.payouts')).rejects.toThrow()
    // Without a password the driver gives up before the server does, which then waits for a minute.
    await expect(connect('of-nobody')).rejects.toThrow('password authentication failed')
  })
})
