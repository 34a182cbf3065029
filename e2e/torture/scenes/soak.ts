import { residentMb } from '@/bench/processes'
import type { Scene } from '../scene'
import { descriptorsOf, type Stage } from '../stage'
import { work } from './kills'

const CLIENTS = 6
const SHARE = 0.1
const MAX_GROWTH_MB = 150
const MAX_NEW_DESCRIPTORS = 100

/** Ordinary work for a while, and what it leaves behind in the processes. */
export const soak: Scene = {
  name: 'soak',
  finds: 'memory or files that a process takes and never gives back',
  async run(stage, random, { minutes }) {
    const ending = new AbortController()
    const actors = await stage.actorsOf(CLIENTS, { creditMinor: 100_000_000n })
    const clients = actors.map((actor, index) => work(stage, actor, random.fork(index), ending.signal))
    const lengthMs = minutes * SHARE * 60_000
    const startedAt = performance.now()
    const isPast = (share: number) =>
      stage.until(() => performance.now() > startedAt + lengthMs * share, lengthMs * 2)
    await isPast(1 / 3)
    const before = sizesOf(stage)
    await isPast(1)
    const after = sizesOf(stage)
    ending.abort()
    await Promise.all(clients)
    for (const part of ['web', 'worker'] as const) {
      const growth = after[part].megabytes - before[part].megabytes
      stage.tally.expect(growth < MAX_GROWTH_MB, `the ${part} process grew by ${growth.toFixed(0)} MB`)
      const files = after[part].descriptors - before[part].descriptors
      stage.tally.expect(files < MAX_NEW_DESCRIPTORS, `the ${part} process opened ${files} more files`)
    }
  },
}

function sizesOf({ service }: Stage) {
  const of = (part: 'web' | 'worker') => {
    const pid = service.pid(part) ?? 0
    return { megabytes: residentMb(pid) ?? 0, descriptors: descriptorsOf(pid) ?? 0 }
  }
  return { web: of('web'), worker: of('worker') }
}
