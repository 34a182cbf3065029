import type { Client } from 'pg'

/**
 * The measured account's rows, and the invoices of all other accounts. `isSettled`: the worker has been over them, so that
 * it finds nothing to do; else invoices of every age have every status.
 */
type Volume = { invoices: number; customers: number; others: number; isSettled: boolean }

const FIRST_DAY = '2023-12-01'
const DAYS = 1080

/** A UUIDv7 of a time and a number, so that its index grows at the end, as with real ids. */
const ID = (timeMs: string, number: string) =>
  `(lpad(to_hex(${timeMs}), 12, '0') || '7' || substr(md5((${number})::text), 1, 3)
    || '8' || substr(md5((${number})::text), 4, 15))::uuid`

const CUSTOMER_ID = (number: string) => ID('1700000000000', `$1 || 'customer' || ${number}`)

/** Fills the account, and one account for each other id, with customers and invoices over three years. */
export async function fillAccounts(
  client: Client,
  { accountId, otherIds }: { accountId: string; otherIds: string[] },
  { invoices, customers, others, isSettled }: Volume,
): Promise<void> {
  await withoutIndexes(client, ['invoices', 'customers'], async () => {
    await fillAccount(client, accountId, { invoices, customers, isSettled })
    for (const otherId of otherIds) {
      const share = Math.ceil(others / otherIds.length)
      await fillAccount(client, otherId, {
        invoices: share,
        customers: Math.ceil(share / 10),
        isSettled,
      })
    }
  })
  await sumOverdue(client)
  await client.query('VACUUM (ANALYZE) customers, invoices')
}

/** Checks no foreign keys meanwhile, which these rows keep. */
export async function withoutChecks(client: Client, work: () => Promise<unknown>): Promise<void> {
  await client.query('SET session_replication_role = replica')
  await work()
  await client.query('RESET session_replication_role')
}

/** Builds the tables' indexes at the end of the work: many times as fast as row by row. */
async function withoutIndexes(client: Client, tables: string[], work: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `SELECT indexname AS name, indexdef AS definition FROM pg_indexes
      WHERE schemaname = current_schema() AND tablename = ANY ($1) AND indexname NOT IN (SELECT conname FROM pg_constraint)
        AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = indexname::regclass)`,
    [tables],
  )
  for (const { name } of rows) await client.query(`DROP INDEX "${name}"`)
  await withoutChecks(client, work)
  // An index of ten million texts is built within its memory, or takes half an hour.
  await client.query("SET maintenance_work_mem = '2GB'")
  for (const { definition } of rows) await client.query(definition)
  await client.query('RESET maintenance_work_mem')
}

/** Adds up what is overdue, for rows that no use case has written. */
async function sumOverdue(client: Client): Promise<void> {
  await client.query('DELETE FROM overdue_sums')
  await client.query(
    `INSERT INTO overdue_sums (account_id, currency, invoice_count, total_minor)
     SELECT account_id, currency, count(*), sum(total_minor) FROM invoices WHERE status = 'UNPAID'
      GROUP BY account_id, currency`,
  )
}

/* The search words of the data below, as lib/db/search-words.ts forms them without accents or capitals in emails. */
const wordsOf = (text: string) => `' ' || lower(regexp_replace(${text}, '[^A-Za-z0-9]+', ' ', 'g'))`
const emailWords = (email: string) => `${wordsOf(email)} || ' ' || ${email}`
const idWords = (id: string) => `' ' || ${id} || ' ~' || reverse(replace(${id}::text, '-', ''))`
const amountWords = (minor: string) =>
  `' ' || (${minor}) / 100 || ' ' || lpad(((${minor}) % 100)::text, 2, '0')`

async function fillAccount(
  client: Client,
  accountId: string,
  { invoices, customers, isSettled }: Omit<Volume, 'others'>,
): Promise<void> {
  await client.query(
    `INSERT INTO customers (account_id, id, name, email, email_key, created_at, name_words, email_words)
     SELECT account_id, id, name, email, email, created_at, ${wordsOf('name')}, ${emailWords('email')}
       FROM (SELECT $1::uuid AS account_id, ${CUSTOMER_ID('n')} AS id,
            CASE WHEN n = $2::int THEN 'Formerly Large Ltd' ELSE
              (ARRAY['Ada','Grace','Alan','Katherine','Hedy','Radia','Barbara','Edsger','Donald','Frances'])[1 + n % 10]
                || ' ' || (ARRAY['Lovelace','Hopper','Turing','Johnson','Lamarr','Perlman','Liskov','Dijkstra'])[1 + n / 10 % 8]
                || ' ' || n END AS name,
            'customer' || n || '@example.com' AS email,
            timestamptz '${FIRST_DAY}' + n * interval '${DAYS} days' / $2::int AS created_at
       FROM generate_series(1, $2::int) AS n) AS customer`,
    [accountId, customers],
  )
  // One customer has a tenth of all invoices, and another, who left, half of the oldest tenth: a search for
  // them finds rows far from the first page of most orders.
  await client.query(
    `INSERT INTO invoices (account_id, id, number, customer_id, email, currency, base_amount_minor, fee_amount_minor,
                           status, due_date, pay_token, seller, billed_to, payment_method, paid_at, created_at, search)
     SELECT $1::uuid, ${ID('ms', 'n')}, 'A-' || n, ${CUSTOMER_ID('customer')},
            'customer' || customer || '@example.com', currency, amount, amount * 29 / 1000 + 30, status, due_date, md5('token' || n), '{}', '{}',
            CASE status WHEN 'PAID' THEN 'card' END,
            CASE status WHEN 'PAID' THEN to_timestamp(ms / 1000.0) + interval '1 day' END,
            to_timestamp(ms / 1000.0),
            (SELECT name_words || email_words FROM customers
              WHERE account_id = $1::uuid AND id = ${CUSTOMER_ID('customer')})
              || ${amountWords('amount')} || ${amountWords('amount + amount * 29 / 1000 + 30')}
              || ${idWords(ID('ms', 'n'))} || ' a ' || n
       FROM (SELECT n,
               (extract(epoch FROM timestamptz '${FIRST_DAY}') * 1000)::bigint
                 + n::bigint * ${DAYS}::bigint * 86400000 / $2::int AS ms,
               CASE WHEN n % 2 = 1 AND n < $2::int / 10 THEN $3::bigint
                    WHEN n % 10 = 0 THEN 2
                    ELSE (1 + hashint4(n)::bigint + 2147483648) % $3::int + 1 END AS customer,
               (ARRAY['USD','USD','USD','USD','USD','USD','USD','EUR','EUR','GBP'])[1 + (n::bigint * 7919) % 10] AS currency,
               100 + ((hashint4(n + 1)::bigint + 2147483648) % 500000) AS amount,
               (ARRAY[7, 14, 30, 30, 30, 60])[1 + n % 6] AS days,
               ((hashint4(n + 2)::bigint + 2147483648) % 100) AS r
               FROM (SELECT n::int AS n FROM generate_series(1, $2::int) AS n) AS numbered) AS invoice,
            LATERAL (SELECT (to_timestamp(ms / 1000.0) AT TIME ZONE 'UTC')::date + days AS due_on) AS due,
            -- The worker leaves overdue ones unpaid, and each reminder's day has passed or is days away.
            LATERAL (SELECT $4::boolean AND r >= 80 AND due_on < current_date + 5 AS is_overdue) AS overdue,
            LATERAL (SELECT CASE WHEN is_overdue THEN due_on - 14 ELSE due_on END AS due_date,
                            (CASE WHEN r < 80 THEN 'PAID' WHEN is_overdue OR r < 90 THEN 'UNPAID'
                                  WHEN r < 98 THEN 'CREATED' ELSE 'FAILED' END)::invoice_status AS status) AS settled`,
    [accountId, invoices, customers, isSettled],
  )
}

/** A statement with a line for each invoice paid in US dollars. */
export async function fillStatement(client: Client, accountId: string): Promise<void> {
  const tables = ['ledger_transactions', 'wallet_movements']
  await withoutIndexes(client, tables, () => insertStatement(client, accountId))
  await client.query('VACUUM (ANALYZE) ledger_transactions, ledger_accounts, wallet_movements')
}

async function insertStatement(client: Client, accountId: string): Promise<void> {
  const paid = `FROM invoices WHERE account_id = $1::uuid AND status = 'PAID' AND currency = 'USD'`
  const walletId = `md5($1 || 'wallet')::uuid`
  await client.query(
    `INSERT INTO ledger_transactions (account_id, id, reason, reference_id, created_at)
     SELECT $1::uuid, id, 'invoice.paid', id, paid_at ${paid}`,
    [accountId],
  )
  await client.query(
    `INSERT INTO ledger_accounts (account_id, id, kind, currency, owner_id, balance_minor, movement_count, created_at)
     SELECT $1::uuid, ${walletId}, 'credit_wallet', 'USD', '00000000-0000-0000-0000-000000000000',
            sum(base_amount_minor), count(*), now() ${paid}`,
    [accountId],
  )
  await client.query(
    `INSERT INTO wallet_movements
       (account_id, wallet_id, sequence, transaction_id, reason, change_minor, balance_after_minor, created_at, hash, search)
     SELECT $1::uuid, ${walletId}, row_number() OVER statement, id, 'invoice.paid', base_amount_minor,
            sum(base_amount_minor) OVER statement, paid_at, sha256(''), search ${paid}
     WINDOW statement AS (ORDER BY id)`,
    [accountId],
  )
}

/** Requests, deliveries and mails are forgotten after their time: no account has ten million of them. */
const MAX_RECORDS = 1_000_000

/**
 * As many payouts, requests, webhook events and mails as the account has invoices, at the invoices' times, up to those of the
 * latest million, and a credit of a cent for one invoice in 500.
 */
export async function fillRecords(client: Client, accountId: string): Promise<void> {
  const tables = [
    'bank_accounts',
    'payouts',
    'api_requests',
    'webhook_deliveries',
    'mail_messages',
    'invoice_credits',
  ]
  await withoutIndexes(client, tables, () => insertRecords(client, accountId))
  await client.query(`VACUUM (ANALYZE) ${tables.join(', ')}`)
}

async function insertRecords(client: Client, accountId: string): Promise<void> {
  const latest = `SELECT * FROM invoices WHERE account_id = $1::uuid ORDER BY id DESC LIMIT ${MAX_RECORDS}`
  const each = `FROM (SELECT row_number() OVER (ORDER BY id) AS n, * FROM (${latest}) AS latest) AS i`
  await client.query(
    `INSERT INTO bank_accounts (account_id, id, customer_id, entity_type, email, country_code, state, city, postcode,
       street_address, account_name, account_number_encrypted, account_number_last4, routing_number, bank_name,
       account_category, created_at, words)
     SELECT account_id, id, id, 'PERSONAL', email, 'US', 'NY', 'New York', '10001', '1 Main Street', name, 'x',
            lpad((hashint4(row_number() OVER (ORDER BY id)::int) & 8191)::text, 4, '0'), '021000021', 'First Bank',
            'Checking', created_at,
            ' first bank ' || lpad((hashint4(row_number() OVER (ORDER BY id)::int) & 8191)::text, 4, '0')
       FROM customers WHERE account_id = $1::uuid`,
    [accountId],
  )
  await client.query(
    `INSERT INTO payouts (account_id, id, customer_id, bank_account_id, amount_minor, currency, status, provider,
                          provider_account, created_at, settled_at, search)
     SELECT account_id, id, customer_id, customer_id, base_amount_minor, 'USD',
            (CASE WHEN n % 50 = 0 THEN 'FAILED' ELSE 'PAID' END)::payout_status, 'sandbox', 'sandbox', created_at,
            created_at,
            (SELECT name_words || email_words || bank_accounts.words FROM customers
               JOIN bank_accounts USING (account_id, id) WHERE account_id = i.account_id AND id = i.customer_id)
              || ${amountWords('base_amount_minor')} || ${idWords('i.id')} ${each}`,
    [accountId],
  )
  await client.query(
    `INSERT INTO api_keys (account_id, id, name, key_hash, hint, created_at)
     VALUES ($1::uuid, $1::uuid, 'Key', sha256($1::text::bytea), 'cf_test_…', now())`,
    [accountId],
  )
  await client.query(
    `INSERT INTO api_requests (account_id, id, api_key_id, method, path, response_status, duration_ms, created_at)
     SELECT account_id, id, account_id,
            CASE WHEN n % 5000 = 0 THEN 'HEAD' WHEN n % 3 = 0 THEN 'POST' ELSE 'GET' END,
            CASE WHEN n % 1000 = 0 THEN '/api/v2/payout' WHEN n % 3 = 0 THEN '/api/v2/invoice'
                 ELSE '/api/v2/invoice/' || id END,
            CASE WHEN n % 2000 = 0 THEN 502 WHEN n % 40 = 0 THEN 400 ELSE 200 END, 12, created_at ${each}`,
    [accountId],
  )
  await client.query(
    `INSERT INTO webhook_deliveries (account_id, id, invoice_id, sequence, url, payload, status, attempt_count, created_at)
     SELECT account_id, id, id, 1, 'https://example.com/hook', '{"invoice":{"status":"Paid"}}',
            (CASE WHEN n % 300 = 0 THEN 'FAILED' ELSE 'DELIVERED' END)::webhook_delivery_status, 1, created_at ${each}`,
    [accountId],
  )
  await client.query(
    `INSERT INTO mail_messages (owner_id, id, kind, reference, recipient, subject, body_encrypted, status, give_up_at,
                                created_at, search)
     SELECT account_id, id, (CASE WHEN n % 400 = 0 THEN 'payout' ELSE 'invoice' END)::mail_kind, id, email,
            'Invoice from A Vendor', 'x', (CASE WHEN n % 300 = 0 THEN 'FAILED' ELSE 'KEPT' END)::mail_status,
            created_at, created_at, ${emailWords('email')} || ' invoice from a vendor ' || id ${each}`,
    [accountId],
  )
  await client.query(
    `INSERT INTO invoice_credits (account_id, id, invoice_id, amount_minor, currency, credit_note_number,
                                  line_gross_minor, line_tax_minor, created_at)
     SELECT account_id, id, id, 1, currency, 1, '{1}', '{0}', created_at ${each} WHERE n % 500 = 0`,
    [accountId],
  )
}
