import { setTimeout as wait } from 'node:timers/promises'
import { database } from '@/lib/db/client'
import type { Transaction } from '@/lib/db/transaction'
import { log } from '@/lib/log'
import { now } from '@/lib/time/clock'
import type { BodyObject } from './json-body'
import type { Answer, Call } from './operation'
import { redactBody, redactText } from './redact-body'

/** What waits for the database at most, in requests; more of them are not recorded. */
const MAXIMUM_WAITING = 1000
const BATCH = 100
const FLUSH_MS = 250
/** Of one account between two writes: a client that runs into its limit would fill its log with nothing else. */
const MAXIMUM_LIMITED = 5
const TOO_MANY_REQUESTS = 429
/** The columns' own limits, in characters. */
const MAXIMUM_PATH = 2048
const MAXIMUM_KEY = 255

type Recorder = {
  waiting: ApiRequestRecord[]
  /** 429s by account since the last write. */
  limited: Map<string, number>
  lost: number
  timer: NodeJS.Timeout | null
  writing: Promise<void>
}

// Next.js loads a module once for each bundle it is in, and the web process has it too, to flush at its
// end; what waits is one queue a process.
const store = globalThis as typeof globalThis & { counterfoilRequests?: Recorder }

function recorder(): Recorder {
  store.counterfoilRequests ??= {
    waiting: [],
    limited: new Map(),
    lost: 0,
    timer: null,
    writing: Promise.resolve(),
  }
  return store.counterfoilRequests
}

/** Who asked what: what is known of a request as soon as its key is. */
type RequestOrigin = { accountId: string; apiKeyId: string; body: BodyObject | null }

/**
 * Keeps a request for its vendor's request log. It comes after the answer has been computed and waits for
 * nothing: what is kept is written in batches, a moment later and in no transaction of the request's. A
 * crash or a database that is away loses entries of the log, and nothing else.
 */
export function recordRequest(call: Call, origin: RequestOrigin, answer: Answer, durationMs: number): void {
  const { waiting, limited } = recorder()
  if (answer.status === TOO_MANY_REQUESTS) {
    const count = (limited.get(origin.accountId) ?? 0) + 1
    limited.set(origin.accountId, count)
    if (count > MAXIMUM_LIMITED) return
  }
  if (waiting.length >= MAXIMUM_WAITING) {
    recorder().lost += 1
    return
  }
  try {
    waiting.push(entryOf(call, origin, answer, durationMs))
  } catch (error) {
    // The answer is worth more than its record.
    log.error({ requestId: call.requestId, error: nameOf(error) }, 'a request could not be recorded')
    return
  }
  recorder().timer ??= setTimeout(flushRequests, FLUSH_MS).unref()
}

function entryOf(
  { method, path, headers, requestId }: Call,
  { body, ...origin }: RequestOrigin,
  answer: Answer,
  durationMs: number,
): ApiRequestRecord {
  const idempotencyKey = headers.get('idempotency-key')
  const hasBody = method !== 'HEAD' && 'body' in answer
  return {
    ...origin,
    id: requestId,
    method,
    path: redactText(path).slice(0, MAXIMUM_PATH),
    idempotencyKey: idempotencyKey && redactText(idempotencyKey).slice(0, MAXIMUM_KEY),
    requestBody: body && redactBody(body),
    responseStatus: answer.status,
    responseBody: hasBody ? redactBody(answer.body) : null,
    durationMs,
    createdAt: now(),
  }
}

/** Writes what waits; for the process's end too. Never throws, and takes no longer than `limitMs`. */
export async function flushRequests(limitMs = 2000): Promise<void> {
  const own = recorder()
  if (own.timer) clearTimeout(own.timer)
  own.timer = null
  own.writing = own.writing.then(writeWaiting)
  const ended = new AbortController()
  const limit = wait(limitMs, undefined, { signal: ended.signal, ref: false }).catch(() => undefined)
  await Promise.race([own.writing, limit])
  ended.abort()
}

async function writeWaiting(): Promise<void> {
  const own = recorder()
  own.limited.clear()
  while (own.waiting.length > 0) {
    const batch = own.waiting.splice(0, BATCH)
    try {
      await saveRequests(database(), batch)
    } catch (error) {
      own.lost += batch.length
      log.error({ error: nameOf(error) }, 'requests could not be recorded')
    }
  }
  if (own.lost > 0) log.warn({ requests: own.lost }, 'requests are missing in the request log')
  own.lost = 0
}

/** Nothing more of it: a database error carries the values it was given. */
function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : 'unknown'
}

/** A request to the API as it is kept: secrets were taken out of it before it came here. */
export type ApiRequestRecord = {
  accountId: string
  /** The answer's X-Request-Id. */
  id: string
  apiKeyId: string
  method: string
  path: string
  idempotencyKey: string | null
  requestBody: string | null
  responseStatus: number
  responseBody: string | null
  durationMs: number
  createdAt: Date
}

/** Writes requests down, of whatever accounts, in one statement of the same text for any number of them. */
export async function saveRequests(tx: Transaction, requests: ApiRequestRecord[]): Promise<void> {
  const all = <F extends keyof ApiRequestRecord>(field: F) => requests.map((request) => request[field])
  await tx.$executeRaw`
    INSERT INTO api_requests (account_id, id, api_key_id, method, path, idempotency_key, request_body,
                              response_status, response_body, duration_ms, created_at)
    SELECT * FROM unnest(
      ${all('accountId')}::uuid[], ${all('id')}::uuid[], ${all('apiKeyId')}::uuid[],
      ${all('method')}::text[], ${all('path')}::text[], ${all('idempotencyKey')}::text[],
      ${all('requestBody')}::text[], ${all('responseStatus')}::int[], ${all('responseBody')}::text[],
      ${all('durationMs')}::int[], ${all('createdAt')}::timestamptz[])`
}
