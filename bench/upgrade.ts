import { randomUUID } from 'node:crypto'
import { mkdir, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { buildCheckout, copyProject, expandSchema } from '@/e2e/fixtures/project-copy'
import { type Service, startService } from '@/e2e/fixtures/service'
import { SteadyLoad } from '@/e2e/fixtures/steady-load'
import { WebhookReceiver } from '@/e2e/fixtures/webhook-receiver'
import { type Figure, percentile, show } from './figures'
import { atEnd, say, temporaryFolder, withClient } from './setup'
import { buildVersion, versionBefore } from './versions'

const PER_SECOND = 100
const MAX_P99_MS = 250
const SETTLE_MS = 60_000

/** A stretch of the run. */
type Phase = { name: string; fromMs: number; toMs: number }

/**
 * Upgrades a service under load by SIGHUP, from an earlier commit to this one with a schema that has grown, and goes back again
 * (docs/scaling.md). No request may fail and no delivery be lost, and nobody should wait for long.
 */
export async function measureUpgrade(args: string[]): Promise<void> {
  const { values: options, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { processes: { type: 'string', default: '1' }, seconds: { type: 'string', default: '10' } },
  })
  const marginMs = Number(options.seconds) * 1000
  const from = await versionBefore(positionals[0])
  const folder = await temporaryFolder()
  const versions = { before: join(folder, 'before'), next: join(folder, 'next') }
  await buildVersion(from, versions.before)
  say('Building this version')
  await mkdir(versions.next)
  copyProject(versions.next)
  expandSchema(versions.next)
  buildCheckout(versions.next)

  const link = join(folder, 'current')
  const pointTo = async (version: string) => {
    await rm(link, { force: true })
    await symlink(version, link, 'dir')
  }
  await pointTo(versions.before)
  const receiver = await WebhookReceiver.start()
  atEnd(() => receiver.stop())
  const env = { WEB_PROCESSES: options.processes, WORKER_PROCESSES: options.processes }
  const service = await startService({ env, root: link })
  atEnd(() => service.stop())
  const key = await createVendor(service)
  const load = await SteadyLoad.start({ url: service.url, key, perSecond: PER_SECOND }, receiver)
  const phases: Phase[] = []
  const during = async (name: string, work: () => Promise<unknown>) => {
    const fromMs = performance.now()
    await work()
    phases.push({ name, fromMs, toMs: performance.now() })
  }
  await delay(marginMs)
  await during('before', () => delay(marginMs))
  for (const [name, version] of [
    ['to the next version', versions.next],
    ['back to the version before', versions.before],
  ] as const) {
    await pointTo(version)
    await during(name, () => service.replaceProcesses())
    await delay(marginMs)
  }
  await load.stop()
  await showPhases(load, phases)
  await showOutcome(service, load, receiver)
}

/** A vendor with a full wallet; returns its key. */
async function createVendor(service: Service): Promise<string> {
  const email = 'upgrade@example.com'
  await service.admin(['vendor', 'create', '--email', email, '--password', randomUUID(), '--name', 'Upgrade'])
  const vendor = ['--vendor', email, '--mode', 'test']
  await service.admin(['wallet', 'credit', ...vendor, '--amount', '1000000', '--currency', 'USD'])
  const { key = '' } = await service.admin(['key', 'create', ...vendor])
  return key
}

async function showPhases(load: SteadyLoad, phases: Phase[]): Promise<void> {
  const timesIn = ({ fromMs, toMs }: Phase) =>
    load.answers.filter(({ dueAtMs }) => dueAtMs >= fromMs && dueAtMs < toMs).map(({ ms }) => ms)
  const usual = phases[0] ? percentile(timesIn(phases[0]), 0.99) : Number.NaN
  for (const phase of phases) {
    const times = timesIn(phase)
    const p99 = percentile(times, 0.99)
    const figure = (name: string, value: number, rest: Partial<Figure> = {}) =>
      show({ name: `${phase.name}: ${name}`, value, unit: 'ms', ...rest })
    figure('seconds', (phase.toMs - phase.fromMs) / 1000, { unit: 's' })
    figure('requests', times.length, { unit: '' })
    figure('p50', percentile(times, 0.5))
    figure('p99', p99, { atMost: MAX_P99_MS, note: `${(p99 / usual).toFixed(1)} times the usual` })
    figure('longest', Math.max(...times))
  }
}

async function showOutcome(service: Service, load: SteadyLoad, receiver: WebhookReceiver): Promise<void> {
  const { failures, payoutIds, answers } = load
  const count = (statement: string, values: unknown[] = []) =>
    withClient(service.databaseUrl, async (client) => {
      const { rows } = await client.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM ${statement}`,
        values,
      )
      return rows[0]?.count ?? 0
    })
  const undelivered = () =>
    count(`webhook_deliveries WHERE url = $1 AND status <> 'DELIVERED'`, [receiver.url()])
  const openPayouts = () => count(`payouts WHERE id = ANY ($1) AND status = 'PROCESSING'`, [payoutIds])
  const deadline = performance.now() + SETTLE_MS
  while ((await undelivered()) + (await openPayouts()) > 0 && performance.now() < deadline) await delay(100)

  const ledger = await service.admin<{ ok: boolean }>(['ledger', 'verify'])
  const deliveries = await count('webhook_deliveries WHERE url = $1', [receiver.url()])
  const transfers = await count('sandbox_transfers WHERE idempotency_key = ANY ($1)', [payoutIds])
  const lost = await undelivered()
  // Last, since an event of the end may be sent meanwhile.
  const arrived = new Set(receiver.deliveries.map(({ headers }) => headers['webhook-id']))
  const figures: [name: string, value: number, rest?: Partial<Figure>][] = [
    ['requests', answers.length + failures.length],
    ['failed requests', failures.length, { atMost: 0, note: failures.slice(0, 5).join('; ') }],
    ['payouts', payoutIds.length],
    ['payouts without an outcome', await openPayouts(), { atMost: 0 }],
    ['payouts without their one transfer', Math.abs(payoutIds.length - transfers), { atMost: 0 }],
    ['deliveries', deliveries],
    ['lost deliveries', Math.max(lost, deliveries - arrived.size), { atMost: 0 }],
    ['deliveries that came twice', receiver.deliveries.length - arrived.size],
    ['wrong ledgers', ledger.ok ? 0 : 1, { atMost: 0 }],
  ]
  for (const [name, value, rest] of figures) show({ name, value, unit: '', ...rest })
}
