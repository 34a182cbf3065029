import { currentPrefix, decrypt, encrypt, type Purpose } from '@/lib/crypto/secrets'
import { endpointOwner } from '@/lib/crypto/webhook-secret'
import { connectionPool } from '@/lib/db/client'

type Row = Record<string, string>

/** A column with ciphertexts, the key of its table, and the context that binds a ciphertext to its row. */
type EncryptedColumn = {
  table: string
  column: string
  key: [column: string, type: 'uuid' | 'text'][]
  purpose: Purpose
  context(row: Row): string
}

const byAccount = (row: Row) => row.id ?? ''

/** Everything that the database holds encrypted. A test compares the list with the schema. */
export const ENCRYPTED: readonly EncryptedColumn[] = [
  {
    table: 'bank_accounts',
    column: 'account_number_encrypted',
    key: [
      ['account_id', 'uuid'],
      ['id', 'uuid'],
    ],
    purpose: 'bank-account',
    context: (row) => `${row.account_id}/${row.id}`,
  },
  {
    table: 'accounts',
    column: 'webhook_secret_encrypted',
    key: [['id', 'uuid']],
    purpose: 'webhook-secret',
    context: byAccount,
  },
  {
    table: 'accounts',
    column: 'previous_webhook_secret_encrypted',
    key: [['id', 'uuid']],
    purpose: 'webhook-secret',
    context: byAccount,
  },
  ...(['secret_encrypted', 'previous_secret_encrypted'] as const).map(
    (column): EncryptedColumn => ({
      table: 'webhook_endpoints',
      column,
      key: [
        ['account_id', 'uuid'],
        ['id', 'uuid'],
      ],
      purpose: 'webhook-secret',
      context: (row) => endpointOwner(row.account_id ?? '', row.id ?? ''),
    }),
  ),
  {
    table: 'members',
    column: 'totp_secret_encrypted',
    key: [['id', 'uuid']],
    purpose: 'totp',
    context: byAccount,
  },
  {
    table: 'mail_messages',
    column: 'body_encrypted',
    key: [
      ['owner_id', 'uuid'],
      ['id', 'uuid'],
    ],
    purpose: 'mail',
    context: (row) => `${row.owner_id}/${row.id}`,
  },
  {
    table: 'idempotency_claims',
    column: 'response_encrypted',
    key: [
      ['account_id', 'uuid'],
      ['endpoint', 'text'],
      ['key', 'text'],
    ],
    purpose: 'idempotency',
    context: (row) => JSON.stringify([row.account_id, row.endpoint, row.key]),
  },
]

const BATCH = 500

/** Encrypts all that an earlier key encrypted with the current one; returns how many values. */
export async function reencryptAll(): Promise<number> {
  let total = 0
  for (const column of ENCRYPTED) total += await reencryptColumn(column)
  return total
}

/**
 * Goes through a table in the order of its key, in small batches that each commit by themselves. A value that the
 * service replaces meanwhile stays as the service wrote it. Killed halfway, it goes on where it was: what is done is
 * told by the ciphertexts.
 */
async function reencryptColumn(encrypted: EncryptedColumn): Promise<number> {
  let total = 0
  let after: Row | null = null
  for (;;) {
    const rows: Row[] = await nextRows(encrypted, after)
    if (rows.length === 0) return total
    total += await replace(encrypted, rows)
    after = rows.at(-1) ?? null
  }
}

async function nextRows({ table, column, key }: EncryptedColumn, after: Row | null): Promise<Row[]> {
  const names = key.map(([name]) => name).join(', ')
  const beyond = key.map(([, type], index) => `$${index + 2}::${type}`).join(', ')
  const { rows } = await connectionPool().query<Row>(
    `SELECT ${names}, ${column} AS old FROM ${table}
      WHERE ${column} IS NOT NULL AND NOT starts_with(${column}, $1) ${after ? `AND (${names}) > (${beyond})` : ''}
      ORDER BY ${names} LIMIT ${BATCH}`,
    [currentPrefix(), ...(after ? key.map(([name]) => after[name]) : [])],
  )
  return rows
}

async function replace(
  { table, column, key, purpose, context }: EncryptedColumn,
  rows: Row[],
): Promise<number> {
  const columns = key.map(([name, type]) => ({ name, type, values: rows.map((row) => row[name]) }))
  const parameters = columns.map(({ type }, index) => `$${index + 3}::${type}[]`).join(', ')
  const { rowCount } = await connectionPool().query(
    `UPDATE ${table} AS t SET ${column} = change.new
       FROM unnest($1::text[], $2::text[], ${parameters}) AS change (old, new, ${columns.map(({ name }) => name).join(', ')})
      WHERE ${columns.map(({ name }) => `t.${name} = change.${name}`).join(' AND ')} AND t.${column} = change.old`,
    [
      rows.map(({ old }) => old),
      rows.map((row) => encrypt(purpose, context(row), decrypt(purpose, context(row), row.old ?? ''))),
      ...columns.map(({ values }) => values),
    ],
  )
  return rowCount ?? 0
}

/** Counts the values that are encrypted with another key than the current one. */
export async function countEarlier(): Promise<number> {
  let count = 0
  for (const { table, column } of ENCRYPTED) {
    const { rows } = await connectionPool().query<{ count: string }>(
      `SELECT count(*) FROM ${table} WHERE ${column} IS NOT NULL AND NOT starts_with(${column}, $1)`,
      [currentPrefix()],
    )
    count += Number(rows[0]?.count)
  }
  return count
}
