import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { copyProject } from '@/e2e/fixtures/project-copy'
import { type Service, startService } from '@/e2e/fixtures/service'
import { CONNECTIONS, show } from './figures'
import { type Load, loadsBeside, type Target } from './load'
import { atEnd, say, startDatabase, temporaryFolder } from './setup'
import { buildLargeAccount, buildPayers } from './throughput-data'
import { operationsOf } from './throughput-operations'

const INVOICES = 10_000
const OPERATIONS = ['invoice status', 'create customer', 'create invoice', 'payout, one wallet']
/** Less than this is within what two runs of one program differ by. */
const MAX_TIMES_OFF = 1.03
/** For what a turn has left to the workers. */
const SETTLE_MS = 1000

/** The module of spans as a service without traces would have it: its callers stay as they are. */
const NO_SPANS = `export const isTracing = false
export const inSpan = (begin, work) => work(null)
export const childSpan = () => null
export const keepSpan = (work) => work
export async function flushSpans() {}
`

/**
 * Three services on one database under the same load, in turns: one sends a span of everything to a collector, one has tracing off,
 * and one has no code for it. Off, tracing has to cost nothing (docs/performance.md).
 */
export async function measureTraces(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { seconds: { type: 'string', default: '20' } } })
  const { url: databaseUrl, folder, secretKey } = await startDatabase({ max_wal_size: '4GB' })
  const databasePid = Number.parseInt(readFileSync(join(folder, 'postgres/data/postmaster.pid'), 'utf8'), 10)
  const payers = await buildPayers(1)
  const start = async (env: Record<string, string>, root?: string): Promise<Service> => {
    const settings = {
      DATABASE_URL: databaseUrl,
      SECRET_KEY: secretKey,
      RATE_LIMIT_TEST: '0',
      LOG_LEVEL: 'warn',
    }
    const service = await startService({ env: { ...settings, ...env }, ...(root ? { root } : {}) })
    atEnd(() => service.stop())
    return service
  }
  const services = {
    none: await start({}, await copyWithoutTraces()),
    off: await start({}),
    on: await start({ OTEL_EXPORTER_OTLP_ENDPOINT: await startCollector() }),
  }
  // Stopped meanwhile, because filling drops indexes.
  for (const service of Object.values(services)) await service.halt()
  const large = await buildLargeAccount(databaseUrl, INVOICES)
  for (const service of Object.values(services)) await service.start()
  const target = (service: Service): Target => ({
    name: 'Counterfoil',
    url: service.url,
    pids: () => service.pids('web').map((pid) => pid ?? 0),
    databasePid,
  })
  const programs = { none: target(services.none), off: target(services.off), on: target(services.on) }
  for (const { name, requests } of operationsOf(large, payers)) {
    if (!OPERATIONS.includes(name)) continue
    const kind = { seconds: Number(values.seconds), connections: CONNECTIONS }
    const { none, off, on } = await loadsBeside(programs, requests, kind, () => delay(SETTLE_MS))
    const times = (which: Load) =>
      which.webCpuMs === null ? null : which.webCpuMs / (none.webCpuMs ?? Number.NaN)
    const note = [none, off, on].map(
      ({ webCpuMs, perSecond }) => `${webCpuMs?.toFixed(3)} ms, ${perSecond.toFixed(0)}/s`,
    )
    show({
      name: `${name}: web CPU with tracing off`,
      value: times(off),
      unit: 'times',
      atMost: MAX_TIMES_OFF,
    })
    show({ name: `${name}: with a span of everything`, value: times(on), unit: 'times' })
    say(`${name}, without the code, off, on: ${note.join('; ')}`)
  }
}

async function copyWithoutTraces(): Promise<string> {
  const copy = await temporaryFolder()
  copyProject(copy)
  writeFileSync(join(copy, 'lib/tracing/spans.ts'), NO_SPANS)
  // The pages stay those of the original: only the API is asked.
  const accept = `import('./bin/prepare.mjs').then(({ acceptBuild }) => acceptBuild())`
  execFileSync(process.execPath, ['-e', accept], { cwd: copy })
  return copy
}

/** A collector that takes everything and looks at nothing; returns its address. */
async function startCollector(): Promise<string> {
  const server = createServer((request, response) => {
    request
      .resume()
      .on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  atEnd(async () => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
