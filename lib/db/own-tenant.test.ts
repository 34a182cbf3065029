import { readdirSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { expect, test } from 'vitest'

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
  if (!ACTS.test(source)) return []
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

test('a statement that writes, locks or recurs names its tenant', () => {
  const sources = ['bin', 'lib'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
      .filter((path) => /\.ts$/.test(path) && !/\.(test|fixture)\.ts$|\/generated\/|\/testing\//.test(path))
      .filter((path) => !(path in NOT_HELD)),
  )
  const offenders = sources.flatMap((path) =>
    literalsOf(path)
      .filter(actsOnAnyTenant)
      .map((text) => `${path}: ${text.replace(/\s+/g, ' ').trim().slice(0, 90)}`),
  )
  expect(offenders).toEqual([])
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
