import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/*
 * Calls by which text of a stranger could become code, SQL, a command or a page. Each is absent, or in the files that
 * are named here, which hand it nothing of a request. docs/security.md relies on it.
 */

const sources = ['app', 'bin', 'components', 'lib'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
    .filter((path) => /\.(ts|tsx|mjs)$/.test(path))
    .filter((path) => !/\.(test|fixture)\.ts$|\/generated\/|^lib\/providers\/testing\//.test(path))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') })),
)

/** The number of matching calls in each file. */
function callsOf(pattern: RegExp): Record<string, number> {
  const counts = sources.map(({ path, text }) => [path, [...text.matchAll(pattern)].length] as const)
  return Object.fromEntries(counts.filter(([, count]) => count > 0))
}

test('no text becomes code', () => {
  expect(callsOf(/\beval\(|\bnew Function\b|node:vm\b|\bsetTimeout\(['"`]/g)).toEqual({})
})

test('no text becomes HTML but through React', () => {
  expect(
    callsOf(/dangerouslySetInnerHTML|\.(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write\b/g),
  ).toEqual({})
})

test('no value becomes SQL: the text of a statement is written out, and values are its parameters', () => {
  expect(callsOf(/\$(?:query|execute)RawUnsafe\(|\$(?:query|execute)RawUnsafe</g)).toEqual({
    'lib/db/transaction.ts': 1,
  })
  expect(callsOf(/\bPrisma\.raw\b/g)).toEqual({ 'lib/db/client.ts': 1 })
  // The table and key columns of a queue or of what is forgotten, which its area names; the columns that lists share with hot statements.
  expect(Object.keys(callsOf(/\brawSql\(/g)).toSorted()).toEqual([
    'lib/customers/customer-list.ts',
    'lib/invoices/snapshot-json.ts',
    'lib/jobs/forget.ts',
    'lib/jobs/queue.ts',
    'lib/payouts/payout-list.ts',
  ])
})

test('programs are started without a shell, by the few files that start any', () => {
  expect(
    callsOf(/\bshell: true\b|\bexecSync\(|import \{[^}]*\bexec\b[^}]*\} from 'node:child_process'/g),
  ).toEqual({})
  expect(Object.keys(callsOf(/from 'node:child_process'/g)).toSorted()).toEqual([
    'bin/kept-process.ts',
    'bin/prepare.mjs',
    'bin/supervisor.ts',
    'bin/test-steps.ts',
    'lib/branding/decode-picture.ts',
    'lib/db/embedded-account.ts',
    'lib/db/embedded-folder.ts',
    'lib/db/embedded-launch.ts',
  ])
})

test('regular expressions are made from our own text', () => {
  expect(callsOf(/\bnew RegExp\(/g)).toEqual({
    'bin/pack-clients.mjs': 1,
    'components/docs/colours.ts': 1,
    'lib/api-keys/api-key.ts': 1,
    'lib/auth/one-time-token.ts': 1,
    'lib/bank-accounts/bank-account-link.ts': 1,
    'lib/db/all-tenants.ts': 1,
    'lib/db/migration-kind.ts': 1,
    'lib/documents/east-asian-fonts.ts': 1,
    'lib/documents/wrap-text.ts': 1,
    'lib/http/redact-numbers.ts': 1,
  })
})

test('no answer lets pages of other sites read it, and no page takes messages from them', () => {
  expect(callsOf(/Access-Control-/gi)).toEqual({})
  expect(callsOf(/\bpostMessage\(|addEventListener\('message'|\bnew WebSocket\b|\bEventSource\b/g)).toEqual(
    {},
  )
})

test('no connection goes without checking the other side’s certificate', () => {
  expect(callsOf(/rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED|checkServerIdentity/g)).toEqual({})
})

test('what must not be guessed comes from the system’s generator: other random numbers only spread retries and clients', () => {
  expect(callsOf(/\bMath\.random\b/g)).toEqual({
    'lib/db/transaction.ts': 1,
    'lib/http/server.ts': 1,
    'lib/jobs/back-off.ts': 1,
    'lib/mail/send-mail.ts': 1,
    'lib/webhooks/attempt-delivery.ts': 1,
  })
})

test('hashes are SHA-256, but for the codes of authenticator apps, which know SHA-1 only', () => {
  expect(callsOf(/create(?:Hash|Hmac)\((?!'sha256')/g)).toEqual({})
  expect(Object.keys(callsOf(/\bSHA-?1\b/g))).toEqual(['lib/auth/second-factor.ts'])
  expect(callsOf(/\bmd5\b/gi)).toEqual({})
})

test('encryption is AES-256-GCM', () => {
  expect(Object.keys(callsOf(/create(?:Cipher|Decipher)iv\('aes-256-gcm'/g)).toSorted()).toEqual([
    'lib/crypto/sealed-stream.ts',
    'lib/crypto/secrets.ts',
  ])
  expect(callsOf(/create(?:Cipher|Decipher)iv\((?!'aes-256-gcm')/g)).toEqual({})
})
