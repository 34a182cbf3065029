import { setTimeout as delay } from 'node:timers/promises'
import { sharedReads } from '@/lib/db/client'
import { sentenceOf } from '@/lib/db/describe-error'
import { log } from '@/lib/log'
import { findNews } from './read-events'

/*
 * Requests that wait for the next event of their account. They hold no connection to the database: one look at a time
 * asks for all of them, several times a second and only while there are any.
 */

const POLL_MS = 200
/** Pause after a look that failed, such as one at a database that is away. */
const FAILED_MS = 2000

/** Requests that wait in this process, of one account and of all. */
export const WAITING_LIMITS = { perAccount: 20, inAll: 2000 }

type Waiting = { accountId: string; after: bigint; end: (isNews: boolean) => void }

type State = { waiting: Set<Waiting>; isLooking: boolean; isStopped: boolean }

// Next.js loads a module once per bundle, but the process stops all of them.
const store = globalThis as typeof globalThis & { counterfoilWaiting?: State }

function state(): State {
  store.counterfoilWaiting ??= { waiting: new Set(), isLooking: false, isStopped: false }
  return store.counterfoilWaiting
}

/**
 * Waits until the account has an event after a number, and says whether it has. At the latest after `waitMs`, when the
 * client is gone or when the process stops. Null, at once, if too many are waiting.
 */
export function waitForEvents(
  { accountId, after }: { accountId: string; after: bigint },
  waitMs: number,
  onDisconnect: (listener: () => void) => void,
): Promise<boolean> | null {
  const { waiting, isStopped } = state()
  if (isStopped) return Promise.resolve(false)
  const own = [...waiting].filter((other) => other.accountId === accountId).length
  if (own >= WAITING_LIMITS.perAccount || waiting.size >= WAITING_LIMITS.inAll) return null
  return new Promise((resolve) => {
    const one: Waiting = {
      accountId,
      after,
      end: (isNews) => {
        clearTimeout(timer)
        waiting.delete(one)
        resolve(isNews)
      },
    }
    const timer = setTimeout(one.end, waitMs, false)
    waiting.add(one)
    onDisconnect(() => one.end(false))
    void look()
  })
}

/** Ends all waiting, now and from now on: the process stops. */
export function stopWaiting(): void {
  const current = state()
  current.isStopped = true
  for (const one of [...current.waiting]) one.end(false)
}

/** The number of requests that are waiting. */
export function countWaiting(): number {
  return state().waiting.size
}

async function look(): Promise<void> {
  const current = state()
  if (current.isLooking) return
  current.isLooking = true
  while (current.waiting.size > 0) {
    const pauseMs = await wakeThoseWithNews(current).catch((error) => {
      log.warn({ error: sentenceOf(error) }, 'the look for new events failed')
      return FAILED_MS
    })
    await delay(pauseMs)
  }
  current.isLooking = false
}

async function wakeThoseWithNews({ waiting }: State): Promise<number> {
  const accountIds = [...new Set([...waiting].map(({ accountId }) => accountId))]
  const rows = await findNews(sharedReads(), { accountIds })
  const news = new Map(rows.map((row) => [row.accountId, row]))
  for (const one of [...waiting]) {
    const latest = news.get(one.accountId)
    if (latest && (latest.isBehind || latest.lastSequence > one.after)) one.end(true)
  }
  return POLL_MS
}
