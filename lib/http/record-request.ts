import { setTimeout as delay } from 'node:timers/promises'
import { connectionPool } from '@/lib/db/client'
import { sentenceOf } from '@/lib/db/describe-error'
import { type Queryable, statement } from '@/lib/db/statement'
import { log } from '@/lib/log'
import { now } from '@/lib/time/clock'
import type { Call, GivenAnswer } from './operation'
import { accountNumbersIn, redactJson, redactPath, redactText } from './redact-body'

/** Maximum number of requests waiting to be written; more are not recorded. */
const MAX_WAITING = 1000
const BATCH = 100
const FLUSH_MS = 250
/** Per account between two writes: a client above its limit would fill its log with refusals. */
const MAX_LIMITED = 5
const TOO_MANY_REQUESTS = 429
/** The columns' limits, in characters. */
const MAX_PATH = 2048
const MAX_KEY = 255

type Recorder = {
  waiting: ApiRequestRecord[]
  /** Refusals with 429 by account since the last write. */
  limited: Map<string, number>
  lost: number
  timer: NodeJS.Timeout | null
  writing: Promise<void>
}

// Next.js loads a module once per bundle, and the server process loads it too, to flush on exit; the process
// has one queue.
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

/** The account and key that a request belongs to. */
type RequestOrigin = { accountId: string; apiKeyId: string }

/**
 * Queues a request for its vendor's request log, after the answer was computed and without waiting. Entries
 * are written in batches a moment later, outside the request's transactions. A crash or an unreachable
 * database loses log entries and nothing else.
 */
export function recordRequest(call: Call, origin: RequestOrigin, answer: GivenAnswer): void {
  const { waiting, limited } = recorder()
  if (answer.status === TOO_MANY_REQUESTS) {
    const count = (limited.get(origin.accountId) ?? 0) + 1
    limited.set(origin.accountId, count)
    if (count > MAX_LIMITED) return
  }
  if (waiting.length >= MAX_WAITING) {
    recorder().lost += 1
    return
  }
  try {
    waiting.push(entryOf(call, origin, answer))
  } catch (error) {
    // The answer matters more than its record.
    log.error({ requestId: call.requestId, error: sentenceOf(error) }, 'a request could not be recorded')
    return
  }
  recorder().timer ??= setTimeout(flushRequests, FLUSH_MS).unref()
}

function entryOf(
  { method, path, headers, requestId, body }: Call,
  origin: RequestOrigin,
  { status, json, durationMs }: GivenAnswer,
): ApiRequestRecord {
  const idempotencyKey = headers.get('idempotency-key')
  const sent = body.length > 0 ? body.toString() : null
  const answered = json && !isReadAnswer(method, status) ? json : null
  const accounts = accountNumbersIn(sent, answered)
  return {
    ...origin,
    id: requestId,
    method,
    path: redactPath(path, accounts).slice(0, MAX_PATH),
    idempotencyKey: idempotencyKey && redactText(idempotencyKey, accounts).slice(0, MAX_KEY),
    requestBody: sent && redactJson(sent, accounts),
    responseStatus: status,
    responseBody: answered && redactJson(answered, accounts),
    durationMs,
    createdAt: now(),
  }
}

/**
 * True for the answer to a read. It is not kept: the request can be repeated, while a second copy of customers' data
 * in the log helps nobody, and redacting and storing it would cost more than the rest of a read.
 */
function isReadAnswer(method: string, status: number): boolean {
  return method === 'GET' && status === 200
}

/** Writes the queue; also called on exit. Never throws, and takes no longer than `limitMs`. */
export async function flushRequests(limitMs = 2000): Promise<void> {
  const own = recorder()
  if (own.timer) clearTimeout(own.timer)
  own.timer = null
  own.writing = own.writing.then(writeWaiting)
  const ended = new AbortController()
  const limit = delay(limitMs, undefined, { signal: ended.signal, ref: false }).catch(() => undefined)
  await Promise.race([own.writing, limit])
  ended.abort()
}

async function writeWaiting(): Promise<void> {
  const own = recorder()
  own.limited.clear()
  while (own.waiting.length > 0) {
    const batch = own.waiting.splice(0, BATCH)
    try {
      await saveRequests(connectionPool(), batch)
    } catch (error) {
      own.lost += batch.length
      log.error({ error: sentenceOf(error) }, 'requests could not be recorded')
    }
  }
  if (own.lost > 0) log.warn({ requests: own.lost }, 'requests are missing in the request log')
  own.lost = 0
}

/** An API request as stored, with secrets removed. */
export type ApiRequestRecord = {
  accountId: string
  /** The X-Request-Id of the answer. */
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

/** Inserts requests of any accounts in one statement. */
export async function saveRequests(on: Queryable, requests: ApiRequestRecord[]): Promise<void> {
  await addRequests(on, { requests: JSON.stringify(requests) })
}

const addRequests = statement<{ requests: string }, object>(
  'add_requests',
  `INSERT INTO api_requests (account_id, id, api_key_id, method, path, idempotency_key, request_body,
                             response_status, response_body, duration_ms, created_at)
   SELECT *
     FROM json_to_recordset(:requests::json) AS request (
            "accountId" uuid, id uuid, "apiKeyId" uuid, method text, path text, "idempotencyKey" text,
            "requestBody" text, "responseStatus" int, "responseBody" text, "durationMs" int,
            "createdAt" timestamptz)`,
)
