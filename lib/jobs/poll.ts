import { connectionPool } from '@/lib/db/client'
import { sentenceOf } from '@/lib/db/describe-error'
import { log } from '@/lib/log'
import { claimDue, type DueClaim, type Occupied } from './claim-due'
import type { LeasedWork } from './queue'

/** Pause after a look that found work, and after one that found none. */
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
export function poll({ queue, leaseMs, slots, work }: LeasedWork): Running {
  const running = new Set<Promise<void>>()
  const occupied: Occupied = { free: slots, byTenant: new Map(), byReceiver: new Map() }
  let isStopped = false
  /** More are due; they are taken once no more than this many are running. */
  let takesMoreAt = -1
  let endPause = () => {}

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      endPause = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  const count = ({ tenantId, receiver }: DueClaim, change: 1 | -1) => {
    occupied.free -= change
    add(occupied.byTenant, tenantId, change)
    if (receiver !== null) add(occupied.byReceiver, receiver, change)
  }
  const start = (claim: DueClaim) => {
    count(claim, 1)
    const working = work(claim)
      .catch((error) => logFailure(error, `the work on ${queue.table} failed`))
      .finally(() => {
        running.delete(working)
        count(claim, -1)
        if (running.size <= takesMoreAt) endPause()
      })
    running.add(working)
  }
  /** The pause until the next look. */
  const look = async (): Promise<number> => {
    takesMoreAt = -1
    if (occupied.free < 2) return BUSY_MS
    const { claims, isMore } = await claimDue(connectionPool(), queue, { leaseMs: leaseMs(), occupied })
    claims.forEach(start)
    if (isMore) takesMoreAt = running.size / 2
    return claims.length > 0 || isMore ? BUSY_MS : IDLE_MS
  }
  const loop = async () => {
    while (!isStopped) {
      const pauseMs = await look().catch((error) => {
        logFailure(error, `the look for due ${queue.table} failed`)
        return FAILED_MS
      })
      if (pauseMs > 0 && !isStopped) await pause(pauseMs)
    }
    await Promise.all(running)
  }
  const looping = loop()
  return {
    stop() {
      isStopped = true
      endPause()
      return looping
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

function add(counts: Map<string, number>, key: string, change: 1 | -1): void {
  const count = (counts.get(key) ?? 0) + change
  if (count > 0) counts.set(key, count)
  else counts.delete(key)
}

function logFailure(error: unknown, what: string): void {
  log.error({ error: sentenceOf(error) }, what)
}
