import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { connectionPool } from '@/lib/db/client'
import type { Mode } from '@/lib/db/generated/enums'
import { env } from '@/lib/env'
import { Refusal } from '@/lib/http/refusals'

type LimitResult = { ok: true } | { ok: false; retryAfterSeconds: number }

const limiters = new Map<string, RateLimiterPostgres>()

const ACCOUNT_WINDOW_SECONDS = 1
/** A window's tokens come from the database in this many parts, so a write pays for several requests. */
const BLOCKS_PER_WINDOW = 10
const SHORTEST_USE_MS = 50
/** Accounts whose tokens are kept in memory; beyond that, those of past windows are dropped. */
const MAX_ACCOUNTS_IN_MEMORY = 10_000

/** Tokens that this process took from the database for an account, valid until the window ends. */
type Block = { remaining: number; remainingElsewhere: number; endsAtMs: number }

const blocks = new Map<string, Block>()
const blockRequests = new Map<string, Promise<void>>()

/**
 * Counts one API request of an account: at most RATE_LIMIT_LIVE or RATE_LIMIT_TEST per second over all
 * processes. A process takes tokens in blocks and spends them without a query. What it does not spend in
 * the window is lost, so several processes may allow a few requests less. The window ends by the clock of
 * each process, so a last block may reach a moment into the next one. Returns the
 * `RateLimit-*` headers of the answer, or throws `rate_limited` with them.
 */
export async function takeAccountToken(account: { id: string; mode: Mode }): Promise<Record<string, string>> {
  const limit = account.mode === 'live' ? env.RATE_LIMIT_LIVE : env.RATE_LIMIT_TEST
  if (limit === 0) return {}
  // Requests at the same time wait for one block, so that none of its tokens is lost. Nothing is awaited
  // between finding a token and taking it.
  let block = blocks.get(account.id)
  while (!block || block.endsAtMs <= Date.now() || (block.remaining === 0 && block.remainingElsewhere > 0)) {
    await takeBlockOnce(account, limit)
    block = blocks.get(account.id)
  }
  const isAllowed = block.remaining > 0
  if (isAllowed) block.remaining -= 1
  const waitSeconds = String(Math.max(1, Math.ceil((block.endsAtMs - Date.now()) / 1000)))
  const headers = {
    'RateLimit-Limit': String(limit),
    'RateLimit-Remaining': String(block.remaining + block.remainingElsewhere),
    'RateLimit-Reset': waitSeconds,
  }
  if (!isAllowed) throw new Refusal('rate_limited', null, { ...headers, 'Retry-After': waitSeconds })
  return headers
}

function takeBlockOnce(account: { id: string; mode: Mode }, limit: number): Promise<void> {
  const underway = blockRequests.get(account.id)
  if (underway) return underway
  const taking = takeBlock(account, limit).finally(() => blockRequests.delete(account.id))
  blockRequests.set(account.id, taking)
  return taking
}

async function takeBlock({ id, mode }: { id: string; mode: Mode }, limit: number): Promise<void> {
  // Smaller with several processes, each of which may lose what is left of its last block.
  const size = Math.max(1, Math.floor(limit / (BLOCKS_PER_WINDOW * env.WEB_PROCESSES)))
  const limiter = limiterFor(`account_${mode}`, limit, ACCOUNT_WINDOW_SECONDS)
  const { consumedPoints, msBeforeNext } = await consume(limiter, id, size)
  const takenBefore = Math.min(limit, consumedPoints - size)
  if (blocks.size >= MAX_ACCOUNTS_IN_MEMORY) dropPastWindows()
  blocks.set(id, {
    remaining: Math.min(size, limit - takenBefore),
    remainingElsewhere: Math.max(0, limit - consumedPoints),
    // A window may end while a slow database answers. Its tokens then last for a moment, or nobody would
    // ever get one.
    endsAtMs: Date.now() + Math.max(msBeforeNext, SHORTEST_USE_MS),
  })
}

function dropPastWindows(): void {
  const now = Date.now()
  for (const [id, { endsAtMs }] of blocks) {
    if (endsAtMs <= now) blocks.delete(id)
  }
}

/** Counts one attempt by a client address: at most RATE_LIMIT_ADDRESS per minute. */
export function takeAddressToken(clientAddress: string | null, name: string): Promise<LimitResult> {
  // Clients whose address is unknown share one limit; their own claims don't count.
  return take(`address_${name}`, clientAddress ?? 'unknown', env.RATE_LIMIT_ADDRESS, 60)
}

/** Refuses a client address with too many attempts, with 429 and `Retry-After`. */
export async function limitAddress(
  clientAddress: string | null,
  name: string,
  code: 'rate_limited' | 'too_many_attempts' = 'rate_limited',
): Promise<void> {
  const limit = await takeAddressToken(clientAddress, name)
  if (!limit.ok) throw new Refusal(code, null, { 'Retry-After': String(limit.retryAfterSeconds) })
}

const INBOX_DELIVERIES_PER_MINUTE = 60

/** Counts a webhook that an account's inbox receives. Senders try again later. */
export async function limitInbox(accountId: string): Promise<void> {
  const limit = await take('webhook_inbox', accountId, INBOX_DELIVERIES_PER_MINUTE, 60)
  if (!limit.ok) throw new Refusal('rate_limited', null, { 'Retry-After': String(limit.retryAfterSeconds) })
}

const INVOICE_SENDS = 5
const INVOICE_SENDS_SECONDS = 24 * 60 * 60

/** Counts a mail with an invoice's payment link that was asked for. */
export function takeInvoiceSend(invoiceId: string): Promise<LimitResult> {
  return take('invoice_sends', invoiceId, INVOICE_SENDS, INVOICE_SENDS_SECONDS)
}

const COPIED_INVOICES = 500
const COPIED_INVOICES_SECONDS = 24 * 60 * 60

/** Counts an invoice whose mail goes to others than the customer and its own copies: no vendor is a relay for mail. */
export function takeCopiedInvoice(accountId: string): Promise<LimitResult> {
  return take('copied_invoices', accountId, COPIED_INVOICES, COPIED_INVOICES_SECONDS)
}

const PORTAL_LINKS = 5
const PORTAL_LINKS_SECONDS = 60 * 60

/** Counts a mail with a link into the portal: enough after losing some, too few to flood a mailbox. */
export function takePortalLink(customerId: string): Promise<LimitResult> {
  return take('portal_links', customerId, PORTAL_LINKS, PORTAL_LINKS_SECONDS)
}

/** Above this many wrong codes or passwords, a member is being guessed. */
const MEMBER_TRIES = 5
/** Of all known browsers of a member together, or all its sessions: somebody may hold more than one of them. */
const MAX_TRUSTED_TRIES = 20
const MEMBER_TRIES_SECONDS = 15 * 60

type MemberTry = {
  memberId: string
  name: 'code' | 'password' | 'passkey'
  /** The known browser or open session that tries; null for anybody else, who share one count. */
  source: { kind: 'browser' | 'session'; id: string } | null
}

/**
 * One try at a member's secret that is short enough to guess. Allows five in a quarter of an hour, whatever
 * addresses they come from, and answers 429 after that; a right one resets the count. Known browsers and open
 * sessions count apart, so that a stranger who guesses keeps nobody out. `work` throws if the try is wrong, and learns
 * whether it is the last. A try counts before it runs, so that a hundred at once are still five.
 */
export async function limitMemberTries<Result>(
  { memberId, name, source }: MemberTry,
  work: (isLast: boolean) => Promise<Result>,
): Promise<Result> {
  const own = limiterFor(`member_${name}`, MEMBER_TRIES, MEMBER_TRIES_SECONDS, {
    inMemoryBlockOnConsumed: MEMBER_TRIES,
  })
  const ownKey = source ? `${memberId}:${source.id}` : memberId
  const { consumedPoints } = await consumeTry(own, ownKey)
  const all = limiterFor(`member_${name}_trusted`, MAX_TRUSTED_TRIES, MEMBER_TRIES_SECONDS)
  const allKey = source && `${memberId}:${source.kind}`
  if (allKey) await consumeTry(all, allKey)
  const result = await work(consumedPoints === MEMBER_TRIES)
  await own.delete(ownKey)
  // The others' wrong tries stay counted.
  if (allKey) await all.reward(allKey, 1)
  return result
}

async function consumeTry(limiter: RateLimiterPostgres, key: string) {
  const attempt = await consume(limiter, key)
  if (attempt.isWithin) return attempt
  const seconds = Math.max(1, Math.ceil(attempt.msBeforeNext / 1000))
  throw new Refusal('too_many_wrong_tries', null, { 'Retry-After': String(seconds) })
}

/** Wrong passwords of an account before each further one has to wait. */
const FREE_GUESSES = 5
const FIRST_WAIT_SECONDS = 15
const LONGEST_WAIT_SECONDS = 15 * 60
const GUESSES_REMEMBERED_SECONDS = 24 * 60 * 60

/**
 * One guess at the password of a sign-in, whatever addresses the guesses come from. After five wrong ones in
 * a day one guess is let in per wait, which doubles from 15 seconds to 15 minutes; others are refused with
 * `too_many_wrong_passwords`. `guess` returns null for a wrong password; a right one resets the count. A guess
 * counts before it runs, so that a hundred at once are no more than six.
 */
export async function limitGuesses<Result>(
  key: string,
  guess: () => Promise<Result | null>,
): Promise<Result | null> {
  const counter = limiterFor('guesses', FREE_GUESSES, GUESSES_REMEMBERED_SECONDS)
  const gate = limiterFor('guess_wait', 1, LONGEST_WAIT_SECONDS)
  const { isWithin, consumedPoints } = await consume(counter, key)
  if (!isWithin) {
    const seconds = Math.min(
      LONGEST_WAIT_SECONDS,
      FIRST_WAIT_SECONDS * 2 ** (consumedPoints - FREE_GUESSES - 1),
    )
    const waiting = await consume(gate, key, 1, { customDuration: seconds })
    if (!waiting.isWithin) {
      // It was no guess, so it makes the next wait no longer.
      await counter.reward(key, 1)
      const waitSeconds = Math.max(1, Math.ceil(waiting.msBeforeNext / 1000))
      const wait = waitSeconds > 90 ? `${Math.ceil(waitSeconds / 60)} minutes` : `${waitSeconds} seconds`
      throw new Refusal('too_many_wrong_passwords', { wait }, { 'Retry-After': String(waitSeconds) })
    }
  }
  const result = await guess()
  if (result !== null) await Promise.all([counter.delete(key), gate.delete(key)])
  return result
}

async function take(name: string, key: string, limit: number, seconds: number): Promise<LimitResult> {
  if (limit === 0) return { ok: true }
  // Past the limit the answer is known until the window ends, so don't query the database again.
  const limiter = limiterFor(name, limit, seconds, { inMemoryBlockOnConsumed: limit })
  const { isWithin, msBeforeNext } = await consume(limiter, key)
  if (isWithin) return { ok: true }
  return { ok: false, retryAfterSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)) }
}

/** Adds points to a key's window. The library throws its result when they exceed the limit. */
async function consume(
  limiter: RateLimiterPostgres,
  key: string,
  points = 1,
  options: { customDuration?: number } = {},
) {
  try {
    const { consumedPoints, msBeforeNext } = await limiter.consume(key, points, options)
    return { isWithin: true, consumedPoints, msBeforeNext }
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error
    return { isWithin: false, consumedPoints: error.consumedPoints, msBeforeNext: error.msBeforeNext }
  }
}

function limiterFor(
  name: string,
  points: number,
  seconds: number,
  options: { inMemoryBlockOnConsumed?: number } = {},
): RateLimiterPostgres {
  const cached = limiters.get(name)
  if (cached) return cached
  const limiter = new RateLimiterPostgres({
    storeClient: connectionPool(),
    tableName: 'rate_limits',
    tableCreated: true,
    keyPrefix: name,
    points,
    duration: seconds,
    ...options,
  })
  limiters.set(name, limiter)
  return limiter
}
