import { sentenceOf } from '@/lib/db/describe-error'
import { log } from '@/lib/log'
import { inSpan } from '@/lib/tracing/spans'
import { claimDue, type DueClaim, FIRST_TENANT } from './claim-due'
import type { LeasedWork } from './queue'

/** Pause after a look that took all that was due, and after one that found none or left some until half of what runs is done. */
const BUSY_MS = 100
const IDLE_MS = 400
/** Pause after a failure, such as a database that is away. */
const FAILED_MS = 2000

/** A loop that runs until it is stopped; `stop` waits for the work under way. */
export type Running = { stop(): Promise<void> }

/**
 * Looks for due rows of a queue and works on them, on less than `slots` at once. While more are due, it takes
 * the next batch as soon as half of the last ones are done. Work that throws is logged, and its row is due
 * again when the lease ends.
 */
export function poll({ queue, leaseMs, slots, work, hasOwnSpan }: LeasedWork): Running {
  const running = new Map<DueClaim, Promise<void>>()
  let isStopped = false
  /** More are due; they are taken once no more than this many are running. */
  let takesMoreAt = -1
  /** The tenant that had the last turn. */
  let after = FIRST_TENANT
  let endPause = () => {}

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      endPause = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  const begin = () => ({ name: `job ${queue.table}`, kind: 'internal' as const })
  const start = (claim: DueClaim) => {
    const run = (hasOwnSpan ? work(claim) : inSpan(begin, () => work(claim)))
      .catch((error) => logFailure(error, `the work on ${queue.table} failed`))
      .finally(() => {
        running.delete(claim)
        if (running.size <= takesMoreAt) endPause()
      })
    running.set(claim, run)
  }
  /** The pause until the next look. */
  const look = async (): Promise<number> => {
    takesMoreAt = -1
    const free = slots - running.size
    if (free < 2) return BUSY_MS
    const options = { leaseMs: leaseMs(), slots: { free, occupants: running.keys() }, after }
    const { claims, isMore, last } = await claimDue(queue, options)
    after = last
    claims.forEach(start)
    if (isMore) takesMoreAt = running.size / 2
    return claims.length > 0 && !isMore ? BUSY_MS : IDLE_MS
  }
  const loop = async () => {
    while (!isStopped) {
      const pauseMs = await look().catch((error) => {
        logFailure(error, `the look for due ${queue.table} failed`)
        return FAILED_MS
      })
      if (pauseMs > 0 && !isStopped) await pause(pauseMs)
    }
    await Promise.all(running.values())
  }
  const end = loop()
  return {
    stop() {
      isStopped = true
      endPause()
      return end
    },
  }
}

/** Runs the work repeatedly, `intervalMs` after each run ends; failures are logged. */
export function repeat(intervalMs: number, name: string, work: () => Promise<void>): Running {
  let isStopped = false
  let timer: NodeJS.Timeout
  let running: Promise<void>
  const turn = async () => {
    await work().catch((error) => logFailure(error, `the ${name} failed`))
    if (!isStopped) timer = setTimeout(start, intervalMs)
  }
  const start = () => {
    running = turn()
  }
  start()
  return {
    stop() {
      isStopped = true
      clearTimeout(timer)
      return running
    },
  }
}

function logFailure(error: unknown, what: string): void {
  log.error({ error: sentenceOf(error) }, what)
}
