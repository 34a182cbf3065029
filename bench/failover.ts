import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import build from '@/e2e/fixtures/build'
import { actBeside, type Service, startService } from '@/e2e/fixtures/service'
import { type Figure, show } from './figures'
import { atEnd, temporaryFolder, withClient } from './setup'
import { findPrograms, startPair } from './standby'
import { buildPayers, type Payer } from './throughput-data'

const SETTLE_MS = 90_000

type Kind = 'customer' | 'invoice' | 'payout'
type Acknowledged = { kind: Kind; id: string; at: number }

const acknowledged: Acknowledged[] = []
/** Answers other than successes, by status; 0 if the connection was lost. */
const refused = new Map<number, number>()

/** A vendor that pays out. */
async function buildVendor(service: Service): Promise<Payer> {
  actBeside(service.joined)
  const [payer] = await buildPayers(1)
  assert(payer)
  const { disconnect } = await import('@/lib/db/client')
  await disconnect()
  return payer
}

function newCustomer() {
  return { name: 'Ada Lovelace', email: `${randomUUID()}@example.com` }
}

type Answer = { status: number; body: Partial<Record<Kind, { id: string }>> }

async function post(url: string, path: string, body: object): Promise<Answer> {
  const response = await fetch(`${url}/api/v2${path}`, { method: 'POST', body: JSON.stringify(body) })
  return { status: response.status, body: await response.json() }
}

/** Creates customers, invoices and payouts in turn until the signal, and notes every answer. */
async function load(
  url: string,
  { key, customerId, bankAccountId }: Payer,
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
function lostIn(url: string): Promise<string[]> {
  return withClient(url, async (client) => {
    const lost: string[] = []
    for (const kind of ['customer', 'invoice', 'payout'] as const) {
      const ids = acknowledged.filter((each) => each.kind === kind).map(({ id }) => id)
      const { rows } = await client.query<{ id: string }>(
        `SELECT id::text FROM unnest($1::uuid[]) AS receipt (id)
          WHERE NOT EXISTS (SELECT FROM ${kind}s k WHERE k.id = receipt.id)`,
        [ids],
      )
      lost.push(...rows.map(({ id }) => `${kind} ${id}`))
    }
    return lost
  })
}

/** Payouts without an outcome, once the worker has asked for it. */
async function openPayouts(service: Service): Promise<number> {
  for (const startedAt = performance.now(); ; ) {
    const { pending = 0 } = await service.admin<{ pending: number }>(['payout', 'reconcile'])
    if (pending === 0 || performance.now() - startedAt > SETTLE_MS) return pending
    await delay(500)
  }
}

/**
 * Kills a primary database server under load and promotes its synchronous standby (docs/scaling.md). No acknowledged
 * write may be lost, an answer is a success or 503, the ledger stays right, and no payout stays open.
 */
export async function measureFailover(args: string[]): Promise<void> {
  const { values: options } = parseArgs({
    args,
    options: {
      bin: { type: 'string' },
      seconds: { type: 'string', default: '10' },
      clients: { type: 'string', default: '8' },
    },
  })
  const loadMs = Number(options.seconds) * 1000
  const programs = findPrograms(options.bin)
  build()
  const pair = await startPair(programs, await temporaryFolder())
  atEnd(pair.stop)
  const { primary, standby } = pair
  const DATABASE_URL = `postgresql://counterfoil@127.0.0.1:${primary.port},127.0.0.1:${standby.port}/counterfoil?target_session_attrs=read-write`
  const service = await startService({ env: { DATABASE_URL } })
  atEnd(() => service.stop())
  const vendor = await buildVendor(service)

  const loading = new AbortController()
  const clients = Array.from({ length: Number(options.clients) }, () =>
    load(service.url, vendor, loading.signal),
  )
  await delay(loadMs)
  const killedAt = performance.now()
  pair.killPrimary()
  await pair.promote()
  const promotedAt = performance.now()
  await delay(loadMs)
  loading.abort()
  await Promise.all(clients)

  await service.ready()
  const open = await openPayouts(service)
  const lost = await lostIn(standby.url)
  const ledger = await service.admin<{ ok: boolean }>(['ledger', 'verify'])
  // An answer that was on its way when the primary ended is no sign of the new one.
  const back = acknowledged.filter(({ at }) => at > promotedAt).map(({ at }) => at)
  const unexpected = [...refused.keys()].filter((status) => status !== 503)
  const backMs = back.length > 0 ? Math.min(...back) - promotedAt : null
  const figures: [name: string, value: number | null, rest?: Partial<Figure>][] = [
    ['acknowledged writes', acknowledged.length],
    ['lost', lost.length, { atMost: 0, note: lost.slice(0, 20).join(', ') }],
    ['answered 503', refused.get(503) ?? 0],
    [
      'other failures, by status (0 is a lost connection)',
      unexpected.length,
      { atMost: 0, note: unexpected.join() },
    ],
    ['from the kill to the promoted standby', (promotedAt - killedAt) / 1000, { unit: 's' }],
    ['from there to the next acknowledged write', backMs === null ? null : backMs / 1000, { unit: 's' }],
    ['acknowledged after the promotion', back.length, { atLeast: 1 }],
    ['payouts without an outcome', open, { atMost: 0 }],
    ['wrong ledgers', ledger.ok ? 0 : 1, { atMost: 0 }],
  ]
  for (const [name, value, rest] of figures) show({ name, value, unit: '', ...rest })
}
