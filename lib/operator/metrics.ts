import { createHash, timingSafeEqual } from 'node:crypto'
import { Gauge } from 'prom-client'
import { connectionPool, database } from '@/lib/db/client'
import { WORKER_SILENCE_SECONDS } from '@/lib/db/health'
import { latestBackupAt } from '@/lib/db/instance'
import { statement } from '@/lib/db/statement'
import { env } from '@/lib/env'
import { type Access, operation } from '@/lib/http/operation'
import { Refusal } from '@/lib/http/refusals'
import { publishedMetrics } from '@/lib/metrics/published'
import { METRICS } from '@/lib/metrics/register'
import { now } from '@/lib/time/clock'
import { latestChecks } from './check-books'
import { latestShortfalls } from './check-money'
import { readDue } from './health'

/** Ages of unsettled payouts, in seconds: a payout counts in every line that it is older than. */
const PAYOUT_AGES = [0, 60, 600, 3600, 86_400]

const MILLISECONDS = 1000

/** The metrics of all processes and of the installation, in the text format of Prometheus. */
export async function readMetrics(): Promise<string> {
  const registry = await publishedMetrics()
  const registers = [registry]
  // The state of the installation, which is read from the database when somebody asks.
  const due = new Gauge({ ...METRICS.due, registers })
  const oldestDue = new Gauge({ ...METRICS.oldestDue, registers })
  const payouts = new Gauge({ ...METRICS.payouts, registers })
  const workers = new Gauge({ ...METRICS.workers, registers })
  const books = new Gauge({ ...METRICS.books, registers })
  const booksChecked = new Gauge({ ...METRICS.booksChecked, registers })
  const missingMoney = new Gauge({ ...METRICS.missingMoney, registers })
  const backup = new Gauge({ ...METRICS.backup, registers })
  const at = now()
  for (const { what: queue, count, oldestAt } of await readDue(database())) {
    due.set({ queue }, count)
    oldestDue.set({ queue }, oldestAt ? (at.getTime() - oldestAt.getTime()) / MILLISECONDS : 0)
  }
  const olderThan = PAYOUT_AGES.map((seconds) => new Date(at.getTime() - seconds * MILLISECONDS))
  for (const { position, count } of await countProcessing(connectionPool(), { olderThan })) {
    payouts.set({ older_than: PAYOUT_AGES[position - 1] ?? 0 }, count)
  }
  const [alive] = await countWorkers(connectionPool(), { silenceSeconds: WORKER_SILENCE_SECONDS })
  workers.set(alive?.count ?? 0)
  for (const { name, problemCount, checkedAt } of await latestChecks(database())) {
    books.set({ books: name }, problemCount)
    booksChecked.set({ books: name }, checkedAt.getTime() / MILLISECONDS)
  }
  for (const { currency, missingMinor } of await latestShortfalls(database())) {
    missingMoney.set({ currency }, Number(missingMinor))
  }
  backup.set(((await latestBackupAt())?.getTime() ?? 0) / MILLISECONDS)
  return registry.metrics()
}

// An unsettled payout always has a next look-up, so the index of due times finds it.
const countProcessing = statement<{ olderThan: Date[] }, { position: number; count: number }>(
  'count_processing_payouts',
  `SELECT ages.position::int AS position, count(payouts.id)::int AS count
     FROM unnest(:olderThan::timestamptz[]) WITH ORDINALITY AS ages (created_before, position)
     LEFT JOIN payouts ON payouts.next_attempt_at IS NOT NULL AND payouts.status = 'PROCESSING'
                      AND payouts.created_at <= ages.created_before
    GROUP BY ages.position ORDER BY ages.position`,
)

const countWorkers = statement<{ silenceSeconds: number }, { count: number }>(
  'count_workers',
  `SELECT count(*)::int AS count FROM worker_heartbeats
    WHERE beat_at > now() - make_interval(secs => :silenceSeconds)`,
)

/** Holders of METRICS_TOKEN. To anybody else the path looks unknown. */
const metricsReader: Access<object> = {
  kind: 'public',
  codes: ['not_found'],
  enter: async ({ headers }) => {
    const { METRICS_TOKEN } = env
    const [, token = ''] = /^Bearer +(\S+)$/i.exec(headers.get('authorization') ?? '') ?? []
    if (!METRICS_TOKEN || !isSame(token, METRICS_TOKEN)) throw new Refusal('not_found')
    return {}
  },
}

/** Takes as long for every text. */
function isSame(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => createHash('sha256').update(text).digest())
  return a !== undefined && b !== undefined && timingSafeEqual(a, b)
}

export const metrics = operation({
  method: 'GET',
  path: '/api/metrics',
  summary: 'Read the metrics',
  description: 'What all processes have counted, and the state of the queues, for Prometheus.',
  tag: 'Operating',
  access: metricsReader,
  answers: { 200: { contentType: 'text/plain', description: 'The text format of Prometheus.' } },
  logLevel: 'debug',
}).handle(async () => ({
  status: 200,
  content: await readMetrics(),
  contentType: 'text/plain; version=0.0.4; charset=utf-8',
  filename: 'metrics.txt',
  disposition: 'inline',
}))
