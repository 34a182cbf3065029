import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { cleanEnvironment, freePort, type Service, startService } from '@/e2e/fixtures/service'
import { chartOf } from './chart'
import { signIn } from './demo-service'
import { CONNECTIONS, type Figure, percentile, type Results, showResults, slowdowns } from './figures'
import { makeLeanTables } from './floor/lean-tables'
import {
  answerMs,
  healthBeside,
  type Load,
  type LoadRequest,
  latenciesAt,
  loadsBeside,
  type Target,
} from './load'
import { residentMb } from './processes'
import { atEnd, say, startDatabase, withClient } from './setup'
import { buildLargeAccount, buildPayers, type LargeAccount, type Payer } from './throughput-data'
import { bigCustomer, crowdsOf, mixedLoad, operationsOf, WALLETS } from './throughput-operations'
import { deliveredPerSecond } from './webhooks'

const { values: options } = parseArgs({
  // The first one may be the name of this benchmark.
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    rows: { type: 'string', multiple: true },
    processes: { type: 'string', default: '1' },
    only: { type: 'string', multiple: true, default: [] },
    json: { type: 'string' },
    svg: { type: 'string' },
  },
})
const seconds = options.quick ? 3 : 10
const sizes = (options.rows ?? (options.quick ? ['10000'] : ['10000', '1000000'])).map(Number)

const MIXED_PER_SECOND = 200
/** The figure is the median of as many stretches. */
const MIXED_WINDOWS = 3
const MIXED = `mixed load of ${MIXED_PER_SECOND}/s, p99`
const PAGE_TIMES = options.quick ? 10 : 30

/** No rate limits, because capacity is measured, and no access log, because the floor has none. */
const SETTINGS = {
  RATE_LIMIT_LIVE: '0',
  RATE_LIMIT_TEST: '0',
  RATE_LIMIT_ADDRESS: '0',
  LOG_LEVEL: 'warn',
  WEB_PROCESSES: options.processes,
  WORKER_PROCESSES: options.processes,
}

type Bench = {
  service: Service
  databaseUrl: string
  counterfoil: Target
  floor: Target
  lean: Target
  payers: Payer[]
  results: Results
}

const wants = (name: string) => options.only.length === 0 || options.only.some((part) => name.includes(part))

const QUEUES = ['webhook_deliveries', 'payouts', 'payments', 'mail_messages', 'checkout_sessions']
const IDLE_LIMIT_MS = 120_000

/**
 * Waits for the workers to do what is due now or soon, and for the server's vacuums. The floor leaves no work to
 * anybody, so otherwise each figure would pay for the one before it.
 */
async function untilIdle(): Promise<void> {
  const { connectionPool } = await import('@/lib/db/client')
  const isDue = [
    ...QUEUES.map((queue) => `${queue} WHERE next_attempt_at < now() + interval '5 seconds'`),
    "pg_stat_activity WHERE backend_type = 'autovacuum worker'",
  ]
    .map((some) => `EXISTS (SELECT FROM ${some})`)
    .join(' OR ')
  const limit = performance.now() + IDLE_LIMIT_MS
  while (performance.now() < limit) {
    const { rows } = await connectionPool().query<{ is_due: boolean }>(`SELECT ${isDue} AS is_due`)
    if (!rows[0]?.is_due) return
    await delay(200)
  }
  say('There is still work after two minutes')
}

async function measure(bench: Bench, rows: number, large: LargeAccount): Promise<void> {
  const { counterfoil, floor, lean, payers, results } = bench
  const crowds = rows === sizes[0] ? crowdsOf(large, payers) : []
  for (const { requests, ...operation } of [...operationsOf(large, payers), ...crowds]) {
    const { name, connections = CONNECTIONS, leastRatio, leastLean } = operation
    if (!wants(name)) continue
    const loads = await loadsBeside(
      { floor, lean, counterfoil },
      requests,
      { seconds, connections },
      untilIdle,
    )
    const over = (other: Load) => loads.counterfoil.perSecond / other.perSecond
    const ratios = { ratio: over(loads.floor), leanRatio: over(loads.lean), leastRatio, leastLean }
    results.measured.push({ operation: name, rows, connections, ...ratios, ...loads })
    const rates = [loads.counterfoil, loads.floor, loads.lean].map(({ perSecond }) => perSecond.toFixed(0))
    say(`${name}, ${connections} at once: ${rates[0]}/s beside ${rates[1]}/s and ${rates[2]}/s`)
  }
  for (const figure of await figuresOf(bench, rows, large)) results.figures.push(figure)
}

/** The p99 of each stretch of the mixed load, in ms, for each of the programs, which take turns. */
async function mixedBeside(targets: Target[], loadOf: () => () => LoadRequest): Promise<number[][]> {
  const p99s: number[][] = targets.map(() => [])
  for (let window = 0; window < MIXED_WINDOWS; window += 1) {
    for (const [index, target] of targets.entries()) {
      await untilIdle()
      const latencies = await latenciesAt(MIXED_PER_SECOND, target, loadOf(), seconds)
      p99s[index]?.push(percentile(latencies, 0.99))
    }
  }
  for (const [index, { name }] of targets.entries()) {
    say(`${MIXED}, ${name}: ${p99s[index]?.map((ms) => ms.toFixed(0)).join(', ')} ms`)
  }
  return p99s
}

async function figuresOf(bench: Bench, rows: number, large: LargeAccount): Promise<Figure[]> {
  const { service, counterfoil, lean, payers, databaseUrl } = bench
  const figures: Figure[] = []
  await untilIdle()
  if (wants(MIXED)) {
    const [ours = [], leans = []] = await mixedBeside([counterfoil, lean], () => mixedLoad(large, payers))
    const note = `the lean floor: ${percentile(leans, 0.5).toFixed(1)} ms`
    figures.push({ name: MIXED, rows, value: percentile(ours, 0.5), unit: 'ms', atMost: 20, note })
  }
  const health = 'health beside 16 parallel big customers, p99'
  if (wants(health)) {
    await untilIdle()
    const value = await healthBeside(counterfoil, bigCustomer(large), seconds)
    figures.push({ name: health, rows, value, unit: 'ms', atMost: 200 })
  }
  const webhooks = 'webhooks delivered'
  if (wants(webhooks)) {
    const value = await deliveredPerSecond(databaseUrl, payers[0]?.account.id ?? '', seconds)
    figures.push({ name: webhooks, rows, value, unit: '/s', atLeast: 3000 })
  }
  await untilIdle()
  const cookie = pagesOf(large).some(({ name }) => wants(name)) ? await signIn(service.url, large) : ''
  for (const { name, path } of [...pagesOf(large), ...listsOf(large)].filter(({ name }) => wants(name))) {
    const isPage = !path.startsWith('/api/')
    const headers: Record<string, string> = isPage ? { cookie } : { authorization: `Bearer ${large.key}` }
    const value = await answerMs(service.url + path, headers, PAGE_TIMES)
    figures.push({ name, rows, value, unit: 'ms', atMost: 60 })
  }
  return figures
}

/** Lists of the API, a hundred rows each. */
function listsOf({ customerIds }: LargeAccount): { name: string; path: string }[] {
  const invoices = ['invoices', 'invoices?status=Paid', `invoices?customer_id=${customerIds[0]}`]
  return [...invoices, 'customers', 'payouts', 'events', 'wallet/entries'].map((list) => ({
    name: `list /${list.replace(/=.{36}$/, '=…')}, median`,
    path: `/api/v2/${list}${list.includes('?') ? '&' : '?'}limit=100`,
  }))
}

function pagesOf({ customerIds, invoiceIds }: LargeAccount): { name: string; path: string }[] {
  const lists = ['/home', '/invoices', '/customers', '/payouts', '/wallet', '/mailbox']
  const developers = ['/developers/webhooks', '/developers/requests', '/settings/api-keys']
  return [
    ...[...lists, ...developers].map((path) => ({ name: `page ${path}, median`, path })),
    { name: 'page /invoices/…, median', path: `/invoices/${invoiceIds[0]}` },
    { name: 'page /customers/…, median', path: `/customers/${customerIds[0]}` },
  ]
}

/** Verifies the ledger of the hot wallet's account and of some others, as both programs with our tables left them. */
async function checkLedgers(payers: Payer[]): Promise<void> {
  const { database } = await import('@/lib/db/client')
  const { verifyLedger } = await import('@/lib/ledger/verify')
  for (const { account } of payers.slice(0, 20)) {
    const { ok, problems } = await verifyLedger(database(), account.id)
    if (!ok) throw new Error(`The ledger of ${account.id} is wrong:\n${problems.join('\n')}`)
  }
}

async function startFloor(databaseUrl: string, secretKey: string, tables: 'service' | 'lean') {
  const port = await freePort()
  const child = spawn(process.execPath, ['--import', 'tsx', 'bench/floor/server.ts'], {
    env: cleanEnvironment({
      NODE_ENV: 'production',
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      SECRET_KEY: secretKey,
      TABLES: tables,
    }),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  atEnd(() => {
    child.kill()
    return exited
  })
  await Promise.race([
    once(child.stdout, 'data'),
    exited.then(() => Promise.reject(new Error('The floor did not start'))),
  ])
  return { url: `http://localhost:${port}`, pids: () => [child.pid ?? 0] }
}

/**
 * The production build beside the floor program, under the same load on the same database server
 * (docs/performance.md).
 */
export async function measureThroughput(): Promise<void> {
  const { url: databaseUrl, folder, secretKey } = await startDatabase()
  say('Building the vendors that pay out')
  const payers = await buildPayers(wants(MIXED) || wants('1,000 wallets') ? WALLETS : 1)
  const results: Results = {
    startedAt: new Date().toISOString(),
    commit: commitOf(),
    machine: `${availableParallelism()} × ${cpus()[0]?.model.trim() ?? 'unknown'}, Node.js ${process.version}`,
    seconds,
    measured: [],
    figures: [],
  }
  const service = await startService({
    env: { ...SETTINGS, DATABASE_URL: databaseUrl, SECRET_KEY: secretKey },
  })
  atEnd(() => service.stop())
  const floorProgram = await startFloor(databaseUrl, secretKey, 'service')
  const leanProgram = await startFloor(databaseUrl, secretKey, 'lean')
  const databasePid = Number.parseInt(readFileSync(join(folder, 'postgres/data/postmaster.pid'), 'utf8'), 10)
  const webs = () => service.pids('web').map((pid) => pid ?? 0)
  const counterfoil = { name: 'Counterfoil', url: service.url, pids: webs, databasePid }
  const floor = { name: 'the floor', ...floorProgram, databasePid }
  const lean = { name: 'the lean floor', ...leanProgram, databasePid }
  for (const rows of sizes) {
    // The service is stopped meanwhile, because filling drops indexes and the worker would see half of the rows.
    await service.halt()
    say(`Filling an account with ${rows.toLocaleString('en')} invoices`)
    const large = await buildLargeAccount(databaseUrl, rows)
    await withClient(databaseUrl, makeLeanTables)
    await service.start()
    await service.ready()
    say(`Measuring with ${rows.toLocaleString('en')} invoices`)
    await measure({ service, databaseUrl, counterfoil, floor, lean, payers, results }, rows, large)
    const requests = results.measured
      .filter((each) => each.rows === rows)
      .reduce((sum, each) => sum + each.counterfoil.requests, 0)
    const name = `memory of the web process after ${requests.toLocaleString('en')} requests`
    const value = Math.max(...webs().map((pid) => residentMb(pid) ?? Number.NaN))
    results.figures.push({ name, rows, value: Number.isNaN(value) ? null : value, unit: 'MB', atMost: 300 })
  }
  await checkLedgers(payers)
  results.figures.push(...slowdowns(results.measured))
  showResults(results)
  if (options.json) writeFileSync(options.json, `${JSON.stringify(results, null, 2)}\n`)
  if (options.svg) writeFileSync(options.svg, chartOf(results))
}

function commitOf(): string | null {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    return null
  }
}
