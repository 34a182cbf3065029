import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { type Answer, exchange } from '../fixtures/api-client'
import { type CrashScene, startCrashScene } from '../fixtures/crash-scene'
import { isAlive } from '../fixtures/service'
import { WebhookReceiver } from '../fixtures/webhook-receiver'

/* On SIGHUP the supervisor puts new processes in the place of the old ones, and no client notices. */

const READ_EVERY_MS = 20
const PAY_EVERY_MS = 100
/** Before the signal and after the end, so that every moment of a replacement is under load. */
const MARGIN_MS = 1000
const REPLACEMENT = { timeout: 60_000, interval: 20 }
const DELIVERY = { timeout: 60_000, interval: 100 }

let scene: CrashScene | undefined
let receiver: WebhookReceiver | undefined

afterEach(async () => {
  await scene?.stop()
  await receiver?.stop()
  scene = receiver = undefined
})

test.each([1, 2])(
  'with %i processes of each kind, a replacement under load fails no request and loses no delivery',
  async (count) => {
    receiver = await WebhookReceiver.start()
    scene = await startCrashScene({ WEB_PROCESSES: `${count}`, WORKER_PROCESSES: `${count}` })
    const { service } = scene
    const before = processes(scene)
    const load = await startLoad(scene, receiver)
    await delay(MARGIN_MS)
    const startedAt = performance.now()
    process.kill(service.pid('supervisor') ?? expect.fail('no supervisor'), 'SIGHUP')
    await vi.waitFor(() => {
      expect(processes(scene).filter((pid) => pid === null || before.includes(pid))).toEqual([])
      expect(before.filter(isAlive)).toEqual([])
    }, REPLACEMENT)
    const tookMs = performance.now() - startedAt
    await delay(MARGIN_MS)
    const { answers, failures, payoutIds } = await load.stop()
    expect(failures).toEqual([])
    const times = answers.map(({ ms }) => ms).sort((a, b) => a - b)
    const p99Ms = times[Math.floor(times.length * 0.99)]
    console.log(
      `replaced ${before.length} processes in ${Math.round(tookMs)} ms; ${times.length} requests, p99 ${p99Ms?.toFixed(0)} ms`,
    )
    await expect.poll(() => payoutIds.filter((id) => receiver?.about(id).length === 0), DELIVERY).toEqual([])
    const undelivered = `SELECT FROM webhook_deliveries WHERE url = $1 AND status <> 'DELIVERED'`
    await expect.poll(() => scene?.rows(undelivered, [receiver?.url()]), DELIVERY).toEqual([])
    await scene.expectProviderAgrees()
    await service.ready()
  },
)

test('a set-up that fails leaves every process as it was', async () => {
  scene = await startCrashScene()
  const before = processes(scene)
  await scene.rows(`DELETE FROM _prisma_migrations WHERE migration_name LIKE '%_search'`)
  process.kill(scene.service.pid('supervisor') ?? expect.fail('no supervisor'), 'SIGHUP')
  await vi.waitFor(() => expect(scene?.service.output).toContain('were not all replaced'), REPLACEMENT)
  expect(scene.service.output).toContain('The migration 0003_indexes_and_search failed')
  expect(processes(scene)).toEqual(before)
  expect(before.every(isAlive)).toBe(true)
})

function processes(scene: CrashScene | undefined): (number | null)[] {
  return scene ? [...scene.service.pids('web'), ...scene.service.pids('worker')] : []
}

/** Reads and writes at a steady pace, whether or not the answers keep up. */
async function startLoad(scene: CrashScene, receiver: WebhookReceiver) {
  await scene.credit('100000')
  const url = receiver.url()
  expect((await scene.post('/webhook-endpoints', { url })).status).toBe(201)
  const customerId = await scene.customer()
  const bankAccountId = await scene.bankAccount(customerId)
  const invoice = await scene.invoice()
  const answers: { ms: number }[] = []
  const failures: string[] = []
  const payoutIds: string[] = []
  const running = new Set<Promise<void>>()
  const ask = (what: string, request: () => Promise<Answer>, take: (answer: Answer) => void = () => {}) => {
    const startedAt = performance.now()
    const run: Promise<void> = request()
      .then((answer) => {
        answers.push({ ms: performance.now() - startedAt })
        if (answer.status >= 300) failures.push(`${what}: ${answer.status} ${answer.text}`)
        else take(answer)
      })
      .catch((error) => failures.push(`${what}: ${error}`))
      .then(() => {
        running.delete(run)
      })
    running.add(run)
  }
  const read = (path: string) => () =>
    exchange({ method: 'GET', path: `/api/v2${path}?api_key=${scene.key}` }, scene.service.url)
  const reads = [read(`/invoice/${invoice.id}`), read('/invoices'), read(`/customer/${customerId}`)]
  let turn = 0
  const timers = [
    setInterval(() => {
      const next = reads[turn % reads.length]
      if (next) ask('a read', next)
      turn += 1
    }, READ_EVERY_MS),
    setInterval(() => {
      const body = { bank_account_id: bankAccountId, amount: 1 }
      ask(
        'a payout',
        () => scene.post(`/customer/${customerId}/payout`, body),
        ({ body }) => payoutIds.push(body.payout.id),
      )
    }, PAY_EVERY_MS),
  ]
  return {
    async stop() {
      timers.forEach(clearInterval)
      await Promise.all(running)
      return { answers, failures, payoutIds }
    },
  }
}
