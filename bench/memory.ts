import { startService } from '@/e2e/fixtures/service'
import { CONNECTIONS, show } from './figures'
import { sendAll, type Target } from './load'
import { residentMb } from './processes'
import { atEnd, say, startDatabase } from './setup'
import { buildLargeAccount, buildPayers } from './throughput-data'
import { mixedLoad } from './throughput-operations'

const INVOICES = 10_000
const PAYERS = 100
const STRETCHES = 10
const LIMIT_MB = 300

/**
 * The memory of the web and worker processes while a million mixed requests go through them, as fast as they are answered:
 * of each twenty, 14 read, 5 create a customer or an invoice, and one pays out. Arguments: another number of requests.
 */
export async function measureMemory([requests = '1000000']: string[]): Promise<void> {
  const { url: databaseUrl, secretKey } = await startDatabase({ max_wal_size: '4GB' })
  const payers = await buildPayers(PAYERS)
  const service = await startService({
    env: {
      DATABASE_URL: databaseUrl,
      SECRET_KEY: secretKey,
      RATE_LIMIT_TEST: '0',
      LOG_LEVEL: 'warn',
      WEB_PROCESSES: '1',
      WORKER_PROCESSES: '1',
    },
  })
  atEnd(() => service.stop())
  // Stopped meanwhile, because filling drops indexes.
  await service.halt()
  const large = await buildLargeAccount(databaseUrl, INVOICES)
  await service.start()
  await service.ready()
  const processes = ['web', 'worker'] as const
  const pidsOf = (name: (typeof processes)[number]) => service.pids(name).map((pid) => pid ?? 0)
  const target: Target = { name: 'Counterfoil', url: service.url, pids: () => pidsOf('web'), databasePid: 0 }
  const next = mixedLoad(large, payers)
  const stretch = Math.ceil(Number(requests) / STRETCHES)
  for (let sent = stretch; sent <= stretch * STRETCHES; sent += stretch) {
    const startedAt = performance.now()
    await sendAll(target, next, { requests: stretch, connections: CONNECTIONS })
    say(
      `${sent.toLocaleString('en')} requests, ${((stretch * 1000) / (performance.now() - startedAt)).toFixed(0)}/s`,
    )
    for (const name of processes) {
      const value = Math.max(...pidsOf(name).map((pid) => residentMb(pid) ?? Number.NaN))
      const isLast = sent === stretch * STRETCHES
      const goal = isLast && name === 'web' ? { atMost: LIMIT_MB } : {}
      show({ name: `${name} after ${sent.toLocaleString('en')} requests`, value, unit: 'MB', ...goal })
    }
  }
}
