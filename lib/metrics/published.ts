import { hostname } from 'node:os'
import {
  AggregatorRegistry,
  collectDefaultMetrics,
  type PrometheusContentType,
  type Registry,
} from 'prom-client'
import { connectionPool } from '@/lib/db/client'
import { sentenceOf } from '@/lib/db/describe-error'
import { statement } from '@/lib/db/statement'
import { env } from '@/lib/env'
import { log } from '@/lib/log'
import { processMetrics } from './metrics'

/*
 * Each process writes its counters into the database, and whichever process is asked answers for all of them: see
 * docs/decisions/0035-metrics-through-the-database.md.
 */

const PUBLISH_MS = 10_000
/** Older counters are those of a process that has ended. */
const CURRENT_SECONDS = 30

type Running = { stop(): Promise<void> }

/** Publishes this process's metrics until it is stopped. Does nothing without a METRICS_TOKEN, which reads them. */
export function publishMetrics(kind: 'web' | 'worker'): Running {
  if (!env.METRICS_TOKEN) return { stop: async () => {} }
  ownName = nameOf(kind)
  collectDefaultMetrics({ register: processMetrics().registry })
  let writing = writeMetrics()
  const timer = setInterval(() => {
    writing = writing.then(writeMetrics)
  }, PUBLISH_MS).unref()
  return {
    stop() {
      clearInterval(timer)
      return writing.then(writeMetrics)
    },
  }
}

let ownName = nameOf('process')

function nameOf(kind: string): string {
  return `${kind}-${process.pid}@${hostname()}`.slice(0, 255)
}

async function writeMetrics(): Promise<void> {
  try {
    await writeOwnMetrics()
  } catch (error) {
    log.warn({ error: sentenceOf(error) }, 'the metrics could not be published')
  }
}

async function writeOwnMetrics(): Promise<void> {
  const { registry, connections } = processMetrics()
  const pool = connectionPool()
  connections.set({ state: 'busy' }, pool.totalCount - pool.idleCount)
  connections.set({ state: 'idle' }, pool.idleCount)
  connections.set({ state: 'waiting' }, pool.waitingCount)
  const metrics = JSON.stringify(await registry.getMetricsAsJSON())
  await publish(pool, { process: ownName, metrics, currentSeconds: CURRENT_SECONDS })
}

type Counted = { values: { labels: Record<string, string | number> }[] }

/** The metrics of all processes of the installation, each with its name in the label `process`. */
export async function publishedMetrics(): Promise<Registry<PrometheusContentType>> {
  await writeOwnMetrics()
  const rows = await findCurrent(connectionPool(), { currentSeconds: CURRENT_SECONDS })
  const all = rows.map(({ process, metrics }) =>
    (JSON.parse(metrics) as Counted[]).map((metric) => ({
      ...metric,
      values: metric.values.map((value) => ({ ...value, labels: { ...value.labels, process } })),
    })),
  )
  return AggregatorRegistry.aggregate<PrometheusContentType>(all)
}

// By the database's clock, which all processes share.
const publish = statement<{ process: string; metrics: string; currentSeconds: number }, object>(
  'publish_metrics',
  `WITH ended AS (
     DELETE FROM process_metrics WHERE written_at < now() - make_interval(secs => :currentSeconds) AND process <> :process)
   INSERT INTO process_metrics (process, metrics, written_at) VALUES (:process, :metrics, now())
   ON CONFLICT (process) DO UPDATE SET metrics = EXCLUDED.metrics, written_at = EXCLUDED.written_at`,
)

const findCurrent = statement<{ currentSeconds: number }, { process: string; metrics: string }>(
  'find_published_metrics',
  `SELECT process, metrics FROM process_metrics
    WHERE written_at >= now() - make_interval(secs => :currentSeconds) ORDER BY process`,
)
