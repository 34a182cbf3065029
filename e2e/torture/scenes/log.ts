import { percentile } from '@/bench/figures'
import type { Scene } from '../scene'
import { inParallel } from '../stage'

const MAX_P95_MS = 2000
const STUCK_MS = 10_000

/** Nobody reads the log any more: its pipe is full, as a full volume is. */
export const log: Scene = {
  name: 'log',
  finds: 'a process that waits for its log, or keeps all of it in memory',
  async run(stage, random, { count }) {
    await stage.restartWith({ LOG_LEVEL: 'info' })
    const [actor] = await stage.actorsOf(1, { creditMinor: 100_000_000n })
    if (!actor) return
    actor.knowsAll = false
    stage.service.stopReading()
    stage.tally.faults += 1
    const times: number[] = []
    await inParallel(count(60_000, 2000), 16, async (index) => {
      // A service that stands still has shown it by now.
      if (times.some((ms) => ms > stage.allowedMs(STUCK_MS))) return
      const startedAt = performance.now()
      if (index % 4 === 0) await actor.post(...actor.payoutRequest(random.integer(1, 99)), random.uuid())
      else await actor.get(`/customer/${actor.customerId}`)
      times.push(performance.now() - startedAt)
    })
    const health = await stage.send({ method: 'GET', path: '/api/health' })
    stage.tally.expect(health.status === 200, `health with a full log: ${health.status} ${health.text}`)
    const p95 = percentile(times, 0.95)
    stage.tally.expect(!times.some((ms) => ms > stage.allowedMs(STUCK_MS)), 'a request waited for the log')
    stage.tally.expect(p95 < stage.allowedMs(MAX_P95_MS), `with a full log, p95 is ${p95.toFixed(0)} ms`)
    stage.service.readOn()
    await stage.restartWith({})
  },
}
