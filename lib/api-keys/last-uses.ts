import { connectionPool } from '@/lib/db/client'
import { log } from '@/lib/log'
import { writeLastUse } from './statements'

/** `last used` is recorded to the minute: it is for people, and a write per request would serve nobody. */
const STEP_MS = 60_000
const FLUSH_MS = 250
/** Maximum number of keys waiting to be written; others are noted at their next use. */
const MAX_WAITING = 10_000

type Use = { accountId: string; usedAt: Date }
type Uses = { waiting: Map<string, Use>; timer: NodeJS.Timeout | null; writing: Promise<void> }

// Next.js loads a module once per bundle, and the server process loads it too, to flush on exit; the process
// has one set of uses.
const store = globalThis as typeof globalThis & { counterfoilLastUses?: Uses }

function uses(): Uses {
  store.counterfoilLastUses ??= { waiting: new Map(), timer: null, writing: Promise.resolve() }
  return store.counterfoilLastUses
}

/** Queues the use of a key, without waiting, if the last recorded one is a minute old. */
export function noteLastUse(
  key: { accountId: string; apiKeyId: string; lastUsedAt: Date | null },
  usedAt: Date,
): void {
  if (key.lastUsedAt && usedAt.getTime() - key.lastUsedAt.getTime() < STEP_MS) return
  const own = uses()
  if (own.waiting.size >= MAX_WAITING) return
  own.waiting.set(key.apiKeyId, { accountId: key.accountId, usedAt })
  own.timer ??= setTimeout(flushLastUses, FLUSH_MS).unref()
}

/** Writes the queued uses; also called on exit. Never throws. */
export function flushLastUses(): Promise<void> {
  const own = uses()
  if (own.timer) clearTimeout(own.timer)
  own.timer = null
  own.writing = own.writing.then(write)
  return own.writing
}

async function write(): Promise<void> {
  const batch = [...uses().waiting]
  uses().waiting.clear()
  try {
    for (const [keyId, { accountId, usedAt }] of batch) {
      await writeLastUse(connectionPool(), { accountId, keyId, usedAt })
    }
  } catch (error) {
    // The next use of each key notes it again.
    log.warn({ error: error instanceof Error ? error.name : 'unknown' }, 'last uses could not be recorded')
  }
}
