import { beforeAll, describe, expect, test } from 'vitest'
import { connectionPool } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { recordTestPayment } from '@/lib/payments/settle-payment'
import { paymentProviderFor } from '@/lib/providers/registry'
import { buildInvoice, buildVendor } from '@/prisma/seed/builders'

const TABLES = ['ledger_transactions', 'ledger_entries', 'wallet_movements', 'invoice_status_changes']

beforeAll(async () => {
  const { test: account } = await buildVendor()
  const { accountId, id: invoiceId } = await buildInvoice(account)
  await inOrmTransaction((tx) => recordTestPayment(tx, { accountId, invoiceId }, paymentProviderFor('test')))
})

const rowsOf = async (table: string) =>
  (await connectionPool().query(`SELECT t::text FROM ${table} t ORDER BY 1`)).rows

async function expectRefusal(table: string, statement: string): Promise<void> {
  const before = await rowsOf(table)
  expect(before.length).toBeGreaterThan(0)
  await expect(connectionPool().query(statement)).rejects.toThrow(`${table} is append-only`)
  expect(await rowsOf(table)).toEqual(before)
}

describe.each(TABLES)('%s', (table) => {
  test('no column of a row can be changed, not even to the same value', async () => {
    const { rows } = await connectionPool().query<{ name: string }>(
      'SELECT column_name AS name FROM information_schema.columns WHERE table_schema = current_schema AND table_name = $1',
      [table],
    )
    expect(rows.length).toBeGreaterThan(4)
    for (const { name } of rows) await expectRefusal(table, `UPDATE ${table} SET ${name} = ${name}`)
  })

  test('no row can be deleted', () => expectRefusal(table, `DELETE FROM ${table}`))

  test('it can’t be truncated, on its own or by way of another table', async () => {
    const before = await rowsOf(table)
    for (const truncated of [table, TABLES.join(', '), 'ledger_accounts, invoices']) {
      await expect(connectionPool().query(`TRUNCATE ${truncated} CASCADE`)).rejects.toThrow('is append-only')
    }
    expect(await rowsOf(table)).toEqual(before)
  })

  test('an upsert can’t change a row either', () =>
    expectRefusal(
      table,
      `INSERT INTO ${table} SELECT * FROM ${table}
       ON CONFLICT ON CONSTRAINT ${table}_pkey DO UPDATE SET account_id = excluded.account_id`,
    ))
})
