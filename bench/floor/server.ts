import { createServer, type IncomingMessage } from 'node:http'
import { Pool } from 'pg'
import { accountOfKey } from '@/lib/api-keys/api-key'
import { keyedHash } from '@/lib/crypto/secrets'
import { LEAN_SCHEMA } from './lean-tables'
import {
  createCustomer,
  createInvoice,
  getCustomer,
  getInvoice,
  isLean,
  listBankAccounts,
  payOut,
} from './operations'

/*
 * The floor of `npm run bench`: the hot operations, written by hand on `node:http` and `pg`, with the service's
 * promises, on the service's tables or on lean ones of its own (lean-tables.ts). It looks up the key on every
 * request, answers after the commit has reached the disk, commits a payout's intent before calling the provider,
 * and lets no wallet go below zero. It has no request log, mail, rate limits, idempotency keys or validation.
 *
 * Settings: PORT, DATABASE_URL, the service's SECRET_KEY, and TABLES: `service` or `lean`.
 */

const CONNECTIONS = 20

export type Account = {
  id: string
  isBanned: boolean
  payoutLimitMinor: number
  feePpm: number
  feeFixedMinor: number
}

export type Body = Record<string, unknown>
export type Answer = { status: number; body: object }

type Operation = (pool: Pool, account: Account, id: string, body: Body) => Promise<Answer>

const ROUTES: [method: string, path: RegExp, run: Operation][] = [
  ['GET', /^\/api\/v2\/invoice\/([\w-]+)$/, getInvoice],
  ['GET', /^\/api\/v2\/customer\/([\w-]+)$/, getCustomer],
  ['GET', /^\/api\/v2\/customer\/([\w-]+)\/bank-accounts$/, listBankAccounts],
  ['POST', /^\/api\/v2\/customer$/, createCustomer],
  ['POST', /^\/api\/v2\/invoice$/, createInvoice],
  ['POST', /^\/api\/v2\/customer\/([\w-]+)\/payout$/, payOut],
]

const pool = new Pool({
  connectionString: process.env.DATABASE_URL,
  max: CONNECTIONS,
  ...(isLean ? { options: `-c search_path=${LEAN_SCHEMA},public` } : {}),
})

const server = createServer(async (request, response) => {
  const { status, body } = await answer(request).catch((error: Error) => {
    console.error(error)
    return { status: 500, body: { error: error.message } }
  })
  const text = JSON.stringify(body)
  response
    .writeHead(status, {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(text),
      'Cache-Control': 'no-store',
    })
    .end(text)
})
server.listen(Number(process.env.PORT), () => console.log('The floor is ready'))

async function answer(request: IncomingMessage): Promise<Answer> {
  const { method, url = '' } = request
  const body = method === 'POST' ? await readJson(request) : {}
  for (const [routeMethod, path, run] of ROUTES) {
    const match = routeMethod === method && path.exec(url)
    if (!match) continue
    const account = await findAccount(request)
    if (!account) return { status: 401, body: { error: 'Invalid API Key' } }
    return run(pool, account, match[1] ?? '', body)
  }
  return { status: 404, body: { error: 'Not found' } }
}

async function readJson(request: IncomingMessage): Promise<Body> {
  let text = ''
  request.setEncoding('utf8')
  for await (const chunk of request) text += chunk
  return JSON.parse(text)
}

/** The account of a known, active key, with its vendor's terms: one statement, on every request. */
async function findAccount({ headers }: IncomingMessage): Promise<Account | null> {
  const key = headers.authorization?.slice('Bearer '.length) ?? ''
  const accountId = accountOfKey(key)
  if (!accountId) return null
  const { rows } = await pool.query({
    name: 'account of key',
    text: `SELECT a.id, v.banned_at IS NOT NULL AS "isBanned", v.payout_limit_minor AS "payoutLimitMinor",
                  v.fee_ppm AS "feePpm", v.fee_fixed_minor AS "feeFixedMinor"
             FROM api_keys k
             JOIN accounts a ON a.id = k.account_id
             JOIN vendors v ON v.id = a.vendor_id
            WHERE k.account_id = $1 AND k.key_hash = $2 AND k.revoked_at IS NULL
              AND (k.expires_at IS NULL OR k.expires_at > now())`,
    values: [accountId, keyedHash('api-key', key)],
  })
  const [row] = rows
  if (!row) return null
  return {
    ...row,
    payoutLimitMinor: Number(row.payoutLimitMinor),
    feeFixedMinor: Number(row.feeFixedMinor),
  }
}
