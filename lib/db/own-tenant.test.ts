import { readdirSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { DISTRIBUTED } from './distribution'

/*
 * A statement that writes, locks or recurs names its one tenant: docs/decisions/0069-one-tenant-a-statement.md. What
 * looks at all tenants at once is a plain read.
 */

/** Sources with a statement that says it in another way, or doesn't. */
const NOT_HELD: Record<string, string> = {
  'lib/jobs/queue.ts': 'the condition is isRow, or the caller’s',
  'lib/payouts/payout-request.ts': 'the condition of a step is withId, or the caller’s',
  'lib/operator/reencrypt.ts': 'the operator’s command walks along the keys of whole tables',
  'lib/webhooks/redeliver.ts': 'failedSince names the account',
  'lib/webhooks/attempt-delivery.ts': 'records the attempts of several accounts at once',
}

const TENANT_COLUMNS = ['account_id', 'owner_id', 'vendor_id', 'member_id']

/** The tables whose rows belong to a tenant, and those whose rows are tenants. */
const models = readFileSync('prisma/schema.prisma', 'utf8').match(/^model [^}]+@@map\("\w+"\)/gm) ?? []
const tables = models.map((model) => ({
  name: /@@map\("(\w+)"\)/.exec(model)?.[1] ?? '',
  isTenants: TENANT_COLUMNS.some((column) => model.includes(`"${column}"`)),
}))
const tenantTables = new RegExp(
  `\\b(${[...tables.filter(({ isTenants }) => isTenants).map(({ name }) => name), 'vendors'].join('|')})\\b|\\$\\{`,
)

const ACTS =
  /\bFOR (?:NO KEY |KEY )?(?:UPDATE|SHARE)\b|\bWITH RECURSIVE\b|(?<!DO )\bUPDATE \S+(?: AS \w+)?\s+SET\b|\bDELETE FROM\b/
/** Also an account, a vendor or a member by its own id. */
const NAMES_TENANT = new RegExp(
  `(?:${TENANT_COLUMNS.join('|')}|\\$\\{[^}]*(?:tenant|owner)[^}]*\\}) = (?:\\$|:\\w)` +
    '|(?:FROM|UPDATE) (?:accounts|vendors|members)\\b[^;]*?\\bid = (?:\\$|:\\w)',
  'i',
)

/** Literals of a source, with the texts of its own constants in place of their names. */
function literalsOf(path: string): string[] {
  const source = readFileSync(path, 'utf8')
  if (!/\bSELECT\b|\bINSERT\b/.test(source) && !ACTS.test(source)) return []
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true)
  const constants = new Map<string, string>()
  const literals: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) {
      const text = node.getText(file).slice(1, -1)
      literals.push(text)
      if (ts.isVariableDeclaration(node.parent)) constants.set(node.parent.name.getText(file), text)
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return literals.map((text) =>
    text.replace(/\$\{(\w+)\}/g, (whole, name: string) => constants.get(name) ?? whole),
  )
}

const actsOnAnyTenant = (text: string) =>
  ACTS.test(text) && tenantTables.test(text) && !NAMES_TENANT.test(text)

/** A line for each literal of the sources that is one of these. */
function literalsThat(isOffender: (text: string) => boolean, notHeld: Record<string, string>): string[] {
  return ['bin', 'lib']
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(
        (path) => `${folder}/${path.replaceAll('\\', '/')}`,
      ),
    )
    .filter((path) => /\.ts$/.test(path) && !/\.(test|fixture)\.ts$|\/generated\/|\/testing\//.test(path))
    .filter((path) => !(path in notHeld))
    .flatMap((path) =>
      literalsOf(path)
        .filter(isOffender)
        .map((text) => `${path}: ${text.replace(/\s+/g, ' ').trim().slice(0, 90)}`),
    )
}

test('a statement that writes, locks or recurs names its tenant', () => {
  expect(literalsThat(actsOnAnyTenant, NOT_HELD)).toEqual([])
})

test.each([
  ["SELECT id FROM payouts WHERE status = 'PAID' FOR UPDATE SKIP LOCKED", true],
  ['DELETE FROM api_requests WHERE created_at < $1', true],
  ['WITH RECURSIVE tenant AS (SELECT account_id FROM events)', true],
  ['UPDATE payouts SET note = NULL WHERE account_id = ANY ($1)', true],
  ['SELECT id FROM payouts WHERE account_id = $1::uuid FOR UPDATE', false],
  ['SELECT id FROM payouts WHERE created_at < $1', false],
  ['DELETE FROM worker_heartbeats WHERE beat_at < now()', false],
])('%s: %s', (text, isSeen) => {
  expect(actsOnAnyTenant(text)).toBe(isSeen)
})

/*
 * Where tables are distributed, an INSERT whose account is a parameter sends what it reads to every node. Refused are a subquery that
 * takes its tenant from a row of another table, and a write beside those of CTEs: docs/decisions/0097-distribution-by-account.md.
 */

const distributed = Object.keys(DISTRIBUTED).join('|')
const INSERT_BY_PARAMETER = new RegExp(
  `\\bINSERT INTO (?:${distributed})\\b(?: AS \\w+)?\\s*\\([^)]*\\)\\s*SELECT (?!accounts\\.id\\b)`,
)

test('an INSERT of rows that are read takes its account from the account’s row', () => {
  const severalAccounts = { 'lib/http/record-request.ts': 'reads no table' }
  expect(literalsThat((text) => INSERT_BY_PARAMETER.test(text), severalAccounts)).toEqual([])
})

test.each([
  ['INSERT INTO events (account_id, id) SELECT :accountId::uuid, id FROM payout', true],
  ['INSERT INTO payout_days AS counting (account_id, day) SELECT :accountId, day FROM payout', true],
  ['INSERT INTO events (account_id, id) VALUES (:accountId, :id)', false],
  ['INSERT INTO events (account_id, id) SELECT accounts.id, :id FROM accounts', false],
  ['INSERT INTO seals (stream) SELECT :stream', false],
])('%s: %s', (text, isSeen) => {
  expect(INSERT_BY_PARAMETER.test(text)).toBe(isSeen)
})

const OWN_WRITE = new RegExp(`\\b(?:INSERT INTO|UPDATE|DELETE FROM) (?:${distributed})\\b`)

/** True if a statement writes a distributed table outside its CTEs, and in one of them too. */
function writesBesideCtes(text: string): boolean {
  const { own, inner } = splitParentheses(text)
  return /^\s*WITH\b/.test(text) && OWN_WRITE.test(own) && inner.some((part) => OWN_WRITE.test(part))
}

test('a statement with several writes of distributed tables has each in a CTE', () => {
  expect(literalsThat(writesBesideCtes, {})).toEqual([])
})

test.each([
  ['WITH a AS (INSERT INTO events (id) VALUES (1)) INSERT INTO payouts (id) SELECT 1', true],
  ['WITH a AS (INSERT INTO events (id) VALUES (1)), b AS (DELETE FROM payouts) SELECT 1', false],
  ['WITH a AS (SELECT id FROM events) UPDATE payouts SET note = NULL', false],
])('%s: %s', (text, isSeen) => {
  expect(writesBesideCtes(text)).toBe(isSeen)
})

const READS = new RegExp(`\\b(?:FROM|JOIN)\\s+(?:${distributed})\\b`)

/** True if a subquery reads a distributed table of the tenant of a row outside it, and nothing outside it is distributed. */
function followsAnyRow(text: string, isWithin = false, isDistributed = false): boolean {
  const { own, inner } = splitParentheses(text)
  const reads = READS.test(own)
  const follows = /\b(?:account_id|owner_id|vendor_id) = \w+\.\w+/.test(own) && !NAMES_TENANT.test(own)
  if (isWithin && reads && follows && !isDistributed && !/\bJOIN\b/.test(own)) return true
  return inner.some((part) => followsAnyRow(part, true, isDistributed || reads))
}

/** The text without what is in parentheses, and what is. */
function splitParentheses(text: string): { own: string; inner: string[] } {
  const inner: string[] = []
  let own = ''
  let part = ''
  let depth = 0
  for (const character of text) {
    if (character === ')' && depth > 0) {
      depth -= 1
      if (depth === 0) inner.push(part)
    }
    if (depth > 0) part += character
    else own += character
    if (character === '(') {
      if (depth === 0) part = ''
      depth += 1
    }
  }
  return { own, inner }
}

test('a subquery of a tenant’s table names its tenant by a parameter, or its statement reads such tables outside it too', () => {
  const notHeld = { 'lib/payouts/payout-request.ts': 'the condition is part of a statement over its table' }
  expect(literalsThat((text) => followsAnyRow(text), notHeld)).toEqual([])
})

test.each([
  ['SELECT (SELECT max(id) FROM invoices WHERE account_id = own.id) FROM unnest(:ids) AS own (id)', true],
  ['SELECT (SELECT max(id) FROM invoices WHERE account_id = :accountId::uuid)', false],
  ['SELECT (SELECT max(id) FROM invoices WHERE account_id = accounts.id) FROM accounts', false],
])('%s: %s', (text, isSeen) => {
  expect(followsAnyRow(text)).toBe(isSeen)
})

/** Part of a statement that takes its tenant from an alias it is told: in a subquery, no reader of the sources sees whose row that is. */
const FOLLOWS_ALIAS = /\b(?:account_id|owner_id|vendor_id) = \$\{\w+\}\./

test('a part of a statement that is told an alias takes no tenant from it', () => {
  expect(literalsThat((text) => FOLLOWS_ALIAS.test(text), {})).toEqual([])
})

test.each([
  [`FROM refunds AS part WHERE part.account_id = \${alias}.account_id`, true],
  [`FROM refunds AS part WHERE part.account_id = :accountId::uuid AND part.id = \${alias}.id`, false],
])('%s: %s', (text, isSeen) => {
  expect(FOLLOWS_ALIAS.test(text)).toBe(isSeen)
})
