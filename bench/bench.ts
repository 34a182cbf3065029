import build from '@/e2e/fixtures/build'
import { missedGoals } from './figures'
import { endAll } from './setup'

/* `npm run bench -- <what> [options]`: exits with code 1 where a goal is missed. */

const USAGE = `npm run bench -- [what] [options]

what
  throughput   the hot operations beside a floor program, pages, lists and webhooks (docs/performance.md); the default
  lists        every list of the dashboard over a million rows; [rows] [list …]
  page-weight  the JavaScript that each page loads
  lighthouse   Lighthouse's scores of the main pages
  routes       from page to page in the browser
  runtime      start, operator commands and memory
  memory       the processes' memory during a million requests; [requests]
  retention    the request log's retention as it is, and with partitions; [rows]
  traces       what tracing costs, on and off (docs/performance.md); --seconds N
  upgrade      to this version under load, and back (docs/scaling.md); [commit before], --processes N, --seconds N
  previous-suite  the API suite of an earlier commit on this schema (CONTRIBUTING.md); [commit], [test file …]
  failover     a standby takes over under load (docs/scaling.md); --bin FOLDER, --seconds N, --clients N; with --patroni by
               itself, in five ways: --rounds N, --defaults for Patroni's own settings
  citus        a Citus cluster under many tenants' load (docs/scaling.md): its cost, a tenant that moves, a node that dies, and a
               restore; --bin FOLDER, --nodes N (0: one server), --tenants N, --seconds N, --clients N
  proxies      the examples of Caddy and nginx in front of the service (docs/install.md); --bin FOLDER

throughput
  --quick        ten thousand invoices only, 3 seconds for each measurement instead of 10
  --rows N       invoices of the account, instead of 10000 and 1000000; may be given several times
  --processes N  web and worker processes, N of each, instead of one
  --only NAME    only what has this in its name, such as payout, page, list or webhooks; may be given several times
  --json FILE    writes all figures
  --svg FILE     writes the chart`

/** Imported on demand: what a benchmark imports may read the settings that it makes first. */
const BENCHMARKS: Record<string, () => Promise<(args: string[]) => Promise<void>>> = {
  throughput: async () => (await import('./throughput')).measureThroughput,
  lists: async () => (await import('./lists')).measureLists,
  'page-weight': async () => (await import('./page-weight')).measurePageWeight,
  lighthouse: async () => (await import('./lighthouse')).measureScores,
  routes: async () => (await import('./routes')).measureRoutes,
  runtime: async () => (await import('./runtime')).measureRuntime,
  memory: async () => (await import('./memory')).measureMemory,
  retention: async () => (await import('./retention')).measureRetention,
  traces: async () => (await import('./traces')).measureTraces,
  upgrade: async () => (await import('./upgrade')).measureUpgrade,
  'previous-suite': async () => (await import('./previous-suite')).runPreviousSuite,
  failover: async () => (await import('./failover')).measureFailover,
  citus: async () => (await import('./citus')).measureCitus,
  proxies: async () => (await import('./proxies')).tryProxies,
}

async function main(): Promise<number> {
  const args = process.argv.slice(2)
  const what = args[0]?.startsWith('-') ? 'throughput' : (args.shift() ?? 'throughput')
  const load = BENCHMARKS[what]
  if (!load || args.includes('--help')) {
    console.log(USAGE)
    return load ? 0 : 2
  }
  // A service that has to build first is not ready in time on a slow machine.
  build()
  const measure = await load()
  await measure(args)
  return missedGoals() > 0 ? 1 : 0
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void endAll().finally(() => process.exit(1)))
}

process.exit(await main().finally(endAll))
