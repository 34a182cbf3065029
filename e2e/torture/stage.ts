import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Pool } from 'pg'
import { signalAll } from '@/bench/processes'
import { actBeside, type Service, startService } from '@/e2e/fixtures/service'
import { ACCOUNTS } from '@/lib/providers/testing/airwallex-books'
import { FINANCIAL_ACCOUNT } from '@/lib/providers/testing/stripe-payout-books'
import {
  type ProviderStandIns,
  startProviderStandIns,
  stripeNotification,
} from '../fixtures/provider-stand-ins'
import { Actor, type ActorOptions } from './actor'
import { ApiClient, type Reply, type Request } from './client'
import type { Random } from './random'
import { Receivers } from './receivers'
import type { DatabaseServer, Servers } from './servers'
import type { Tally } from './tally'

/* The times with the embedded database; with a slower one they are multiplied. */

/** Short, so that a request whose answer never comes is soon asked about. */
const PROVIDER_TIMEOUT_MS = 1500
const DATABASE_TIMEOUT_MS = 3000
const LOOK_MS = 25
/** The banks of live vendors' customers, in turns: two of them take no part in the first rail, so that payouts change rails. */
const LIVE_BANKS = [ACCOUNTS.delivered, ACCOUNTS.achOnly, ACCOUNTS.achOnlyLater]

/** An answer of 2xx told a client that this exists. */
export type Receipt = {
  table: 'customers' | 'bank_accounts' | 'invoices' | 'payouts'
  id: string
  accountId: string
  /** In minor units, of a payout or an invoice's base. */
  amountMinor: number | null
}

/** The service with its outside world: clients, providers, receivers. All scenes of a run share one. */
export class Stage {
  readonly receipts: Receipt[] = []
  readonly actors: Actor[] = []
  private client: ApiClient
  private pool: Pool
  private current: Tally | null = null
  private liveActorCount = 0
  /** Of the service before its last start. */
  private log = ''
  /** Vendors whose payouts go over Stripe; all others' go over Airwallex. */
  private readonly overStripe: string[] = []

  private constructor(
    public service: Service,
    readonly servers: Servers,
    readonly providers: ProviderStandIns,
    readonly receivers: Receivers,
  ) {
    this.client = new ApiClient(service.url)
    this.pool = connect(service.databaseUrl)
  }

  static async start(servers: Servers): Promise<Stage> {
    const providers = await startProviderStandIns()
    const receivers = await Receivers.start()
    const service = await startService({ env: settingsOf(servers, providers, []) }).catch(async (error) => {
      await servers.stop({ keep: false })
      throw error
    })
    // lib/env reads the settings on import, so modules that need it are imported later.
    actBeside(service.joined)
    await servers.settle()
    return new Stage(service, servers, providers, receivers)
  }

  /** Starts the service on the same data and port with other settings. */
  async restartWith(env: Record<string, string>): Promise<void> {
    const { dataDir, url } = this.service
    await this.service.halt()
    this.log += this.service.output
    const port = { DATA_DIR: dataDir, PORT: new URL(url).port }
    const settings = settingsOf(this.servers, this.providers, this.overStripe)
    this.service = await startService({ env: { ...settings, ...port, ...env } })
    await this.reconnect()
  }

  /** From now on, these vendors' payouts go over Stripe. A rule names a vendor by its id, so each has to exist before. */
  async payOutOverStripe(actors: Actor[]): Promise<void> {
    this.overStripe.push(...actors.map(({ account }) => account.vendorId))
    await this.restartWith({})
  }

  /** The buyer pays on Stripe's page, and Stripe tells the service. */
  async payAtStripe(session: string): Promise<void> {
    const { books } = this.providers.stripe
    books.pay(session)
    const { body, headers } = stripeNotification('checkout.session.completed', books.sessionObject(session))
    await this.send({ method: 'POST', path: '/api/providers/stripe', body, headers })
  }

  /** After the database may have moved to another port. */
  async reconnect(): Promise<void> {
    await this.pool.end()
    this.pool = connect(this.service.databaseUrl)
  }

  /** Ends everything. With `keep`, the data stays, and the service's log beside it. */
  async stop({ keep }: { keep: boolean }): Promise<void> {
    await (await import('@/lib/db/client')).disconnect()
    await this.pool.end().catch(() => {})
    await this.client.close()
    if (keep) {
      await this.service.halt()
      writeFileSync(join(this.service.dataDir, 'service.log'), this.log + this.service.output)
    } else await this.service.stop()
    await this.servers.stop({ keep })
    await Promise.all([this.providers.close(), this.receivers.stop()])
  }

  get tally(): Tally {
    if (!this.current) throw new Error('no scene is on')
    return this.current
  }

  set tally(tally: Tally) {
    this.current = tally
  }

  /** A vendor with a customer, its bank accounts and a wallet; in cents. */
  async actor(options: ActorOptions = {}): Promise<Actor> {
    const bank = options.mode === 'live' ? { accountNumber: this.nextLiveBank() } : {}
    const actor = await Actor.create(this, { ...bank, ...options })
    this.actors.push(actor)
    return actor
  }

  actorsOf(count: number, options: ActorOptions = {}): Promise<Actor[]> {
    return inParallel(count, 8, () => this.actor(options))
  }

  private nextLiveBank(): string | undefined {
    this.liveActorCount += 1
    return LIVE_BANKS[(this.liveActorCount - 1) % LIVE_BANKS.length]
  }

  async send(request: Request): Promise<Reply> {
    const reply = await this.client.send(request)
    this.tally.count(reply.status)
    if (reply.status === 500) {
      this.tally.problems.push(`${request.method} ${request.path}: 500 ${reply.text.slice(0, 200)}`)
    }
    return reply
  }

  async rows<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.pool.query<Row>(text, values)).rows
  }

  /** Waits until it is so; false if that takes longer than a minute. Times are those of the embedded database. */
  async until(isSo: () => boolean | Promise<boolean>, limitMs = 60_000): Promise<boolean> {
    const deadline = performance.now() + this.allowedMs(limitMs)
    while (!(await isSo())) {
      if (performance.now() > deadline) return false
      await delay(this.allowedMs(LOOK_MS))
    }
    return true
  }

  /** The time that something may take here if it may take so long with the embedded database. */
  allowedMs(ms: number): number {
    return ms * this.servers.slowdown
  }

  /** Waits until the service has answered this many further requests, whatever the answers. */
  async afterOperations(count: number): Promise<void> {
    const goal = this.tally.operations + count
    await this.until(() => this.tally.operations >= goal, 20_000)
  }

  /** One of the database's servers. */
  databaseServer(random: Random): DatabaseServer {
    return random.pick(this.servers.list(this.service))
  }

  /** Kills parts of the service, of its database servers one, notes the fault, and waits until all is well again. */
  async kill(part: 'web' | 'worker' | 'database' | 'everything', random: Random): Promise<void> {
    this.tally.faults += 1
    const { service } = this
    if (part === 'web' || part === 'worker') await service.kill(part)
    if (part === 'database') {
      const server = this.databaseServer(random)
      server.kill()
      await server.revive()
      await service.ready()
    }
    if (part === 'everything') {
      const servers = this.servers.list(service)
      const pids = [...service.pids('web'), ...service.pids('worker')].filter((pid) => pid !== null)
      const halted = service.halt('SIGKILL')
      signalAll(pids, 'SIGKILL')
      for (const server of servers) server.kill()
      await halted
      this.log += service.output
      for (const server of servers) await server.revive()
      await service.start()
      await this.reconnect()
    }
    await this.until(async () => (await this.rows('SELECT 1').catch(() => [])).length > 0)
  }

  /** A statement in a transaction of its own that stays open until it is released. */
  async hold(statement: string): Promise<{ release(): Promise<void> }> {
    const client = await this.pool.connect()
    await client.query('BEGIN')
    await client.query(statement)
    return {
      release: async () => {
        await client.query('ROLLBACK').catch(() => {})
        client.release(true)
      },
    }
  }
}

function settingsOf(
  { settings, slowdown }: Servers,
  providers: ProviderStandIns,
  overStripe: string[],
): Record<string, string> {
  const rule = overStripe.length > 0 ? [`stripe_payouts if vendor=${overStripe.join(',')}`] : []
  return {
    ...providers.settings,
    STRIPE_PAYOUTS_PREVIEW: FINANCIAL_ACCOUNT,
    PAYOUT_RULES: [...rule, 'airwallex'].join('; '),
    PROVIDER_TIMEOUT_MS: String(PROVIDER_TIMEOUT_MS * slowdown),
    DATABASE_TIMEOUT_MS: String(DATABASE_TIMEOUT_MS * slowdown),
    ...settings,
  }
}

function connect(url: string): Pool {
  const pool = new Pool({ connectionString: url, max: 6, connectionTimeoutMillis: 5000 })
  // A scene that kills the database must not end with it.
  pool.on('error', () => {})
  return pool
}

/** Runs `work` this many times, at most `atOnce` at the same time. */
export async function inParallel<Result>(
  count: number,
  atOnce: number,
  work: (index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  let next = 0
  const lane = async () => {
    while (next < count) {
      const index = next
      next += 1
      results[index] = await work(index)
    }
  }
  await Promise.all(Array.from({ length: Math.min(count, atOnce) }, lane))
  return results
}

/** Open file descriptors of a process; null where there is no /proc. */
export function descriptorsOf(pid: number): number | null {
  try {
    return readdirSync(`/proc/${pid}/fd`).length
  } catch {
    return null
  }
}
