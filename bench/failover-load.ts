import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { actBeside, type Service } from '@/e2e/fixtures/service'
import { type Figure, show } from './figures'
import { withClient } from './setup'
import { buildPayers, type Payer } from './throughput-data'

const KINDS = ['customer', 'invoice', 'payout'] as const
const REPEAT_MS = 20
/** A request that another process still holds under its key is asked about later, and its client goes on. */
const RUNNING = 409
const RUNNING_REPEAT_MS = 1000
/** Longer than the lease of a request whose process lost its database. */
const FINISH_MS = 180_000
const SETTLE_MS = 90_000
/** A transfer that never left while the database changed is refused for certain, as the API says by this. */
const REFUSED_PAYOUT = 502
/** A key's first request may run still; else a client is only told to come again. */
const EXPECTED_REFUSALS = [RUNNING, REFUSED_PAYOUT, 503]

/** The ids of `$2`, next to those of a table. */
const ACKNOWLEDGED = 'SELECT unnest($2::uuid[]) AS id'

type Kind = (typeof KINDS)[number]
type Write = { kind: Kind; path: string; body: object; key: string; repeatAtMs: number }
type Answer = { status: number; body: Partial<Record<Kind, { id: string }>> }

/**
 * A vendor's clients, which create customers, invoices and payouts in turn. As the API tells them to, they repeat each request under
 * its key until it succeeds: at the end there has to be exactly what was acknowledged.
 */
export class FailoverLoad {
  readonly acknowledged: { kind: Kind; id: string; atMs: number }[] = []
  /** Answers other than successes, by status; 0 if the connection was lost. */
  readonly refused = new Map<number, number>()
  private readonly parked: Write[] = []
  private readonly ending = new AbortController()
  private readonly clients: Promise<void>[]

  private constructor(
    private readonly service: Service,
    private readonly vendor: Payer,
    clients: number,
  ) {
    this.clients = Array.from({ length: clients }, () => this.write())
  }

  static async start(service: Service, clients: number): Promise<FailoverLoad> {
    actBeside(service.joined)
    const [payer] = await buildPayers(1)
    assert(payer)
    const { disconnect } = await import('@/lib/db/client')
    await disconnect()
    return new FailoverLoad(service, payer, clients)
  }

  /** Begins nothing new; returns how many requests have no success in the end. */
  async stop(): Promise<number> {
    this.ending.abort()
    await Promise.all(this.clients)
    const deadline = performance.now() + FINISH_MS
    while (this.parked.length > 0 && performance.now() < deadline) {
      await delay(RUNNING_REPEAT_MS)
      for (const write of this.parked.splice(0)) await this.send(write)
    }
    return this.parked.length
  }

  /** Ids of acknowledged objects that the database does not have. */
  async lostIn(url: string): Promise<string[]> {
    return this.idsOf(url, (kind) => `${ACKNOWLEDGED} EXCEPT SELECT id FROM ${kind}s WHERE account_id = $1`)
  }

  /** Ids of objects that the database has, and no client knows: once every request has its answer, they were made twice. */
  async doubledIn(url: string): Promise<string[]> {
    const ids = await this.idsOf(url, (kind) => {
      // A payout that was refused moved nothing, and a repeat under its key is another one.
      const stands = kind === 'payout' ? `AND status <> 'FAILED'` : ''
      return `SELECT id FROM ${kind}s WHERE account_id = $1 ${stands} EXCEPT ${ACKNOWLEDGED}`
    })
    return ids.filter((id) => id !== `customer ${this.vendor.customerId}`)
  }

  /** Payouts without an outcome, once the worker has had time to ask for it. */
  async openPayouts(url: string): Promise<number> {
    const count = `SELECT count(*)::int AS open FROM payouts WHERE status = 'PROCESSING'`
    for (const startedAt = performance.now(); ; ) {
      const open = await withClient(url, async (client) => {
        const { rows } = await client.query<{ open: number }>(count)
        return rows[0]?.open ?? 0
      })
      if (open === 0 || performance.now() - startedAt > SETTLE_MS) return open
      await delay(500)
    }
  }

  private async write(): Promise<void> {
    const { customerId, bankAccountId } = this.vendor
    const drafts: [Kind, string, () => object][] = [
      ['customer', '/customer', () => ({ name: 'Ada Lovelace', email: `${randomUUID()}@example.com` })],
      ['invoice', '/invoice', () => ({ customer_id: customerId, amount: 10 })],
      ['payout', `/customer/${customerId}/payout`, () => ({ bank_account_id: bankAccountId, amount: 1 })],
    ]
    for (let turn = 0; !this.ending.signal.aborted; turn += 1) {
      const [kind, path, body] = drafts[turn % drafts.length] as (typeof drafts)[0]
      const { repeatAtMs = Number.POSITIVE_INFINITY } = this.parked[0] ?? {}
      const due = repeatAtMs < performance.now() ? this.parked.shift() : undefined
      await this.send(due ?? { kind, path, body: body(), key: randomUUID(), repeatAtMs: 0 })
    }
  }

  /** Sends a request until it succeeds, or is parked because it still runs. */
  private async send(write: Write): Promise<void> {
    for (;;) {
      const { status, body } = await this.post(write).catch((): Answer => ({ status: 0, body: {} }))
      const id = status < 300 ? body[write.kind]?.id : undefined
      if (id) {
        this.acknowledged.push({ kind: write.kind, id, atMs: performance.now() })
        return
      }
      this.refused.set(status, (this.refused.get(status) ?? 0) + 1)
      if (status === RUNNING) {
        this.parked.push({ ...write, repeatAtMs: performance.now() + RUNNING_REPEAT_MS })
        return
      }
      await delay(REPEAT_MS)
    }
  }

  private async post({ path, body, key }: Write): Promise<Answer> {
    const response = await fetch(`${this.service.url}/api/v2${path}`, {
      method: 'POST',
      headers: { 'idempotency-key': key },
      body: JSON.stringify({ api_key: this.vendor.key, ...body }),
    })
    return { status: response.status, body: await response.json() }
  }

  private idsOf(url: string, statement: (kind: Kind) => string): Promise<string[]> {
    return withClient(url, async (client) => {
      const names: string[] = []
      for (const kind of KINDS) {
        const ids = this.acknowledged.filter((each) => each.kind === kind).map(({ id }) => id)
        const { rows } = await client.query<{ id: string }>(statement(kind), [this.vendor.account.id, ids])
        names.push(...rows.map(({ id }) => `${kind} ${id}`))
      }
      return names
    })
  }
}

/** Shows what must be true in the end, on the server that is the primary by then. */
export async function showBooks(
  service: Service,
  load: FailoverLoad,
  unanswered: number,
  primaryUrl: string,
): Promise<void> {
  await service.ready()
  const open = await load.openPayouts(primaryUrl)
  const [lost, doubled] = [await load.lostIn(primaryUrl), await load.doubledIn(primaryUrl)]
  const ledger = await service.admin<{ ok: boolean }>(['ledger', 'verify'])
  const unexpected = [...load.refused].filter(([status]) => !EXPECTED_REFUSALS.includes(status))
  const figures: [name: string, value: number, rest?: Partial<Figure>][] = [
    ['acknowledged writes', load.acknowledged.length],
    ['lost', lost.length, { atMost: 0, note: lost.slice(0, 20).join(', ') }],
    ['made twice', doubled.length, { atMost: 0, note: doubled.slice(0, 20).join(', ') }],
    ['requests without a success', unanswered, { atMost: 0 }],
    ['answered 503', load.refused.get(503) ?? 0],
    ['payouts that were refused (502), then made by a repeat', load.refused.get(REFUSED_PAYOUT) ?? 0],
    [
      'other failures, by status (0 is a lost connection)',
      unexpected.reduce((sum, [, count]) => sum + count, 0),
      { atMost: 0, note: unexpected.map(([status]) => status).join() },
    ],
    ['payouts without an outcome', open, { atMost: 0 }],
    ['wrong ledgers', ledger.ok ? 0 : 1, { atMost: 0 }],
  ]
  for (const [name, value, rest] of figures) show({ name, value, unit: '', ...rest })
}
