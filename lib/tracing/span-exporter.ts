import { hostname } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { errorCode } from '@/lib/db/describe-error'
import { log } from '@/lib/log'
import { countSpans } from '@/lib/metrics/metrics'

/** An ended span in the JSON of OTLP (https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding). */
export type EndedSpan = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: Attribute[]
  status: { code?: number; message?: string }
}

export type Attribute = { key: string; value: { stringValue: string } | { intValue: string } }

/** Spans that wait or are on their way; further ones are dropped. A few megabytes. */
const MAX_WAITING = 4096
/** Some tenths of a millisecond to write as JSON. */
const BATCH = 256
const EVERY_MS = 1000
/** The wait doubles with each failure, up to this. */
const MAX_WAIT_MS = 30_000
/** Limit for one batch. */
const TIMEOUT_MS = 10_000

/** Answers after which OTLP says to try again. */
const LATER = [429, 502, 503, 504]

type Options = {
  /** The address that takes OTLP over HTTP. */
  url: string
  headers: Record<string, string>
  serviceName: string
  everyMs?: number
}

/**
 * Sends ended spans to a collector, in batches, one after the other. Nobody waits for it: while the collector is away,
 * spans wait up to a limit, and further ones are dropped and counted.
 */
export class SpanExporter {
  readonly #options: Options
  readonly #waiting: EndedSpan[] = []
  #sending: Promise<void> | null = null
  #timer: NodeJS.Timeout | null = null
  #failures = 0
  /** Not yet in the metric, whose counting costs more than dropping. */
  #dropped = 0

  constructor(options: Options) {
    this.#options = options
  }

  add(span: EndedSpan): void {
    if (this.#waiting.length >= MAX_WAITING) {
      this.#dropped += 1
      return
    }
    this.#waiting.push(span)
    if (this.#waiting.length >= BATCH && this.#failures === 0) void this.#send()
    else this.#plan()
  }

  /** Sends what waits; for the end of a process. Tries a collector that is away once, and takes no longer than `limitMs`. */
  async flush(limitMs: number): Promise<void> {
    const ended = new AbortController()
    const limit = delay(limitMs, undefined, { signal: ended.signal }).catch(() => undefined)
    await Promise.race([this.#send().then(() => this.#send()), limit])
    ended.abort()
  }

  #plan(): void {
    if (this.#sending) return
    const { everyMs = EVERY_MS } = this.#options
    const afterMs = this.#failures === 0 ? everyMs : Math.min(everyMs * 2 ** this.#failures, MAX_WAIT_MS)
    this.#timer ??= setTimeout(() => void this.#send(), afterMs).unref()
  }

  /** Never throws. */
  #send(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = null
      if (this.#waiting.length > 0) this.#plan()
    })
    return this.#sending
  }

  async #sendAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.slice(0, BATCH)
      const answer = await this.#post(batch)
      countSpans('dropped', this.#dropped)
      this.#dropped = 0
      const isSent = typeof answer === 'number' && answer >= 200 && answer < 300
      if (!isSent) this.#noteFailure(answer)
      else if (this.#failures > 0) this.#noteRecovery()
      if (typeof answer === 'string' || LATER.includes(answer)) return
      // One that the collector refuses would be refused again.
      this.#waiting.splice(0, batch.length)
      countSpans(isSent ? 'sent' : 'dropped', batch.length)
    }
  }

  /** The status of the answer, or the code of the error if there was none. */
  async #post(spans: EndedSpan[]): Promise<number | string> {
    try {
      // Not `fetch`, which Next.js replaces. Loaded by those who trace only.
      // By its default: where it is bundled, a late import has no other names.
      const { default: undici } = await import('undici')
      const { statusCode, body } = await undici.request(this.#options.url, {
        method: 'POST',
        headers: { ...this.#options.headers, 'content-type': 'application/json' },
        body: this.#written(spans),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      await body.dump()
      return statusCode
    } catch (error) {
      return errorCode(error)
    }
  }

  #written(spans: EndedSpan[]): string {
    const attributes: Attribute[] = [
      { key: 'service.name', value: { stringValue: this.#options.serviceName } },
      { key: 'host.name', value: { stringValue: hostname() } },
      { key: 'process.pid', value: { intValue: String(process.pid) } },
    ]
    const scopeSpans = [{ scope: { name: 'counterfoil' }, spans }]
    return JSON.stringify({ resourceSpans: [{ resource: { attributes }, scopeSpans }] })
  }

  #noteFailure(answer: number | string): void {
    if (this.#failures === 0) log.warn({ answer }, 'the collector of traces takes no spans')
    this.#failures += 1
  }

  #noteRecovery(): void {
    this.#failures = 0
    log.info('the collector of traces takes spans again')
  }
}
