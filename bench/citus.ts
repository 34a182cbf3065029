import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { actBeside, type Service, startService } from '@/e2e/fixtures/service'
import { WebhookReceiver } from '@/e2e/fixtures/webhook-receiver'
import { CitusCluster } from './citus-cluster'
import { signIn } from './demo-service'
import { percentile, show } from './figures'
import { answerMs } from './load'
import { familyCpuMs } from './processes'
import { atEnd, say, temporaryFolder, withClient } from './setup'
import { findPrograms, onServer, postmasterOf, type Server, serverHost } from './standby'
import { TenantLoad } from './tenant-load'
import { buildPayers, type Payer } from './throughput-data'

/** Shards for each worker: what moves at once is one of them. */
const SHARDS = 4
const PAGE_TIMES = 9
const BACK_MS = 60_000
const SETTLE_MS = 120_000
/** Pages of the operator that read all tenants. */
const PAGES = ['/operator/vendors', '/operator/money', '/operator/ledger', '/operator/reconciliation']

type Trial = { service: Service; cluster: CitusCluster; payers: Payer[]; loadMs: number; clients: number }

/**
 * The service on a Citus cluster under the load of many tenants (docs/scaling.md): what a request costs its databases, a tenant
 * that moves, a worker node that dies, and all nodes restored to one point. With `--nodes 0` only the first, on one server.
 */
export async function measureCitus(args: string[]): Promise<void> {
  const { values: options } = parseArgs({
    args,
    options: {
      bin: { type: 'string' },
      nodes: { type: 'string', default: '2' },
      tenants: { type: 'string', default: '100' },
      seconds: { type: 'string', default: '10' },
      clients: { type: 'string', default: '8' },
    },
  })
  const [workers, tenants] = [Number(options.nodes), Number(options.tenants)]
  const [loadMs, clients] = [Number(options.seconds) * 1000, Number(options.clients)]
  const host = await serverHost(findPrograms(options.bin), await temporaryFolder())
  if (workers === 0) {
    const server = await host.folderFor('primary')
    await host.create(server)
    await host.start(server)
    atEnd(() => host.stop(server))
    await onServer(server, 'CREATE DATABASE counterfoil', 'postgres')
    const { service, payers } = await startTenants(server.url, {}, tenants)
    const cpuMs = () => familyCpuMs(postmasterOf(server))
    return showCosts({ service, payers, loadMs, clients, cpuMs })
  }
  const cluster = await CitusCluster.start(host, workers, workers * SHARDS)
  atEnd(() => cluster.stop())
  const settings = { DATABASE_DISTRIBUTED: 'citus' }
  const started = await startTenants(cluster.coordinator.url, settings, tenants)
  await cluster.checkpoint()
  const trial = { ...started, cluster, loadMs, clients }
  await showCosts({ ...trial, cpuMs: () => cluster.cpuMs() })
  await moveTenant(trial)
  await loseNode(trial)
  await restoreAll(trial)
}

async function startTenants(
  url: string,
  settings: Record<string, string>,
  tenants: number,
): Promise<{ service: Service; payers: Payer[] }> {
  const service = await startService({ env: { ...settings, DATABASE_URL: url } })
  atEnd(() => service.stop())
  actBeside(service.joined)
  say(`Creating ${tenants} tenants`)
  const payers = await buildPayers(tenants)
  await (await import('@/lib/db/client')).disconnect()
  return { service, payers }
}

async function showCosts({
  service,
  payers,
  loadMs,
  clients,
  cpuMs,
}: Omit<Trial, 'cluster'> & { cpuMs: () => number | null }): Promise<void> {
  const cpuOver = async (work: () => Promise<unknown>) => {
    const before = cpuMs()
    await work()
    const after = cpuMs()
    return before === null || after === null ? null : after - before
  }
  await settled(service)
  const idle = await cpuOver(() => delay(loadMs))
  // The first requests make connections, and their plans.
  await underLoad(service.url, payers, clients, loadMs / 2)
  let requests = 0
  const busy = await cpuOver(async () => {
    const sent = await underLoad(service.url, payers, clients, loadMs)
    requests = sent.filter(({ status }) => status < 300).length
    await settled(service)
  })
  const name = `${payers.length} tenants`
  show({ name: `${name}: requests`, value: requests / (loadMs / 1000), unit: '/s' })
  show({ name: `${name}: database CPU a request`, value: busy === null ? null : busy / requests, unit: 'ms' })
  const idleShare = idle === null ? null : (idle / loadMs) * 1000
  show({ name: 'database CPU a second without requests', value: idleShare, unit: 'ms' })
  const demo = JSON.parse(readFileSync(join(service.dataDir, 'demo.json'), 'utf8'))
  const cookie = await signIn(service.url, demo)
  const makeOperator = [
    `UPDATE members SET totp_secret_encrypted = '-', totp_confirmed_at = now() WHERE email = $1`,
    'UPDATE vendors SET is_operator = true WHERE email = $1',
  ]
  for (const text of makeOperator) {
    await withClient(service.databaseUrl, (client) => client.query(text, [demo.email]))
  }
  for (const path of PAGES) {
    const value = await answerMs(service.url + path, { cookie }, PAGE_TIMES)
    show({ name: `page ${path}, median`, value, unit: 'ms' })
  }
}

/** Runs the load for so long, and returns what was sent. */
async function underLoad(url: string, payers: Payer[], clients: number, ms: number) {
  const load = new TenantLoad(url, payers, clients)
  await delay(ms)
  await load.stop()
  return load.sent
}

/** Moves a tenant's shard, and all others on it, to another node while everybody goes on. */
async function moveTenant({ service, cluster, payers, loadMs, clients }: Trial): Promise<void> {
  const [payer] = payers as [Payer]
  const [from, to] = await twoNodes(cluster, payer)
  const load = new TenantLoad(service.url, payers, clients)
  await delay(loadMs / 2)
  const fromMs = performance.now()
  const tookMs = await cluster.move(payer.account.id, from, to)
  const toMs = performance.now()
  await delay(loadMs / 2)
  await load.stop()
  const isMoved = (await cluster.nodesOf([payer.account.id])).get(payer.account.id) === to
  const during = load.sent.filter(({ sentAtMs, endedAtMs }) => endedAtMs > fromMs && sentAtMs < toMs)
  const slowest = Math.max(...during.map(({ sentAtMs, endedAtMs }) => endedAtMs - sentAtMs))
  show({ name: 'a tenant moves: time', value: tookMs / 1000, unit: 's' })
  show({ name: 'a tenant moves: it is on the other node', value: isMoved ? 1 : 0, unit: '', atLeast: 1 })
  show({ name: 'a tenant moves: requests meanwhile', value: during.length, unit: '', atLeast: 1 })
  show({ name: 'a tenant moves: failed requests', ...failuresOf(load.sent), unit: '', atMost: 0 })
  show({ name: 'a tenant moves: slowest request meanwhile', value: slowest, unit: 'ms' })
  await showBooks('a tenant moves', service)
}

async function twoNodes(cluster: CitusCluster, { account }: Payer): Promise<[Server, Server]> {
  const from = (await cluster.nodesOf([account.id])).get(account.id)
  const to = cluster.workers.find((worker) => worker !== from)
  if (!from || !to) throw new Error('A tenant moves from one worker node to another one')
  return [from, to]
}

function failuresOf(sent: TenantLoad['sent']): { value: number; note: string } {
  const failed = sent.filter(({ status }) => status === 0 || status >= 300)
  return { value: failed.length, note: [...new Set(failed.map(({ status }) => status))].join() }
}

/** Kills a worker node under load, and starts it again: its tenants are refused meanwhile, and nobody else. */
async function loseNode({ service, cluster, payers, loadMs, clients }: Trial): Promise<void> {
  const [lost] = cluster.workers as [Server]
  const nodes = await cluster.nodesOf(payers.map(({ account }) => account.id))
  const isLost = (accountId: string) => nodes.get(accountId) === lost
  const receiver = await WebhookReceiver.start()
  atEnd(() => receiver.stop())
  for (const { account, key } of payers)
    if (!isLost(account.id)) await addEndpoint(service.url, key, receiver)
  const load = new TenantLoad(service.url, payers, clients)
  await delay(loadMs / 2)
  const killedAtMs = performance.now()
  cluster.kill(lost)
  await delay(loadMs)
  const deliveredBefore = receiver.deliveries.length
  await delay(loadMs)
  const delivered = receiver.deliveries.length - deliveredBefore
  const startedAtMs = performance.now()
  await cluster.restart(lost)
  const acceptedMs = performance.now() - startedAtMs
  await delay(loadMs)
  await load.stop()

  const down = load.sent.filter(({ sentAtMs, endedAtMs }) => sentAtMs > killedAtMs && endedAtMs < startedAtMs)
  const ofLost = down.filter(({ accountId }) => isLost(accountId))
  const others = load.sent.filter(({ accountId }) => !isLost(accountId))
  const refusals = load.sent.filter(
    ({ accountId, status }) => isLost(accountId) && (status === 0 || status >= 300),
  )
  const wrong = refusals.filter(({ status, retryAfter }) => status !== 503 || retryAfter === null)
  const backMs = load.sent
    .filter(
      ({ accountId, status, sentAtMs }) =>
        isLost(accountId) && status !== 0 && status < 300 && sentAtMs > startedAtMs,
    )
    .map(({ endedAtMs }) => endedAtMs - startedAtMs)
  const othersDown = down.filter(({ accountId, status }) => !isLost(accountId) && status < 300)
  const p99 = (requests: TenantLoad['sent']) =>
    percentile(
      requests.map(({ sentAtMs, endedAtMs }) => endedAtMs - sentAtMs),
      0.99,
    )
  const name = 'a node dies'
  show({
    name: `${name}: its tenants' requests that were answered well`,
    ...wellOf(ofLost),
    unit: '',
    atMost: 0,
  })
  show({ name: `${name}: its tenants' refusals`, value: refusals.length, unit: '', atLeast: 1 })
  show({
    name: `${name}: those that are not 503 with Retry-After`,
    ...failuresOf(wrong),
    unit: '',
    atMost: 0,
  })
  show({ name: `${name}: others' requests meanwhile`, value: othersDown.length, unit: '', atLeast: 1 })
  show({ name: `${name}: others' failed requests`, ...failuresOf(others), unit: '', atMost: 0 })
  const before = others.filter(({ endedAtMs }) => endedAtMs < killedAtMs)
  show({ name: `${name}: others' p99 before`, value: p99(before), unit: 'ms' })
  show({ name: `${name}: others' p99 meanwhile`, value: p99(othersDown), unit: 'ms' })
  show({ name: `${name}: others' webhooks delivered meanwhile`, value: delivered, unit: '', atLeast: 1 })
  show({
    name: `${name}: from its start until it accepts connections`,
    value: acceptedMs / 1000,
    unit: 's',
  })
  show({
    name: `${name}: from its start to its tenants' first success`,
    value: Math.min(...backMs, BACK_MS) / 1000,
    unit: 's',
    atMost: 15,
  })
  const payoutIds = load.sent.flatMap(({ payoutId }) => payoutId ?? [])
  const missing = await cluster.query<{ id: string }>(
    'SELECT id FROM unnest($1::uuid[]) AS receipt (id) WHERE id NOT IN (SELECT id FROM payouts)',
    [payoutIds],
  )
  show({ name: `${name}: acknowledged payouts that are lost`, value: missing.length, unit: '', atMost: 0 })
  await showBooks(name, service)
}

function wellOf(sent: TenantLoad['sent']): { value: number } {
  return { value: sent.filter(({ status }) => status !== 0 && status < 300).length }
}

async function addEndpoint(url: string, key: string, receiver: WebhookReceiver): Promise<void> {
  const answer = await fetch(`${url}/api/v2/webhook-endpoints`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body: JSON.stringify({ url: receiver.url() }),
  })
  if (!answer.ok) throw new Error(`An endpoint was refused: ${await answer.text()}`)
}

/** Loses all nodes, and restores them to a point that was named under load. */
async function restoreAll({ service, cluster, payers, loadMs, clients }: Trial): Promise<void> {
  const copies = await cluster.copyNodes()
  const load = new TenantLoad(service.url, payers, clients)
  await delay(loadMs / 2)
  const beforeMs = performance.now()
  const point = 'trial'
  await cluster.createRestorePoint(point)
  await delay(loadMs / 2)
  await load.stop()
  await service.halt()
  const startedAtMs = performance.now()
  await cluster.restoreTo(point, copies)
  await service.start()
  const name = 'all nodes are restored to a point'
  show({ name: `${name}: time`, value: (performance.now() - startedAtMs) / 1000, unit: 's' })
  // The service's anchor may name a seal that was made after the point, as after any restore.
  await service.admin(['seals', 'anchor', '--reason', 'restored to a point'])
  const before = load.sent.flatMap(({ payoutId, endedAtMs }) =>
    endedAtMs < beforeMs && payoutId ? payoutId : [],
  )
  const after = load.sent.flatMap(({ payoutId, endedAtMs }) =>
    endedAtMs > beforeMs && payoutId ? payoutId : [],
  )
  const stored = async (ids: string[]) => {
    const [row] = await cluster.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM payouts WHERE id = ANY ($1::uuid[])',
      [ids],
    )
    return row?.count ?? 0
  }
  show({ name: `${name}: payouts acknowledged before it`, value: before.length, unit: '', atLeast: 1 })
  show({
    name: `${name}: of these, lost`,
    value: before.length - (await stored(before)),
    unit: '',
    atMost: 0,
  })
  show({
    name: `${name}: payouts acknowledged after it, gone`,
    value: after.length - (await stored(after)),
    unit: '',
    atLeast: 1,
  })
  await showBooks(name, service)
}

/** Every payout has an outcome in the end, and all nodes' ledgers are right. */
async function showBooks(name: string, service: Service): Promise<void> {
  const open = await settled(service)
  const ledger = await service.admin<{ ok: boolean }>(['ledger', 'verify'])
  show({ name: `${name}: payouts without an outcome`, value: open, unit: '', atMost: 0 })
  show({ name: `${name}: wrong ledgers`, value: ledger.ok ? 0 : 1, unit: '', atMost: 0 })
}

/** Waits for the outcomes of payouts; returns how many are missing. */
async function settled(service: Service): Promise<number> {
  for (const startedAt = performance.now(); ; await delay(500)) {
    const { pending = 0 } = await service.admin<{ pending: number }>(['payout', 'reconcile'])
    if (pending === 0 || performance.now() - startedAt > SETTLE_MS) return pending
  }
}
