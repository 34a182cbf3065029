import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type CrashScene, startCrashScene } from '../fixtures/crash-scene'
import { buildCheckout, copyProject, expandSchema } from '../fixtures/project-copy'
import { isAlive } from '../fixtures/service'
import { SteadyLoad } from '../fixtures/steady-load'
import { WebhookReceiver } from '../fixtures/webhook-receiver'

/* On SIGHUP the supervisor puts processes of the next version in the place of the old ones, and no client notices. */

/** Little enough for a machine that is busy with other tests too. */
const PER_SECOND = 40
const ROOT = join(import.meta.dirname, '../..')
/** Before the signal and after the end, so that every moment of a replacement is under load. */
const MARGIN_MS = 1000
const REPLACEMENT = { timeout: 60_000, interval: 20 }
const DELIVERY = { timeout: 60_000, interval: 100 }

const folder = mkdtempSync(join(tmpdir(), 'counterfoil-upgrade-'))
const nextVersion = join(folder, 'next')
/** The path by which an installation is started, which leads to one version after the other. */
const link = join(folder, 'current')

beforeAll(() => {
  mkdirSync(nextVersion)
  copyProject(nextVersion)
  expandSchema(nextVersion)
  buildCheckout(nextVersion)
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

let scene: CrashScene | undefined
let receiver: WebhookReceiver | undefined

afterEach(async () => {
  await scene?.stop()
  await receiver?.stop()
  scene = receiver = undefined
})

test.each([1, 2])(
  'with %i processes of each kind, an upgrade whose schema grows fails no request and loses no delivery',
  async (count) => {
    pointTo(ROOT)
    receiver = await WebhookReceiver.start()
    scene = await startCrashScene({ WEB_PROCESSES: `${count}`, WORKER_PROCESSES: `${count}` }, link)
    const { service, key } = scene
    await scene.credit('100000')
    const load = await SteadyLoad.start({ url: service.url, key, perSecond: PER_SECOND }, receiver)
    await delay(MARGIN_MS)
    pointTo(nextVersion)
    const startedAt = performance.now()
    await service.replaceProcesses()
    const tookMs = performance.now() - startedAt
    await delay(MARGIN_MS)
    await load.stop()
    expect(load.failures).toEqual([])
    const times = load.answers.map(({ ms }) => ms).sort((a, b) => a - b)
    const p99Ms = times[Math.floor(times.length * 0.99)]
    console.log(
      `replaced all in ${Math.round(tookMs)} ms; ${times.length} requests, p99 ${p99Ms?.toFixed(0)} ms`,
    )
    expect(await scene.rows('SELECT FROM next_version')).toEqual([])
    const lost = () => load.payoutIds.filter((id) => receiver?.about(id).length === 0)
    await expect.poll(lost, DELIVERY).toEqual([])
    const undelivered = `SELECT FROM webhook_deliveries WHERE url = $1 AND status <> 'DELIVERED'`
    await expect.poll(() => scene?.rows(undelivered, [receiver?.url()]), DELIVERY).toEqual([])
    await scene.expectProviderAgrees()
    await service.ready()
  },
)

test('a client that waits for events waits on while the processes are replaced', async () => {
  scene = await startCrashScene()
  const { service, key } = scene
  const read = async (query: string) => {
    const response = await fetch(`${service.url}/api/v2/events?${query}`, {
      headers: { authorization: `Bearer ${key}` },
    })
    expect(response.status).toBe(200)
    return response.json()
  }
  const { next_cursor: after } = await read('')
  let isReplaced = false
  let answers = 0
  const waiting = (async () => {
    for (; !isReplaced; answers += 1) await read(`after=${after}&wait=2`)
  })()
  await service.replaceProcesses()
  isReplaced = true
  await waiting
  // One in two seconds, and a few as the old process ends; a process that ended all waiting at once would answer hundreds.
  expect(answers).toBeLessThan(60)
})

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

function pointTo(version: string): void {
  rmSync(link, { force: true })
  symlinkSync(version, link, 'dir')
}

function processes(scene: CrashScene): (number | null)[] {
  return [...scene.service.pids('web'), ...scene.service.pids('worker')]
}
