import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { expect, test } from 'vitest'
import { ERRORS, REFUSALS } from './errors'

/** The areas in rows: each imports from the rows below its own. docs/areas.svg draws them. */
const ORDER = [
  ['portal', 'reports', 'test-mode'],
  ['home', 'operator', 'payments', 'proofs', 'reconciliation', 'search', 'sign-in'],
  ['payouts', 'recurring'],
  ['bank-accounts', 'invoices'],
  ['catalog', 'customers', 'wallet', 'webhooks'],
  ['api-keys', 'request-log'],
  ['mail'],
  ['branding'],
  ['auth'],
  ['series', 'vendors'],
  ['audit', 'events', 'ledger'],
]

const SHARED = ['http', 'jobs', 'lists', 'providers']
const PLATFORM = ['crypto', 'db', 'documents', 'i18n', 'metrics', 'money', 'time', 'tracing']

/** Stands above the areas, although it lies in a shared folder: the list of their jobs. */
const WORKER = 'lib/jobs/worker.ts'

/** Files through which an area is called from outside: its operations and jobs. */
const isEntry = (file: string) => /[/-](api|dashboard|jobs)\.ts$/.test(file)

/** Tests and their means may reach everywhere. */
const NOT_HELD = /\.(test|fixture)\.ts$|^lib\/db\/generated\/|^lib\/providers\/testing\//

type Import = { file: string; area: string; imported: string; from: string }

/** The files in the folders of lib, without tests. */
function sourcesOfLib(): string[] {
  return readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
    .map((path) => `lib/${path.replaceAll('\\', '/')}`)
    .filter((file) => /^lib\/.*\/.*\.ts$/.test(file) && !NOT_HELD.test(file))
    .toSorted()
}

function textOf(file: string): string {
  return readFileSync(posix.join(import.meta.dirname, '..', file), 'utf8')
}

/** Imports between the folders of lib, and inside each. */
function importsOfLib(): Import[] {
  return sourcesOfLib().flatMap((file) => {
    const text = textOf(file)
    return [...text.matchAll(/(?:from|import)\s*\(?\s*'((?:@|\.\.?)\/[^']+)'/g)].map(([, path = '']) => {
      const imported = path.startsWith('@/') ? path.slice(2) : posix.join(posix.dirname(file), path)
      return { file, area: folderOf(file), imported: `${imported}.ts`, from: folderOf(imported) }
    })
  })
}

const folderOf = (file: string) => file.split('/')[1] ?? ''
const rowOf = (area: string) => ORDER.findIndex((row) => row.includes(area))
const isArea = (folder: string) => rowOf(folder) >= 0
const inWords = ({ file, imported }: Import) => `${file} imports ${imported}`

const imports = importsOfLib()

test('the picture shows the order', () => {
  const picture = readFileSync(posix.join(import.meta.dirname, '../docs/areas.svg'), 'utf8')
  const rows = [...picture.matchAll(/<g>(.*?)<\/g>/gs)].map(([, row = '']) =>
    [...row.matchAll(/>([a-z-]+)<\/text>/g)].map(([, area]) => area),
  )
  expect(rows).toEqual(ORDER)
})

test('every folder of lib has its place in the order', () => {
  const known = new Set(['api', ...ORDER.flat(), ...SHARED, ...PLATFORM])
  expect([...new Set(imports.map(({ area }) => area))].filter((folder) => !known.has(folder))).toEqual([])
})

test('areas import from the rows below their own', () => {
  const upward = imports.filter(
    ({ area, from }) => isArea(area) && isArea(from) && area !== from && rowOf(from) <= rowOf(area),
  )
  expect(upward.map(inWords)).toEqual([])
})

test('only the tables of lib/api and the worker import the operations and jobs of an area', () => {
  const sideways = imports.filter(
    ({ file, area, imported, from }) =>
      isArea(from) && isEntry(imported) && area !== 'api' && file !== WORKER,
  )
  expect(sideways.map(inWords)).toEqual([])
})

test('shared folders import no area, and the platform imports neither', () => {
  const upward = imports.filter(
    ({ file, area, from }) =>
      file !== WORKER &&
      ((SHARED.includes(area) && isArea(from)) ||
        (PLATFORM.includes(area) && (isArea(from) || SHARED.includes(from)))),
  )
  expect(upward.map(inWords)).toEqual([])
})

test('no area imports from the floors above it', () => {
  const upward = imports.filter(
    ({ area, imported }) => isArea(area) && /^(lib\/api|app|components|bin)\//.test(imported),
  )
  expect(upward.map(inWords)).toEqual([])
})

/** The one owner of each table: the folder that writes it. The others write through what it exports. */
const TABLES: Record<string, string[]> = {
  'api-keys': ['api_keys'],
  audit: ['audit_events'],
  auth: [
    'member_passkeys',
    'member_recovery_codes',
    'member_sessions',
    'member_tokens',
    'passkey_challenges',
  ],
  'bank-accounts': ['bank_account_links', 'bank_accounts'],
  branding: ['vendor_logos'],
  catalog: ['saved_items', 'tax_rates'],
  customers: ['customers', 'customer_imports', 'customer_renames'],
  db: ['instance', 'seal_heads', 'seals'],
  events: ['event_heads', 'events'],
  http: ['api_requests', 'idempotency_claims', 'rate_limits'],
  invoices: [
    'checkout_sessions',
    'invoice_drafts',
    'invoice_items',
    'invoice_status_changes',
    'invoice_views',
    'invoices',
    'overdue_sums',
    'paid_days',
  ],
  jobs: ['periodic_work', 'worker_heartbeats'],
  ledger: [
    'ledger_accounts',
    'ledger_entries',
    'ledger_transactions',
    'operator_movements',
    'unposted_amounts',
    'wallet_holds',
    'wallet_movements',
  ],
  lists: ['saved_views'],
  mail: ['mail_messages'],
  metrics: ['process_metrics'],
  operator: ['book_checks', 'money_checks'],
  payments: [
    'awaited_payments',
    'disputes',
    'joint_checkout_parts',
    'joint_checkouts',
    'outside_payments',
    'invoice_credits',
    'payments',
    'refunds',
  ],
  payouts: [
    'payout_batches',
    'payout_days',
    'payout_requests',
    'payouts',
    'recurring_payouts',
    'transfer_fees',
  ],
  portal: ['portal_links'],
  providers: [
    'provider_beneficiaries',
    'sandbox_charges',
    'sandbox_checkout_sessions',
    'sandbox_disputes',
    'sandbox_refunds',
    'sandbox_transfers',
  ],
  reconciliation: ['reconciled_items'],
  recurring: ['recurring_invoices', 'recurring_periods'],
  'sign-in': ['member_invitations', 'vendor_invitations'],
  vendors: ['accounts', 'members', 'vendors'],
  webhooks: ['webhook_attempts', 'webhook_deliveries', 'webhook_endpoints', 'webhook_inbox_deliveries'],
}

/** Sources that write the tables of others, or tables whose name is no part of their text. */
const WRITE_ALL: Record<string, string> = {
  'lib/db/table-snapshot.ts': 'restores a backup of all tables',
  'lib/jobs/claim-due.ts': 'leases the rows of a queue that its owner declares',
  'lib/jobs/forget.ts': 'deletes the rows that their owner names',
  'lib/jobs/queue.ts': 'schedules the rows of a queue that its owner declares',
  'lib/operator/reencrypt.ts': 'encrypts the secrets of all tables again, under a new key',
  'lib/test-mode/advance-clock.ts': 'moves the due times of all of an account’s rows at once',
}

const ownerOf = new Map(
  Object.entries(TABLES).flatMap(([owner, tables]) => tables.map((table) => [table, owner])),
)

/** The tables of the schema, by the name of their model. */
const tableOf = new Map(
  [
    ...readFileSync(posix.join(import.meta.dirname, '../prisma/schema.prisma'), 'utf8').matchAll(
      /^model (\w+) \{.*?@@map\("(\w+)"\)/gms,
    ),
  ].map(([, model = '', table = '']) => [model.charAt(0).toLowerCase() + model.slice(1), table]),
)

/** `FOR UPDATE`, `DO UPDATE` and `ON UPDATE` write nothing of their own. */
const WRITES_IN_SQL =
  /\b(?:INSERT\s+INTO|(?<!\b(?:FOR|KEY|DO|ON)\s+)UPDATE|DELETE\s+FROM|MERGE\s+INTO|TRUNCATE(?:\s+TABLE)?)\s+(?:ONLY\s+)?(?:public\.)?("?\w+|\$\{)/g
const WRITES_BY_ORM =
  /\.\s*(\w+)\s*\.\s*(?:(?:create|update)(?:Many(?:AndReturn)?)?|upsert|delete(?:Many)?)\s*\(/g
/** Queues, and what is forgotten or limited. */
const DECLARATIONS = /\b(?:table|tableName): '(\w+)'/g
/** The functions of lib/jobs/queue.ts that write, with the queue. */
const WRITES_OF_QUEUES =
  /\b(?:claim|release|complete|withdraw|schedule|wake)\(\s*[^,()]+(?:\(\))?,\s*(\w+Queue)\b/g

/** The tables that a source writes; null for one whose name its text doesn't tell. */
function tablesWrittenBy(text: string): (string | null)[] {
  const code = text.replace(/^\s*(?:\/?\*|\/\/).*$/gm, '')
  return [
    ...[...code.matchAll(WRITES_IN_SQL)].map(([, name = '']) => {
      const table = name.replace('"', '')
      if (table === '${') return null
      return ownerOf.has(table) ? table : ''
    }),
    ...[...code.matchAll(WRITES_BY_ORM)].map(([, model = '']) => tableOf.get(model) ?? ''),
    ...[...code.matchAll(DECLARATIONS)].map(([, table = '']) => (ownerOf.has(table) ? table : '')),
    ...[...code.matchAll(WRITES_OF_QUEUES)].map(([, queue = '']) => queues.get(queue) ?? null),
  ].filter((table) => table !== '')
}

const sources = sourcesOfLib().map((file) => ({ file, text: textOf(file) }))
const queues = new Map(
  sources.flatMap(({ text }) =>
    [...text.matchAll(/const (\w+Queue): LeasedQueue = \{\s*table: '(\w+)'/g)].map(
      ([, queue = '', table = '']) => [queue, table] as const,
    ),
  ),
)

test('every table has one owner', () => {
  const owned = Object.values(TABLES).flat()
  expect(owned.toSorted()).toEqual([...tableOf.values()].toSorted())
  expect(new Set(owned).size).toBe(owned.length)
})

test('a folder writes its own tables, and another one’s through what that exports', () => {
  const foreign = sources.flatMap(({ file, text }) =>
    tablesWrittenBy(text)
      .filter((table) => !(file in WRITE_ALL) && (table === null || ownerOf.get(table) !== folderOf(file)))
      .map((table) => `${file} writes ${table ?? 'a table without a name'}`),
  )
  expect(foreign).toEqual([])
  const isForeign = ({ file, text }: (typeof sources)[number]) =>
    file in WRITE_ALL &&
    tablesWrittenBy(text).some((table) => !table || ownerOf.get(table) !== folderOf(file))
  expect(sources.filter(isForeign).map(({ file }) => file)).toEqual(Object.keys(WRITE_ALL))
})

test('a row is written by a call of its own table, not through a row that it belongs to', () => {
  const nested =
    /\b\w+: \{\s*(?:create|createMany|connectOrCreate|connect|disconnect|update|updateMany|upsert|delete|deleteMany): /
  expect(sources.filter(({ text }) => nested.test(text)).map(({ file }) => file)).toEqual([])
})

test.each([
  ['UPDATE invoices SET status = 1', ['invoices']],
  ['WITH a AS (\n  INSERT INTO events (id) VALUES (1))\nDELETE\n FROM payouts', ['events', 'payouts']],
  ['SELECT 1 FROM invoices FOR UPDATE', []],
  ['await tx\n  .member\n  .updateMany({})', ['members']],
  ['await database().savedView.delete({})', ['saved_views']],
  [`UPDATE \${table} SET x = 1`, [null]],
  ['await release(tx, checkoutQueue, lease, null)', ['checkout_sessions']],
  ['await release(database(), checkoutQueue, lease, null)', ['checkout_sessions']],
  ['new Map().set.delete(1)', []],
])('%j writes %j', (text, tables) => {
  expect(tablesWrittenBy(text)).toEqual(tables)
})

/** Codes of refusals by the folder that registers them. */
const codesOf = new Map(
  sources
    .filter(({ file }) => posix.basename(file) === 'errors.ts')
    .map(({ file, text }) => [
      folderOf(file),
      [...text.matchAll(/^ {2}(\w+): (?:\{|withDetails)/gm)].map(([, code = '']) => code),
    ]),
)

test('every code is registered once, by the errors.ts of a folder that lib/errors.ts joins', () => {
  const registered = [...codesOf.values()].flat()
  expect(registered.toSorted()).toEqual(Object.keys({ ...REFUSALS, ...ERRORS }).toSorted())
})

test('the errors of a folder are plain declarations, which only lib/errors.ts imports', () => {
  const means = ['lib/error-entry.ts', 'lib/money/decimals.ts']
  const wrong = imports.filter(({ file, imported }) =>
    posix.basename(imported) === 'errors.ts'
      ? imported !== 'lib/errors.ts'
      : posix.basename(file) === 'errors.ts' && !means.includes(imported),
  )
  expect(wrong.map(inWords)).toEqual([])
})

test('what an area throws is registered by itself or below it', () => {
  const folderOfCode = new Map([...codesOf].flatMap(([folder, codes]) => codes.map((code) => [code, folder])))
  const thrown = sources
    .filter(({ text }) => /@\/lib\/errors'|\/refusals'/.test(text))
    .flatMap(({ file, text }) =>
      [...text.matchAll(/(?:DomainError|Refusal|refuse)\(\s*'(\w+)'/g)].map(([, code = '']) => ({
        file,
        code,
        from: folderOfCode.get(code) ?? '',
      })),
    )
  const upward = thrown.filter(({ file, from }) => {
    const area = folderOf(file)
    return from !== area && isArea(from) && (!isArea(area) || rowOf(from) <= rowOf(area))
  })
  expect(upward.map(({ file, code }) => `${file} throws ${code}`)).toEqual([])
})
