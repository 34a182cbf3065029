import type { Client } from 'pg'
import type { InvoiceFilters, InvoiceSort } from '@/lib/invoices/invoice-list-sql'
import type { PageRequest, Place } from '@/lib/lists/keyset-page'

/** What is measured: one account's invoices among those of others. */
type Volume = { invoices: number; customers: number; others: number }

const FIRST_DAY = '2023-12-01'
const DAYS = 1080

/** A UUIDv7 of a time and a number: its index grows at its end, as that of real ids. */
const ID = (timeMs: string, number: string) =>
  `(lpad(to_hex(${timeMs}), 12, '0') || '7' || substr(md5(${number}::text), 1, 3)
    || '8' || substr(md5(${number}::text), 4, 15))::uuid`

/** Fills the account, and an account each for a number of others, with customers and invoices over three years. */
export async function fillAccounts(
  client: Client,
  { accountId, otherIds }: { accountId: string; otherIds: string[] },
  { invoices, customers, others }: Volume,
): Promise<void> {
  const indexes = await client.query<{ name: string; definition: string }>(`
    SELECT indexname AS name, indexdef AS definition FROM pg_indexes
     WHERE tablename IN ('invoices', 'customers')
       AND indexname NOT IN (SELECT conname FROM pg_constraint)`)
  // Built once at the end: several times as fast as growing them row by row.
  for (const { name } of indexes.rows) await client.query(`DROP INDEX "${name}"`)
  await fillAccount(client, accountId, { invoices, customers })
  for (const otherId of otherIds) {
    const share = Math.ceil(others / otherIds.length)
    await fillAccount(client, otherId, { invoices: share, customers: Math.ceil(share / 10) })
  }
  for (const { definition } of indexes.rows) await client.query(definition)
  await client.query('VACUUM (ANALYZE) customers, invoices')
}

async function fillAccount(
  client: Client,
  accountId: string,
  { invoices, customers }: { invoices: number; customers: number },
): Promise<void> {
  await client.query(
    `INSERT INTO customers (account_id, id, name, email, email_key, created_at)
     SELECT $1::uuid, md5($1 || 'customer' || n)::uuid,
            (ARRAY['Ada','Grace','Alan','Katherine','Hedy','Radia','Barbara','Edsger','Donald','Frances'])[1 + n % 10]
              || ' ' || (ARRAY['Lovelace','Hopper','Turing','Johnson','Lamarr','Perlman','Liskov','Dijkstra'])[1 + n / 10 % 8]
              || ' ' || n,
            'customer' || n || '@example.com', 'customer' || n || '@example.com', timestamptz '${FIRST_DAY}'
       FROM generate_series(1, $2::int) AS n`,
    [accountId, customers],
  )
  // A tenth of all invoices are those of one customer: no search for it may cost more.
  await client.query(
    `INSERT INTO invoices (account_id, id, customer_id, email, currency, base_amount_minor, fee_amount_minor,
                           status, due_date, pay_token, provider, paid_at, created_at)
     SELECT $1::uuid, ${ID('ms', 'n')}, md5($1 || 'customer' || customer)::uuid,
            'customer' || customer || '@example.com', currency, amount, amount * 29 / 1000 + 30, status,
            (to_timestamp(ms / 1000.0) AT TIME ZONE 'UTC')::date + days, md5('token' || n),
            CASE status WHEN 'PAID' THEN 'card' END,
            CASE status WHEN 'PAID' THEN to_timestamp(ms / 1000.0) + interval '1 day' END,
            to_timestamp(ms / 1000.0)
       FROM (SELECT n,
               (extract(epoch FROM timestamptz '${FIRST_DAY}') * 1000)::bigint
                 + n::bigint * ${DAYS}::bigint * 86400000 / $2::int AS ms,
               CASE WHEN n % 10 = 0 THEN 1 ELSE 1 + hashint4(n)::bigint + 2147483648 END % $3::int + 1 AS customer,
               (ARRAY['USD','USD','USD','USD','USD','USD','USD','EUR','EUR','GBP'])[1 + (n::bigint * 7919) % 10] AS currency,
               100 + ((hashint4(n + 1)::bigint + 2147483648) % 500000) AS amount,
               (CASE WHEN r < 80 THEN 'PAID' WHEN r < 90 THEN 'UNPAID' WHEN r < 98 THEN 'CREATED' ELSE 'FAILED'
                END)::invoice_status AS status,
               (ARRAY[7, 14, 30, 30, 30, 60])[1 + n % 6] AS days
               FROM (SELECT n::int AS n, ((hashint4(n::int + 2)::bigint + 2147483648) % 100) AS r
                       FROM generate_series(1, $2::int) AS n) AS numbered) AS invoice`,
    [accountId, invoices, customers],
  )
}

const day = (text: string) => new Date(`${text}T00:00:00Z`)

const FILTERS: Record<string, InvoiceFilters> = {
  'no filter': {},
  'status paid': { statuses: ['PAID'] },
  'status overdue': { statuses: ['UNPAID'] },
  'status failed': { statuses: ['FAILED'] },
  'status open': { statuses: ['CREATED', 'FAILED'] },
  'currency EUR': { currency: 'EUR' },
  'currency of none': { currency: 'CHF' },
  'status and currency': { statuses: ['UNPAID'], currency: 'GBP' },
  'created in a month': { createdFrom: day('2025-03-01'), createdTo: day('2025-04-01') },
  'created on a day': { createdFrom: day('2025-03-03'), createdTo: day('2025-03-04') },
  'due in a month': { dueFrom: day('2025-03-01'), dueTo: day('2025-03-31') },
  'due on a day': { dueFrom: day('2025-03-03'), dueTo: day('2025-03-03') },
  'due on a day, failed': { dueFrom: day('2025-03-03'), dueTo: day('2025-03-03'), statuses: ['FAILED'] },
  'created and due': {
    createdFrom: day('2025-03-01'),
    createdTo: day('2025-04-01'),
    dueFrom: day('2025-03-20'),
    dueTo: day('2025-03-20'),
  },
  'a customer': { search: 'Ada Lovelace 80' },
  'a name that many have': { search: 'grace' },
  'the largest customer': { search: 'customer2@' },
  'an email': { search: 'customer4242@example.com' },
  nobody: { search: 'zzz' },
  'an id': { search: '0195a1b2-c3d4-7000-8000-000000000000' },
  'the beginning of an id': { search: '0195a1b2' },
}

const SORTS: InvoiceSort[] = ['created', 'due_date', 'amount']

/** Places at each end and in the middle; that no invoice is at them makes no difference. */
const DEPTHS: Record<string, Record<InvoiceSort, Place> | null> = {
  first: null,
  middle: places('019600000000', '2025-05-15', '255000'),
  'near the end': places('018c2c00afc8', '2023-12-10', '450'),
}

function places(timeHex: string, dueDate: string, amount: string): Record<InvoiceSort, Place> {
  const id = `${timeHex.slice(0, 8)}-${timeHex.slice(8)}-7000-8000-000000000000`
  return { created: { id, value: id }, due_date: { id, value: dueDate }, amount: { id, value: amount } }
}

type ListCase = {
  filter: string
  order: string
  filters: InvoiceFilters
  page: PageRequest<InvoiceSort>
}

/** Every filter in every order at every depth, and the way back from the middle. */
export function listCases(): ListCase[] {
  return Object.entries(FILTERS).flatMap(([filter, filters]) =>
    SORTS.flatMap((sort) =>
      Object.entries(DEPTHS).flatMap(([depth, place]) => {
        const page = { sort, descending: true, after: place?.[sort] ?? null, before: null, limit: 25 }
        const forward = { filter, filters, order: `-${sort}, ${depth}`, page }
        if (depth !== 'middle') return [forward]
        const back = { ...page, after: null, before: page.after }
        return [forward, { filter, filters, order: `-${sort}, back from the middle`, page: back }]
      }),
    ),
  )
}
