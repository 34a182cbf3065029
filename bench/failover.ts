import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Client } from 'pg'
import build from '@/e2e/fixtures/build'
import { type Service, startService } from '@/e2e/fixtures/service'
import { findPrograms, startPair } from './standby'

/*
 * `npm run bench:failover`: kills a primary database server under load and promotes its synchronous standby
 * (docs/scaling.md). Exits with code 1 if an acknowledged write is lost, an answer was neither a success
 * nor 503, the ledger is wrong, or a payout stays open.
 */

const { values: options } = parseArgs({
  options: {
    bin: { type: 'string' },
    seconds: { type: 'string', default: '10' },
    clients: { type: 'string', default: '8' },
  },
})
const LOAD_MS = Number(options.seconds) * 1000
const SETTLE_MS = 90_000

type Kind = 'customer' | 'invoice' | 'payout'
type Acknowledged = { kind: Kind; id: string; at: number }
type Vendor = { key: string; customerId: string; bankAccountId: string }

const acknowledged: Acknowledged[] = []
/** Answers other than successes, by status; 0 if the connection was lost. */
const refused = new Map<number, number>()

async function buildVendor(service: Service): Promise<Vendor> {
  const email = 'failover@example.com'
  await service.admin([
    'vendor',
    'create',
    '--email',
    email,
    '--password',
    randomUUID(),
    '--name',
    'A vendor',
  ])
  const { key = '' } = await service.admin(['key', 'create', '--vendor', email, '--mode', 'test'])
  const amount = ['--amount', '1000000', '--currency', 'USD']
  await service.admin(['wallet', 'credit', '--vendor', email, '--mode', 'test', ...amount])
  const customer = await post(service.url, '/customer', { api_key: key, ...newCustomer() })
  const customerId = customer.body.customer.id
  const bankAccount = await post(service.url, `/customer/${customerId}/bank-account`, {
    api_key: key,
    entity_type: 'PERSONAL',
    email: 'ada@example.com',
    country_code: 'US',
    first_name: 'Ada',
    last_name: 'Lovelace',
    date_of_birth: '1990-12-10',
    address: {
      country_code: 'US',
      state: 'CA',
      city: 'San Francisco',
      postcode: '94105',
      street_address: '1 Market Street',
    },
    bank_details: {
      account_name: 'Ada Lovelace',
      account_number: '123456789012',
      routing_number: '021000021',
      bank_name: 'First Bank',
      account_category: 'Checking',
    },
  })
  return { key, customerId, bankAccountId: bankAccount.body.bank_account.id }
}

function newCustomer() {
  return { name: 'Ada Lovelace', email: `${randomUUID()}@example.com` }
}

type Answer = {
  status: number
  body: Record<string, { id: string }> & Record<'customer' | 'bank_account', { id: string }>
}

async function post(url: string, path: string, body: object): Promise<Answer> {
  const response = await fetch(`${url}/api/v2${path}`, { method: 'POST', body: JSON.stringify(body) })
  return { status: response.status, body: await response.json() }
}

/** Creates customers, invoices and payouts in turn until the signal, and notes every answer. */
async function load(
  url: string,
  { key, customerId, bankAccountId }: Vendor,
  until: AbortSignal,
): Promise<void> {
  const requests: [Kind, string, () => object][] = [
    ['customer', '/customer', newCustomer],
    ['invoice', '/invoice', () => ({ customer_id: customerId, amount: 10 })],
    ['payout', `/customer/${customerId}/payout`, () => ({ bank_account_id: bankAccountId, amount: 1 })],
  ]
  for (let turn = 0; !until.aborted; turn += 1) {
    const [kind, path, body] = requests[turn % requests.length] as (typeof requests)[0]
    const answer = await post(url, path, { api_key: key, ...body() }).catch(() => null)
    const id = answer && answer.status < 300 ? answer.body[kind]?.id : undefined
    if (id) acknowledged.push({ kind, id, at: performance.now() })
    else {
      refused.set(answer?.status ?? 0, (refused.get(answer?.status ?? 0) ?? 0) + 1)
      await delay(20)
    }
  }
}

/** Ids of acknowledged objects that the database does not have. */
async function lostIn(url: string): Promise<string[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const lost: string[] = []
  for (const kind of ['customer', 'invoice', 'payout'] as const) {
    const ids = acknowledged.filter((each) => each.kind === kind).map(({ id }) => id)
    const { rows } = await client.query<{ id: string }>(
      `SELECT id::text FROM unnest($1::uuid[]) AS told (id)
        WHERE NOT EXISTS (SELECT FROM ${kind}s k WHERE k.id = told.id)`,
      [ids],
    )
    lost.push(...rows.map(({ id }) => `${kind} ${id}`))
  }
  await client.end()
  return lost
}

/** Payouts without an outcome, once the worker has asked for it. */
async function openPayouts(service: Service): Promise<number> {
  for (const startedAt = performance.now(); ; ) {
    const { pending = 0 } = await service.admin<{ pending: number }>(['payout', 'reconcile'])
    if (pending === 0 || performance.now() - startedAt > SETTLE_MS) return pending
    await delay(500)
  }
}

const endings: (() => Promise<unknown>)[] = []

async function main(): Promise<number> {
  const programs = findPrograms(options.bin)
  build()
  const folder = await mkdtemp(join(tmpdir(), 'counterfoil-failover-'))
  endings.push(() => rm(folder, { recursive: true, force: true }))
  const pair = await startPair(programs, folder)
  endings.push(pair.stop)
  const { primary, standby } = pair
  const DATABASE_URL = `postgresql://counterfoil@127.0.0.1:${primary.port},127.0.0.1:${standby.port}/counterfoil?target_session_attrs=read-write`
  const service = await startService({ env: { DATABASE_URL } })
  endings.push(() => service.stop())
  const vendor = await buildVendor(service)

  const loading = new AbortController()
  const clients = Array.from({ length: Number(options.clients) }, () =>
    load(service.url, vendor, loading.signal),
  )
  await delay(LOAD_MS)
  const killedAt = performance.now()
  pair.killPrimary()
  await pair.promote()
  const promotedAt = performance.now()
  await delay(LOAD_MS)
  loading.abort()
  await Promise.all(clients)

  await service.ready()
  const open = await openPayouts(service)
  const lost = await lostIn(standby.url)
  const ledger = await service.admin<{ ok: boolean }>(['ledger', 'verify'])
  // An answer that was on its way when the primary ended is no sign of the new one.
  const back = acknowledged.filter(({ at }) => at > promotedAt).map(({ at }) => at)
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
  const unexpected = [...refused.keys()].filter((status) => status !== 503)
  for (const [what, value] of [
    ['acknowledged writes', acknowledged.length],
    ['lost', lost.length],
    ['answered 503', refused.get(503) ?? 0],
    ['other failures (0 is a lost connection)', unexpected.join() || 'none'],
    ['from the kill to the promoted standby', seconds(promotedAt - killedAt)],
    [
      'from there to the next acknowledged write',
      back.length ? seconds(Math.min(...back) - promotedAt) : 'never',
    ],
    ['acknowledged after the promotion', back.length],
    ['payouts without an outcome', open],
    ['ledger', ledger.ok ? 'ok' : 'wrong'],
  ] as const) {
    console.log(`${what.padEnd(44)} ${value}`)
  }
  for (const each of lost.slice(0, 20)) console.log(`lost: ${each}`)
  const isGood = lost.length === 0 && unexpected.length === 0 && open === 0 && ledger.ok && back.length > 0
  return isGood ? 0 : 1
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void endAll().then(() => process.exit(1)))

async function endAll(): Promise<void> {
  for (const end of endings.splice(0).reverse()) await end()
}

process.exit(await main().finally(endAll))
