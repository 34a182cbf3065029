import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { z } from 'zod'
import { database, type Orm } from '@/lib/db/client'
import { checkHealth, WORKER_SILENCE_SECONDS } from '@/lib/db/health'
import { amountView, moment } from '@/lib/http/schemas'
import { listUnposted } from '@/lib/ledger/unposted-amounts'
import { presentAmount } from '@/lib/money/money'
import { paymentProviders, payoutProviders } from '@/lib/providers/registry'
import { storedProvider } from '@/lib/providers/stored-provider'
import { now } from '@/lib/time/clock'
import { latestChecks } from './check-books'
import { latestShortfalls } from './check-money'

/** Work that is due and not done. */
type DueWork = {
  what: 'webhooks' | 'payouts' | 'payments' | 'checkouts' | 'recurring' | 'recurring_payouts' | 'mail'
  count: number
  oldestAt: Date | null
}

/** Work whose provider can't be asked: it is no longer configured, or has the keys of another account. */
type Unreachable = { what: 'payouts' | 'payments' | 'checkouts'; provider: string; count: number }

type Load = {
  due: DueWork[]
  unreachable: Unreachable[]
  workers: { id: string; beatAt: Date; isAlive: boolean }[]
  database: { bytes: bigint; serverVersion: string; connections: number; maxConnections: number }
}

/** Dead workers are shown for a day; after many restarts, this many are enough. */
const GONE_WORKERS = 5

const LATEST_UNPOSTED = 20

/** The pending work, and the workers. */
async function readLoad(tx: Orm): Promise<Load> {
  const [due, unreachable, workers, database] = [
    await readDue(tx),
    await readUnreachable(tx),
    await readWorkers(tx),
    await readDatabase(tx),
  ]
  return { due, unreachable, workers, database }
}

/** Work that is due and not done, by queue. */
export function readDue(tx: Orm): Promise<DueWork[]> {
  const at = now()
  return tx.$queryRaw<DueWork[]>`
    SELECT what, count(due_at)::int AS count, min(due_at) AS "oldestAt"
      FROM (SELECT 1 AS position, 'webhooks' AS what
            UNION ALL SELECT 2, 'payouts' UNION ALL SELECT 3, 'payments'
            UNION ALL SELECT 4, 'checkouts' UNION ALL SELECT 5, 'recurring'
            UNION ALL SELECT 6, 'recurring_payouts' UNION ALL SELECT 7, 'mail') kinds
      LEFT JOIN (SELECT * FROM (
        SELECT 'webhooks' AS what, next_attempt_at AS due_at FROM webhook_deliveries WHERE next_attempt_at IS NOT NULL
        UNION ALL SELECT 'payouts', next_attempt_at FROM payouts WHERE next_attempt_at IS NOT NULL
        UNION ALL SELECT 'payments', next_attempt_at FROM payments WHERE next_attempt_at IS NOT NULL
        UNION ALL SELECT 'checkouts', next_attempt_at FROM checkout_sessions WHERE next_attempt_at IS NOT NULL
        UNION ALL SELECT 'recurring', next_attempt_at FROM recurring_invoices WHERE next_attempt_at IS NOT NULL
        UNION ALL SELECT 'recurring_payouts', next_attempt_at FROM recurring_payouts WHERE next_attempt_at IS NOT NULL
        UNION ALL SELECT 'mail', next_attempt_at FROM mail_messages WHERE next_attempt_at IS NOT NULL
      ) work WHERE due_at <= ${at}::timestamptz) due USING (what)
     GROUP BY what, position ORDER BY position`
}

async function readUnreachable(tx: Orm): Promise<Unreachable[]> {
  const rows = await tx.$queryRaw<(Unreachable & { providerAccount: string })[]>`
    SELECT what, provider, "providerAccount", count(*)::int AS count
      FROM (SELECT 'payouts' AS what, provider, provider_account AS "providerAccount"
              FROM payouts WHERE next_attempt_at IS NOT NULL
            UNION ALL SELECT 'payments', provider, '' FROM payments WHERE next_attempt_at IS NOT NULL
            UNION ALL SELECT 'checkouts', provider, '' FROM checkout_sessions WHERE next_attempt_at IS NOT NULL
           ) work
     GROUP BY what, provider, "providerAccount" ORDER BY what, provider`
  const configured = {
    payouts: payoutProviders(),
    payments: paymentProviders(),
    checkouts: paymentProviders(),
  }
  return rows
    .filter((work) => !storedProvider<{ name: string; account?: string }>(configured[work.what], work))
    .map(({ what, provider, count }) => ({ what, provider, count }))
}

function readWorkers(tx: Orm): Promise<Load['workers']> {
  // By the database's clock, which also writes the beats.
  return tx.$queryRaw<Load['workers']>`
    SELECT id, "beatAt", "isAlive"
      FROM (SELECT worker_id AS id, beat_at AS "beatAt", is_alive AS "isAlive",
                   row_number() OVER (PARTITION BY is_alive ORDER BY beat_at DESC) AS position
              FROM (SELECT *, beat_at > now() - make_interval(secs => ${WORKER_SILENCE_SECONDS}) AS is_alive
                      FROM worker_heartbeats) beats) workers
     WHERE "isAlive" OR position <= ${GONE_WORKERS}
     ORDER BY "beatAt" DESC LIMIT 100`
}

async function readDatabase(tx: Orm): Promise<Load['database']> {
  const [row] = await tx.$queryRaw<[Load['database']]>`
    SELECT pg_database_size(current_database()) AS bytes,
           current_setting('server_version') AS "serverVersion",
           (SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database()) AS connections,
           current_setting('max_connections')::int AS "maxConnections"`
  return row
}

export const operatorHealthView = z.object({
  parts: z
    .object({
      database: z.string(),
      migrations: z.string(),
      worker: z.string(),
      books: z.string().optional(),
    })
    .describe('`ok`, or what is wrong.'),
  version: z.string(),
  checkedAt: moment,
  due: z.array(
    z.object({
      what: z.enum([
        'webhooks',
        'payouts',
        'payments',
        'checkouts',
        'recurring',
        'recurring_payouts',
        'mail',
      ]),
      count: z.int(),
      oldestAt: moment.nullable(),
    }),
  ),
  unreachable: z
    .array(
      z.object({ what: z.enum(['payouts', 'payments', 'checkouts']), provider: z.string(), count: z.int() }),
    )
    .describe('Work whose provider is no longer configured.'),
  unposted: z
    .array(
      z.object({
        id: z.uuid(),
        kind: z.string().describe('`payment` or `payout`.'),
        referenceId: z.uuid().describe('The invoice or payout.'),
        provider: z.string(),
        providerReference: z.string(),
        expected: amountView,
        reported: amountView.nullable().describe('Null: no whole number of minor units.'),
        createdAt: moment,
      }),
    )
    .describe('Amounts that a provider reported and nobody asked for: not posted, for a person to look at.'),
  books: z
    .array(
      z.object({
        name: z.string().describe('`audit` or `ledger`.'),
        problems: z.array(z.string()).describe('The first of the findings.'),
        problemCount: z.int(),
        checkedAt: moment,
      }),
    )
    .describe('The findings of the latest nightly check of ledger and audit log.'),
  shortfalls: z
    .array(z.object({ missing: amountView, checkedAt: moment }))
    .describe('What wallets promise beyond what the live providers hold.'),
  workers: z.array(z.object({ id: z.string(), beatAt: moment, isAlive: z.boolean() })),
  database: z.object({
    megabytes: z.number(),
    serverVersion: z.string(),
    connections: z.int(),
    maxConnections: z.int(),
  }),
})

export type OperatorHealthView = z.infer<typeof operatorHealthView>

/** The health of the instance: work that is due, and the workers that do it. */
export async function readOperatorHealth(): Promise<OperatorHealthView> {
  const [parts, load, version, unposted, books, shortfalls] = await Promise.all([
    checkHealth(),
    readLoad(database()),
    readVersion(),
    listUnposted(database(), LATEST_UNPOSTED),
    latestChecks(database()),
    latestShortfalls(database()),
  ])
  const { bytes, ...rest } = load.database
  return {
    parts,
    version,
    checkedAt: now().toISOString(),
    due: load.due.map((work) => ({ ...work, oldestAt: timeOf(work.oldestAt) })),
    unreachable: load.unreachable,
    unposted: unposted.map((row) => ({
      id: row.id,
      kind: row.kind,
      referenceId: row.referenceId,
      provider: row.provider,
      providerReference: row.providerReference,
      expected: presentAmount(row.expectedMinor, row.expectedCurrency),
      reported:
        row.reportedMinor === null || row.reportedCurrency === null
          ? null
          : presentAmount(row.reportedMinor, row.reportedCurrency),
      createdAt: row.createdAt.toISOString(),
    })),
    books: books.map((check) => ({ ...check, checkedAt: check.checkedAt.toISOString() })),
    shortfalls: shortfalls
      .filter(({ missingMinor }) => missingMinor > 0n)
      .map(({ currency, missingMinor, checkedAt }) => ({
        missing: presentAmount(missingMinor, currency),
        checkedAt: checkedAt.toISOString(),
      })),
    workers: load.workers.map((worker) => ({ ...worker, beatAt: worker.beatAt.toISOString() })),
    database: { megabytes: Number(bytes / 100_000n) / 10, ...rest },
  }
}

function timeOf(date: Date | null): string | null {
  return date?.toISOString() ?? null
}

/**
 * Relative to the working directory, where the service is started: a bundle does not know its source path.
 */
async function readVersion(): Promise<string> {
  const { version } = JSON.parse(await readFile(resolve('package.json'), 'utf8')) as { version: string }
  return version
}
