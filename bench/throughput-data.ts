import { randomBytes } from 'node:crypto'
import type { Client } from 'pg'
import type { Account } from '@/lib/vendors/account'
import { fillAccounts, fillRecords, fillStatement, withoutChecks } from './lists-data'
import { withClient } from './setup'

const POOL = 1000
const BIG_INVOICES = 1000
const WALLET_MINOR = 100_000_000_000n
const AT_ONCE = 8

/** A large account, and the ids to request from it. */
export type LargeAccount = {
  key: string
  email: string
  password: string
  /** Spread evenly over the account. */
  invoiceIds: string[]
  /** With a handful of paid invoices and one bank account each. */
  customerIds: string[]
  /** Has a thousand paid invoices. */
  bigCustomerId: string
}

/** An account that pays out, with its one customer. */
export type Payer = { account: Account; key: string; customerId: string; bankAccountId: string }

/** A vendor whose test account has this many invoices, payouts, requests, events and mails. */
export async function buildLargeAccount(url: string, invoices: number): Promise<LargeAccount> {
  const { buildApiKey, buildVendor } = await import('@/prisma/seed/builders')
  const email = `large-${invoices}@example.com`
  const password = randomBytes(12).toString('base64url')
  const { test } = await buildVendor({ email, password, name: 'A large vendor' })
  return withClient(url, async (client) => {
    await fillAccounts(
      client,
      { accountId: test.id, otherIds: [] },
      { invoices, customers: invoices / 10, others: 0, isSettled: true },
    )
    await fillStatement(client, test.id)
    await fillRecords(client, test.id)
    // The worker deletes old entries of the request log.
    await client.query(
      `UPDATE api_requests SET created_at = now() - random() * interval '7 days' WHERE account_id = $1`,
      [test.id],
    )
    await withoutChecks(client, () =>
      client.query(
        `INSERT INTO invoice_items (account_id, invoice_id, position, title, quantity_micros, unit_price_minor,
                                    line_amount_minor)
         SELECT account_id, id, 1, 'Consulting', 1000000, base_amount_minor, base_amount_minor
           FROM invoices WHERE account_id = $1`,
        [test.id],
      ),
    )
    const bigCustomerId = await addBigCustomer(client, test.id)
    const customerIds = await idsOf(
      client,
      `SELECT customer_id AS id FROM invoices WHERE account_id = $1 GROUP BY customer_id
       HAVING count(*) FILTER (WHERE status = 'PAID') BETWEEN 1 AND 20 ORDER BY md5(customer_id::text) LIMIT ${POOL}`,
      test.id,
    )
    await numberBankAccounts(client, test.id, customerIds)
    const invoiceIds = await idsOf(
      client,
      `SELECT id FROM invoices WHERE account_id = $1 ORDER BY md5(id::text) LIMIT ${POOL}`,
      test.id,
    )
    await sealAll()
    // The server's own vacuums and the checkpoint of what was filled would run during the measurements.
    await client.query('VACUUM (ANALYZE)')
    await client.query('CHECKPOINT')
    const key = await buildApiKey(test)
    return { key, email, password, invoiceIds, customerIds, bigCustomerId }
  })
}

/** Else the worker would seal a hundred thousand of these rows in each minute of the measurements. */
async function sealAll(): Promise<void> {
  const { sealRows } = await import('@/lib/db/seals')
  const { LEDGER_STREAM } = await import('@/lib/ledger/ledger-seal')
  // The first run notes up to where the next one seals.
  await sealRows(LEDGER_STREAM)
  while ((await sealRows(LEDGER_STREAM)) > 0);
}

async function addBigCustomer(client: Client, accountId: string): Promise<string> {
  const [id = ''] = await idsOf(
    client,
    `INSERT INTO customers (account_id, id, name, email, email_key, created_at)
     VALUES ($1, gen_random_uuid(), 'Big Ltd', 'big@example.com', 'big@example.com', now()) RETURNING id`,
    accountId,
  )
  await client.query(
    `WITH paid AS (
       INSERT INTO invoices (account_id, id, number, customer_id, email, currency, base_amount_minor, fee_amount_minor,
                             status, due_date, pay_token, seller, billed_to, payment_method, paid_at, created_at)
       SELECT $1, gen_random_uuid(), 'BIG-' || n, $2, 'big@example.com', 'USD', 10000 + n, 320, 'PAID', current_date,
              md5('big' || n), '{}', '{}', 'card', now() - n * interval '1 hour', now() - n * interval '1 hour'
         FROM generate_series(1, ${BIG_INVOICES}) AS n
       RETURNING account_id, id, base_amount_minor)
     INSERT INTO invoice_items (account_id, invoice_id, position, title, quantity_micros, unit_price_minor,
                                line_amount_minor)
     SELECT account_id, id, position, 'Consulting', 1000000, base_amount_minor, base_amount_minor
       FROM paid, generate_series(1, 5) AS position`,
    [accountId, id],
  )
  return id
}

/** Gives the customers' bank accounts numbers that can be decrypted. */
async function numberBankAccounts(client: Client, accountId: string, customerIds: string[]): Promise<void> {
  const { encrypt } = await import('@/lib/crypto/secrets')
  const { rows } = await client.query<{ id: string }>(
    'SELECT id FROM bank_accounts WHERE account_id = $1 AND customer_id = ANY ($2)',
    [accountId, customerIds],
  )
  const ids = rows.map(({ id }) => id)
  const numbers = ids.map((id) => encrypt('bank-account', `${accountId}/${id}`, '123456789012'))
  await client.query(
    `UPDATE bank_accounts SET account_number_encrypted = new_number.number
       FROM unnest($2::uuid[], $3::text[]) AS new_number (id, number)
      WHERE account_id = $1 AND bank_accounts.id = new_number.id`,
    [accountId, ids, numbers],
  )
}

async function idsOf(client: Client, statement: string, accountId: string): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(statement, [accountId])
  return rows.map(({ id }) => id)
}

/** Vendors with full wallets: payouts of different ones share no row. */
export async function buildPayers(count: number): Promise<Payer[]> {
  const payers: Payer[] = []
  let started = 0
  const build = async () => {
    while (started < count) {
      started += 1
      payers.push(await buildPayer())
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, build))
  return payers
}

async function buildPayer(): Promise<Payer> {
  const builders = await import('@/prisma/seed/builders')
  const { test: account } = await builders.buildVendor()
  // A long trial pays out more in a day than a vendor may by default.
  const { database } = await import('@/lib/db/client')
  await database().vendor.update({
    where: { id: account.vendorId },
    data: { dailyLimitMinor: WALLET_MINOR },
    select: { id: true },
  })
  const key = await builders.buildApiKey(account)
  const customer = await builders.buildCustomer(account)
  const bankAccount = await builders.buildBankAccount(account, customer.id)
  await builders.fundWallet(account, WALLET_MINOR)
  return { account, key, customerId: customer.id, bankAccountId: bankAccount.id }
}
