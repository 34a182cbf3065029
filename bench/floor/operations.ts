import { randomBytes } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import { decrypt } from '@/lib/crypto/secrets'
import * as searchWords from '@/lib/db/search-words'
import { newId } from '@/lib/ids'
import type { Account, Answer, Body } from './server'

/** Lean tables have no searches, and so no words to be found by. */
export const isLean = process.env.TABLES === 'lean'
const searchText: typeof searchWords.searchText = (texts) => (isLean ? '' : searchWords.searchText(texts))
const searchTextOf: typeof searchWords.searchTextOf = (id, texts) =>
  isLean ? '' : searchWords.searchTextOf(id, texts)

const NO_OWNER = '00000000-0000-0000-0000-000000000000'
const UNIQUE_VIOLATION = '23505'

const BANNED: Answer = { status: 403, body: { error: 'Vendor is banned' } }
const NOT_FOUND: Answer = { status: 404, body: { error: 'Not found' } }

/** Prepared once per connection, under its name. */
const statement = (name: string, text: string) => (client: Pool | PoolClient, values: unknown[]) =>
  client.query({ name, text, values })

const INVOICE = `
  SELECT i.id, i.currency, i.email, i.payment_method AS provider, i.customer_id, i.pay_token,
         (i.base_amount_minor + i.fee_amount_minor) / 100.0::float8 AS amount,
         CASE i.status WHEN 'CREATED' THEN 'Invoice Created' WHEN 'PAID' THEN 'Paid'
                       WHEN 'UNPAID' THEN 'Unpaid' ELSE 'Failed' END AS status,
         to_char(i.created_at, 'DD Mon, YYYY') AS created_on, to_char(i.paid_at, 'DD Mon, YYYY') AS paid_on,
         to_char(i.due_date, 'YYYY-MM-DD') AS due_date,
         (SELECT json_agg(json_build_object('name', title, 'qty', quantity_micros / 1000000.0::float8,
                                            'price', unit_price_minor / 100.0::float8) ORDER BY position)
            FROM invoice_items item WHERE item.account_id = i.account_id AND item.invoice_id = i.id) AS items
    FROM invoices i`

const selectInvoice = statement('invoice', `${INVOICE} WHERE i.account_id = $1 AND i.id = $2`)

const selectPaidInvoices = statement(
  'paid invoices',
  `${INVOICE} WHERE i.account_id = $1 AND i.customer_id = $2 AND i.status = 'PAID'
    ORDER BY i.paid_at DESC, i.id DESC`,
)

function presentInvoice({ pay_token, ...invoice }: Record<string, unknown>) {
  return { ...invoice, payment_link: `http://localhost/pay/${pay_token}` }
}

export async function getInvoice(pool: Pool, account: Account, id: string): Promise<Answer> {
  const { rows } = await selectInvoice(pool, [account.id, id])
  if (!rows[0]) return NOT_FOUND
  return { status: 200, body: { status: 'success', invoice: presentInvoice(rows[0]) } }
}

const CUSTOMER = `id, name, email, customer_group AS "group", preferred_currency, address_line1, address_line2, city,
  state, zip, country, to_char(created_at, 'YYYY-MM-DD HH24:MI:SS') AS created_on`

const selectCustomer = statement(
  'customer',
  `SELECT ${CUSTOMER} FROM customers WHERE account_id = $1 AND id = $2`,
)

export async function getCustomer(pool: Pool, account: Account, id: string): Promise<Answer> {
  const [customer, invoices] = await Promise.all([
    selectCustomer(pool, [account.id, id]),
    selectPaidInvoices(pool, [account.id, id]),
  ])
  if (!customer.rows[0]) return NOT_FOUND
  const totals: Record<string, number> = {}
  for (const { currency, amount } of invoices.rows) {
    totals[currency] = ((totals[currency] ?? 0) * 100 + amount * 100) / 100
  }
  return {
    status: 200,
    body: {
      status: 'success',
      customer: customer.rows[0],
      customer_url: `http://localhost/customers/${id}`,
      paid_invoices: invoices.rows.map(presentInvoice),
      total_paid_count: invoices.rows.length,
      total_paid_amount: totals,
    },
  }
}

const selectBankAccounts = statement(
  'bank accounts',
  `SELECT c.id AS owner, b.*, to_char(b.date_of_birth, 'YYYY-MM-DD') AS born,
          to_char(b.created_at, 'YYYY-MM-DD HH24:MI:SS') AS added
     FROM customers c LEFT JOIN bank_accounts b ON b.account_id = c.account_id AND b.customer_id = c.id
    WHERE c.account_id = $1 AND c.id = $2 ORDER BY b.id`,
)

export async function listBankAccounts(pool: Pool, account: Account, id: string): Promise<Answer> {
  if (account.isBanned) return BANNED
  const { rows } = await selectBankAccounts(pool, [account.id, id])
  if (rows.length === 0) return NOT_FOUND
  const bankAccounts = rows
    .filter((row) => row.id !== null)
    .map((row) => ({
      id: row.id,
      customer_id: row.customer_id,
      entity_type: row.entity_type,
      email: row.email,
      address: {
        country_code: row.country_code,
        state: row.state,
        city: row.city,
        postcode: row.postcode,
        street_address: row.street_address,
      },
      bank_details: {
        account_name: row.account_name,
        account_number: openNumber(account, row),
        routing_number: row.routing_number,
        bank_name: row.bank_name,
        account_category: row.account_category,
      },
      first_name: row.first_name,
      last_name: row.last_name,
      date_of_birth: row.born ?? '',
      company_name: row.company_name,
      created_at: row.added,
    }))
  return {
    status: 200,
    body: { status: 'success', customer_id: id, total: bankAccounts.length, bank_accounts: bankAccounts },
  }
}

function openNumber(account: Account, row: { id: string; account_number_encrypted: string }): string {
  return decrypt('bank-account', `${account.id}/${row.id}`, row.account_number_encrypted)
}

const insertCustomer = statement(
  'new customer',
  `INSERT INTO customers (account_id, id, name, email, email_key, name_words, email_words, created_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, now()) RETURNING ${CUSTOMER}`,
)

export async function createCustomer(pool: Pool, account: Account, _id: string, body: Body): Promise<Answer> {
  if (account.isBanned) return BANNED
  try {
    const email = String(body.email)
    const words = [searchText([String(body.name)]), searchText([email])]
    const values = [account.id, newId(), body.name, email, email.toLowerCase(), ...words]
    const { rows } = await insertCustomer(pool, values)
    const message = 'Customer created successfully'
    return { status: 201, body: { status: 'success', message, customer: rows[0] } }
  } catch (error) {
    if ((error as { code?: string }).code !== UNIQUE_VIOLATION) throw error
    return { status: 409, body: { error: 'Customer exists' } }
  }
}

/** The sandbox's own record, committed separately, as any provider's would be. */
const insertSession = statement(
  'checkout at the provider',
  `INSERT INTO sandbox_checkout_sessions
     (reference, idempotency_key, amount_minor, currency, vendor_name, description, success_url, created_at)
   VALUES ($1, $2, $3, $4, 'A vendor', 'An invoice', 'https://example.com/return', now())`,
)

/** Numbered invoice, items and numbered checkout session: one statement, so all of them or none. */
const insertInvoice = statement(
  'new invoice',
  `WITH numbered AS (
     UPDATE accounts SET checkout_count = checkout_count + 1, next_invoice_number = next_invoice_number + 1
      WHERE id = $1
     RETURNING checkout_count, invoice_number(invoice_prefix, next_invoice_number - 1) AS invoice_number),
   invoice AS (
     INSERT INTO invoices (account_id, id, number, customer_id, email, currency, base_amount_minor, fee_amount_minor,
                           due_date, pay_token, seller, billed_to, search, created_at)
     SELECT $1, $2, invoice_number, $3, $4, $5, $6, $7, current_date + 30, $8, '{}', '{}',
            (SELECT name_words || email_words FROM customers WHERE account_id = $1 AND id = $3) || $14, now() FROM numbered),
   items AS (
     INSERT INTO invoice_items (account_id, invoice_id, position, title, quantity_micros, unit_price_minor,
                                line_amount_minor)
     SELECT $1, $2, position, title, quantity_micros, unit_price_minor, line_amount_minor
       FROM unnest($9::text[], $10::bigint[], $11::bigint[], $12::bigint[])
            WITH ORDINALITY AS item (title, quantity_micros, unit_price_minor, line_amount_minor, position))
   INSERT INTO checkout_sessions (account_id, number, invoice_id, provider, provider_reference, amount_minor,
                                  created_at)
   SELECT $1, checkout_count, $2, 'sandbox', $13, $6::bigint + $7::bigint, now() FROM numbered
   RETURNING number, to_char(current_date + 30, 'YYYY-MM-DD') AS due_date,
             to_char(created_at, 'DD Mon, YYYY') AS created_on`,
)

export async function createInvoice(pool: Pool, account: Account, _id: string, body: Body): Promise<Answer> {
  if (account.isBanned) return BANNED
  const { rows: customers } = await selectCustomer(pool, [account.id, body.customer_id])
  if (!customers[0]) return NOT_FOUND
  const items = (body.items as { title: string; qty: number; price: number }[]).map((item) => ({
    ...item,
    lineMinor: Math.round(item.qty * item.price * 100),
  }))
  const baseMinor = items.reduce((sum, item) => sum + item.lineMinor, 0)
  const feeMinor = Math.round((baseMinor * account.feePpm) / 1_000_000) + account.feeFixedMinor
  const id = newId()
  const reference = `sbx_cs_${newId()}`
  const payToken = randomBytes(16).toString('hex')
  const { email } = customers[0]
  await insertSession(pool, [reference, id, baseMinor + feeMinor, 'USD'])
  const { rows } = await insertInvoice(pool, [
    ...[account.id, id, body.customer_id, email, 'USD', baseMinor, feeMinor, payToken],
    items.map((item) => item.title),
    items.map((item) => Math.round(item.qty * 1_000_000)),
    items.map((item) => Math.round(item.price * 100)),
    items.map((item) => item.lineMinor),
    reference,
    searchTextOf(id, [email, (baseMinor / 100).toFixed(2), ((baseMinor + feeMinor) / 100).toFixed(2)]),
  ])
  const invoice = {
    id,
    amount: (baseMinor + feeMinor) / 100,
    base_amount: baseMinor / 100,
    currency: 'USD',
    payment_link: `http://localhost/pay/${payToken}`,
    provider_checkout_session_id: Number(rows[0].number),
    status: 'Invoice Created',
    email,
    customer_id: body.customer_id,
    items: body.items,
    due_date: rows[0].due_date,
    created_on: rows[0].created_on,
  }
  const message = 'Invoice created successfully'
  return { status: 201, body: { status: 'success', message, invoice } }
}

const selectLedgerAccounts = statement(
  'ledger accounts',
  `SELECT kind::text, id FROM ledger_accounts
    WHERE account_id = $1 AND currency = 'USD' AND owner_id IN ('${NO_OWNER}', $2)`,
)

const insertLedgerAccounts = statement(
  'new ledger accounts',
  `INSERT INTO ledger_accounts (account_id, id, kind, currency, owner_id, balance_minor, created_at)
   SELECT $1, gen_random_uuid(), kind::ledger_account_kind, 'USD', owner_id::uuid, balance_minor, now()
     FROM (VALUES ('credit_wallet', '${NO_OWNER}', 0), ('customer_wallet', $2::text, 0),
                  ('payouts_in_transit', '${NO_OWNER}', NULL), ('provider_clearing', '${NO_OWNER}', NULL))
          AS missing (kind, owner_id, balance_minor)
   ON CONFLICT DO NOTHING`,
)

/** The payout with its posting; no row if the bank account isn't the customer's. */
const insertPayout = statement(
  'new payout',
  `WITH payable AS (
     SELECT account.id, account_number_encrypted, name_words || email_words || words || $10 AS search
       FROM bank_accounts AS account
       JOIN customers ON customers.account_id = account.account_id AND customers.id = customer_id
      WHERE account.account_id = $1 AND account.id = $2 AND customer_id = $3),
   payout AS (
     INSERT INTO payouts (account_id, id, customer_id, bank_account_id, amount_minor, currency, provider,
                          provider_account, lease_until, next_attempt_at, search, created_at)
     SELECT $1, $4, $3, id, $5, 'USD', 'sandbox', 'sandbox', now() + interval '15 seconds',
            now() + interval '15 seconds', search, now()
       FROM payable
     RETURNING id),
   posted AS (
     INSERT INTO ledger_transactions (account_id, id, reason, reference_id, created_at)
     SELECT $1, $6, 'payout.requested', id, now() FROM payout),
   entries AS (
     INSERT INTO ledger_entries (account_id, transaction_id, position, source_id, destination_id, amount_minor,
                                 currency)
     SELECT $1, $6, position, source_id, destination_id, $5, 'USD'
       FROM payout, (VALUES (1, $7::uuid, $8::uuid), (2, $8::uuid, $9::uuid))
                    AS entry (position, source_id, destination_id))
   SELECT id, account_number_encrypted, search FROM payable`,
)

/** Debits the wallet and writes its statement line; no row if the balance is too low. */
const debitWallet = statement(
  'debit wallet',
  `WITH moved AS (
     UPDATE ledger_accounts SET balance_minor = balance_minor - $3::bigint, movement_count = movement_count + 1
      WHERE account_id = $1 AND id = $2 AND balance_minor >= $3::bigint
     RETURNING balance_minor, movement_count)
   INSERT INTO wallet_movements (account_id, wallet_id, sequence, transaction_id, reason, change_minor,
                                 balance_after_minor, created_at, hash, search)
   SELECT $1, $2, movement_count, $4, 'payout.requested', -$3::bigint, balance_minor, now(), sha256(''), $5 FROM moved`,
)

const insertTransfer = statement(
  'transfer at the provider',
  `INSERT INTO sandbox_transfers AS t
     (idempotency_key, reference, amount_minor, currency, scenario, status, later_statuses, created_at)
   VALUES ($1, $2, $3, 'USD', 'delivered', 'DELIVERED', '{}', now())
   ON CONFLICT (idempotency_key) DO UPDATE SET status = t.status
   RETURNING reference, status`,
)

/** Books a delivered transfer once, even if several callers report it. */
const settlePayout = statement(
  'settle payout',
  `WITH settled AS (
     UPDATE payouts SET status = 'PAID', settled_at = now(), provider_transfer_id = $3, provider_transfer_status = $4,
            lease_until = NULL, next_attempt_at = now() + interval '10 minutes', attempt_count = attempt_count + 1
      WHERE account_id = $1 AND id = $2 AND status = 'PROCESSING'
     RETURNING amount_minor),
   posted AS (
     INSERT INTO ledger_transactions (account_id, id, reason, reference_id, created_at)
     SELECT $1, $5, 'payout.delivered', $2, now() FROM settled)
   INSERT INTO ledger_entries (account_id, transaction_id, position, source_id, destination_id, amount_minor, currency)
   SELECT $1, $5, 1, $6, $7, amount_minor, 'USD' FROM settled`,
)

type LedgerAccounts = Record<
  'credit_wallet' | 'customer_wallet' | 'payouts_in_transit' | 'provider_clearing',
  string
>

async function ledgerAccounts(client: PoolClient, accountId: string, customerId: string) {
  const read = async () => {
    const { rows } = await selectLedgerAccounts(client, [accountId, customerId])
    return Object.fromEntries(rows.map(({ kind, id }) => [kind, id])) as LedgerAccounts
  }
  const ledgerAccounts = await read()
  if (
    ledgerAccounts.credit_wallet &&
    ledgerAccounts.customer_wallet &&
    ledgerAccounts.payouts_in_transit &&
    ledgerAccounts.provider_clearing
  ) {
    return ledgerAccounts
  }
  await insertLedgerAccounts(client, [accountId, customerId])
  return read()
}

export async function payOut(pool: Pool, account: Account, customerId: string, body: Body): Promise<Answer> {
  if (account.isBanned) return BANNED
  const amountMinor = Math.round(Number(body.amount) * 100)
  if (amountMinor > account.payoutLimitMinor) return { status: 400, body: { error: 'Above the limit' } }
  const id = newId()
  const client = await pool.connect()
  let requested: { ledger: LedgerAccounts } | Answer
  try {
    await client.query('BEGIN')
    requested = await requestPayout(client, account, { id, customerId, amountMinor, ...body })
    await client.query('status' in requested ? 'ROLLBACK' : 'COMMIT')
    client.release()
  } catch (error) {
    client.release(true)
    throw error
  }
  if ('status' in requested) return requested
  // The intent is committed and no transaction is open, so a crash from here on loses no transfer.
  const { rows } = await insertTransfer(pool, [id, `sbx_tr_${newId()}`, amountMinor])
  const { reference, status } = rows[0]
  const { payouts_in_transit: source, provider_clearing: destination } = requested.ledger
  await settlePayout(pool, [account.id, id, reference, status, newId(), source, destination])
  const payout = {
    id,
    customer_id: customerId,
    bank_account_id: body.bank_account_id,
    amount: amountMinor / 100,
    currency: 'USD',
    status: 'PAID',
    provider_transfer_id: reference,
    provider_transfer_status: status,
  }
  return { status: 200, body: { status: 'success', message: 'Payout completed successfully', payout } }
}

async function requestPayout(
  client: PoolClient,
  account: Account,
  payout: { id: string; customerId: string; amountMinor: number; bank_account_id?: unknown },
): Promise<{ ledger: LedgerAccounts } | Answer> {
  const { id, customerId, amountMinor, bank_account_id } = payout
  const transactionId = newId()
  const ledger = await ledgerAccounts(client, account.id, customerId)
  const { credit_wallet: wallet, customer_wallet, payouts_in_transit } = ledger
  const { rows } = await insertPayout(client, [
    ...[account.id, bank_account_id, customerId, id, amountMinor, transactionId],
    ...[wallet, customer_wallet, payouts_in_transit],
    searchTextOf(id, [(amountMinor / 100).toFixed(2)]),
  ])
  if (!rows[0]) return NOT_FOUND
  // A real provider is sent the number in clear.
  openNumber(account, rows[0])
  // Last, so that the wallet's row stays locked as briefly as possible.
  const { rowCount } = await debitWallet(client, [
    account.id,
    wallet,
    amountMinor,
    transactionId,
    rows[0].search,
  ])
  if (rowCount !== 1) return { status: 400, body: { error: 'Insufficient balance' } }
  return { ledger }
}
