import { percentile } from '@/bench/figures'
import type { Scene } from '../scene'
import { hangingUrl } from './receivers'

const NOISY_CLIENTS = 40
const MAX_P95_MS = 2000

/** One vendor sends as much as it can, with receivers that hang; another one works at an ordinary pace. */
export const neighbour: Scene = {
  name: 'neighbour',
  finds: 'a vendor that others have to wait for',
  async run(stage, random, { count }) {
    const [noisy, quiet] = await stage.actorsOf(2, { creditMinor: 100_000_000n })
    if (!noisy || !quiet) return
    stage.receivers.misbehave(true)
    const ending = new AbortController()
    const load = Array.from({ length: NOISY_CLIENTS }, async (_, index) => {
      const choices = random.fork(index)
      while (!ending.signal.aborted) {
        const webhook_url = hangingUrl(stage, noisy)
        const invoice = await noisy.createInvoice(choices.integer(100, 9999), choices.uuid(), { webhook_url })
        if (invoice.status === 201) await noisy.payInvoice(invoice)
        await noisy.payOut(choices.integer(1, 99), choices.uuid())
        await noisy.get(`/customer/${noisy.customerId}`)
      }
    })
    const times: number[] = []
    for (let turn = 0; turn < count(600, 10); turn += 1) {
      const startedAt = performance.now()
      if (turn % 3 === 0) await quiet.payOut(random.integer(1, 99), random.uuid())
      else if (turn % 3 === 1) await quiet.createInvoice(random.integer(100, 9999), random.uuid())
      else await quiet.get(`/customer/${quiet.customerId}`)
      times.push(performance.now() - startedAt)
    }
    ending.abort()
    await Promise.all(load)
    stage.receivers.misbehave(false)
    const p95 = percentile(times, 0.95)
    stage.tally.expect(
      p95 < stage.allowedMs(MAX_P95_MS),
      `beside a noisy vendor, p95 of another is ${p95.toFixed(0)} ms`,
    )
  },
}
