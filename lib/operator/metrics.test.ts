import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { connectionPool, database } from '@/lib/db/client'
import { noteBackup } from '@/lib/db/instance'
import { env } from '@/lib/env'
import { createRouter } from '@/lib/http/router'
import { serve } from '@/lib/http/serve'
import { log } from '@/lib/log'
import { countWebhookAttempt } from '@/lib/metrics/metrics'
import { publishMetrics } from '@/lib/metrics/published'
import { intend, payableCustomer, standIn, transfer, unknown } from '@/lib/payouts/payable-customer.fixture'
import { findPayoutIntent, sendPayout } from '@/lib/payouts/send-payout'
import { observedPayouts } from '@/lib/providers/observed'
import { health } from './api'
import { checkBooks } from './check-books'
import { metrics } from './metrics'

const TOKEN = 'token-of-the-tests'

beforeEach(() => {
  env.METRICS_TOKEN = TOKEN
})
afterEach(() => {
  env.METRICS_TOKEN = undefined
  vi.restoreAllMocks()
})

const router = createRouter([health, metrics])

function ask(path: string, authorization?: string) {
  return serve(router, {
    method: 'GET',
    path,
    query: '',
    headers: new Headers(authorization === undefined ? {} : { authorization }),
    clientAddress: null,
    readBody: async () => Buffer.alloc(0),
  })
}

async function scrape(): Promise<string> {
  const { status, content } = await ask('/api/metrics', `Bearer ${TOKEN}`)
  expect(status).toBe(200)
  return String(content)
}

/** The sum of a metric's lines with these labels. */
function sumOf(text: string, name: string, labels: Record<string, string> = {}): number {
  return text
    .split('\n')
    .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
    .filter((line) => Object.entries(labels).every(([label, value]) => line.includes(`${label}="${value}"`)))
    .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
}

describe('the metrics', () => {
  test.each([undefined, '', 'Bearer', 'Bearer wrong', TOKEN, `Basic ${TOKEN}`, `Bearer ${TOKEN}x`])(
    'are not there for %s',
    async (authorization) => {
      expect((await ask('/api/metrics', authorization)).status).toBe(404)
    },
  )

  test('are not there without a token in the settings', async () => {
    env.METRICS_TOKEN = undefined
    for (const token of ['', 'undefined', TOKEN]) {
      expect((await ask('/api/metrics', `Bearer ${token}`)).status).toBe(404)
    }
  })

  test('are in the text format', async () => {
    const { headers } = await ask('/api/metrics', `bearer ${TOKEN}`)
    expect(headers['Content-Type']).toBe('text/plain; version=0.0.4; charset=utf-8')
    const text = await scrape()
    for (const line of text.trim().split('\n')) {
      expect(line).toMatch(/^# (HELP|TYPE) \w+ .+$|^\w+(\{.*\})? [\d.e+-]+$|^\w+(\{.*\})? Nan$|^$/)
    }
  })

  test('count requests by operation and status, and clients can’t invent a label', async () => {
    const labels = { method: 'GET', path: '/api/health', status: '503' }
    const name = 'counterfoil_http_requests_total'
    const before = sumOf(await scrape(), name, labels)
    await ask('/api/health')
    await ask('/api/nothing-like-this')
    const after = await scrape()
    expect(sumOf(after, name, labels)).toBe(before + 1)
    expect(sumOf(after, 'counterfoil_http_request_duration_seconds_count', { path: '/api/health' })).toBe(
      before + 1,
    )
    expect(sumOf(after, name, { path: 'unknown', status: '404' })).toBeGreaterThan(0)
    expect(after).not.toContain('nothing-like-this')
  })

  test('count provider calls by outcome, and the log has nothing of the beneficiary', async () => {
    const lines: unknown[] = []
    vi.spyOn(log, 'warn').mockImplementation((line: unknown) => void lines.push(line))
    const labels = { provider: 'stand-in', call: 'send', outcome: 'unknown' }
    const before = sumOf(await scrape(), 'counterfoil_provider_calls_total', labels)
    const provider = observedPayouts({ ...standIn({ send: unknown }), name: 'stand-in' })
    const payable = await payableCustomer(1000n, '000987654321')
    const payoutId = await intend(payable, 400n)
    const payout = await findPayoutIntent({ accountId: payable.account.id, payoutId })
    await sendPayout(payout, { provider, timeoutMs: 1000 })
    expect(sumOf(await scrape(), 'counterfoil_provider_calls_total', labels)).toBe(before + 1)
    expect(lines).toMatchObject([{ provider: 'stand-in', call: 'send', key: payoutId, outcome: 'unknown' }])
    expect(JSON.stringify(lines)).not.toContain('987654321')
  })

  test('count payouts without an outcome by age, and due rows', async () => {
    const at = (seconds: number, text: string) =>
      sumOf(text, 'counterfoil_payouts_processing', { older_than: String(seconds) })
    const before = await scrape()
    const payable = await payableCustomer(1000n)
    const payoutId = await intend(payable, 400n)
    const young = await scrape()
    expect([at(0, young), at(3600, young)]).toEqual([at(0, before) + 1, at(3600, before)])
    await database().$executeRaw`
      UPDATE payouts SET created_at = created_at - interval '2 hours', lease_until = NULL,
                         next_attempt_at = now() - interval '10 minutes' WHERE id = ${payoutId}::uuid`
    const old = await scrape()
    expect([at(3600, old), at(86_400, old)]).toEqual([at(3600, before) + 1, at(86_400, before)])
    expect(sumOf(old, 'counterfoil_queue_due', { queue: 'payouts' })).toBeGreaterThan(0)
    expect(sumOf(old, 'counterfoil_queue_oldest_due_seconds', { queue: 'payouts' })).toBeGreaterThan(590)
    const settled = observedPayouts(standIn({ send: transfer('delivered') }))
    const payout = await findPayoutIntent({ accountId: payable.account.id, payoutId })
    await sendPayout(payout, { provider: settled, timeoutMs: 1000 })
    expect(at(0, await scrape())).toBe(at(0, before))
  })

  test('tell when the books were checked and when the latest backup was made', async () => {
    const backup = 'counterfoil_backup_timestamp_seconds'
    expect(await scrape()).toMatch(new RegExp(`^${backup} 0$`, 'm'))
    const createdAt = new Date('2026-01-31T03:15:00Z')
    await noteBackup(connectionPool(), createdAt)
    await checkBooks()
    const text = await scrape()
    expect(sumOf(text, backup)).toBe(createdAt.getTime() / 1000)
    for (const books of ['ledger', 'audit']) {
      const at = sumOf(text, 'counterfoil_books_checked_timestamp_seconds', { books })
      expect(Math.abs(at - Date.now() / 1000)).toBeLessThan(60)
    }
  })

  test('cover every process, until it has been silent for half a minute', async () => {
    const worker = publishMetrics('worker')
    countWebhookAttempt(503)
    countWebhookAttempt(null)
    await worker.stop()
    await connectionPool().query(
      `INSERT INTO process_metrics (process, metrics, written_at)
       SELECT 'worker-1@elsewhere', metrics, written_at FROM process_metrics WHERE process LIKE 'worker-%'`,
    )
    const attempts = (text: string, outcome: string) =>
      sumOf(text, 'counterfoil_webhook_attempts_total', { outcome, process: 'worker-1@elsewhere' })
    const text = await scrape()
    expect([attempts(text, '5xx'), attempts(text, 'no_answer')]).toEqual([1, 1])
    expect(text.match(/# TYPE counterfoil_webhook_attempts_total /g)).toHaveLength(1)
    expect(text).toContain('process_cpu_seconds_total{')
    await connectionPool().query(
      `UPDATE process_metrics SET written_at = now() - interval '1 minute' WHERE process = 'worker-1@elsewhere'`,
    )
    expect(await scrape()).not.toContain('worker-1@elsewhere')
    const { rowCount } = await connectionPool().query(
      `SELECT FROM process_metrics WHERE process = 'worker-1@elsewhere'`,
    )
    expect(rowCount).toBe(0)
  })
})
