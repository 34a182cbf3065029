import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks'
import { errorCode } from '@/lib/db/describe-error'
import { env } from '@/lib/env'
import { type Clock, type Current, store, type Tracer } from './current-trace'
import { type Attribute, SpanExporter } from './span-exporter'
import { nextContext, parseTraceparent, type TraceContext } from './trace-context'

/*
 * Traces for OpenTelemetry, while OTEL_EXPORTER_OTLP_ENDPOINT names a collector (docs/decisions/0092-traces.md). Spans
 * have names, ids and codes: no body, address, email, number, key or parameter of a statement may get into one.
 */

const KINDS = { internal: 1, server: 2, client: 3 } as const

type Start = {
  /** One of few, such as a declared path: never what a client sent. */
  name: string
  kind: keyof typeof KINDS
  /** The `traceparent` of what caused it, as received; by default it belongs to the span that it begins in. */
  traceparent?: unknown
  attributes?: Record<string, string | number>
}

/** Null while nobody traces: then none of this costs more than asking. */
const tracer = createTracer()

function createTracer(): Tracer | null {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS, OTEL_SERVICE_NAME } = env
  if (endpoint === undefined) return null
  store.counterfoilTracer ??= {
    current: new AsyncLocalStorage(),
    exporter: new SpanExporter({
      url: `${endpoint}/v1/traces`,
      headers: OTEL_EXPORTER_OTLP_HEADERS,
      serviceName: OTEL_SERVICE_NAME,
    }),
  }
  return store.counterfoilTracer
}

export const isTracing = tracer !== null

/** Of a value; codes and ids are far shorter. */
const MAX_CHARACTERS = 200

/** A span under way. */
export class Span {
  readonly #attributes: Attribute[] = []
  readonly #startedMs = performance.now()
  #failure: string | null = null

  constructor(
    readonly context: Current,
    private readonly parent: TraceContext | null,
    private readonly start: Start,
  ) {
    for (const [key, value] of Object.entries(start.attributes ?? {})) this.set(key, value)
  }

  /** A number is a whole one. */
  set(key: string, value: string | number): void {
    const isNumber = typeof value === 'number'
    this.#attributes.push({
      key,
      value: isNumber ? { intValue: String(value) } : { stringValue: value.slice(0, MAX_CHARACTERS) },
    })
  }

  /** Marks it as failed, with a code: messages may quote what somebody sent. */
  fail(code: string): void {
    this.#failure = code.slice(0, MAX_CHARACTERS)
    this.set('error.type', code)
  }

  end(): void {
    const { traceId, spanId, clock } = this.context
    tracer?.exporter.add({
      traceId,
      spanId,
      ...(this.parent ? { parentSpanId: this.parent.spanId } : {}),
      name: this.start.name,
      kind: KINDS[this.start.kind],
      startTimeUnixNano: nanoseconds(clock, this.#startedMs),
      endTimeUnixNano: nanoseconds(clock, performance.now()),
      attributes: this.#attributes,
      status: this.#failure === null ? {} : { code: 2, message: this.#failure },
    })
  }
}

function nanoseconds({ epochMs, startedMs }: Clock, atMs: number): string {
  // More digits than a number has: microseconds are enough.
  return `${Math.round((epochMs + atMs - startedMs) * 1000)}000`
}

/**
 * Does `work` in a span: of the trace that `traceparent` names, else of the current one, else of a new one. What throws
 * fails the span. `work` gets null if nobody traces, or not this; `begin` is then not asked.
 */
export function inSpan<Result>(
  begin: () => Start,
  work: (span: Span | null) => Promise<Result>,
): Promise<Result> {
  if (!tracer) return work(null)
  const start = begin()
  const outer = tracer.current.getStore() ?? null
  const remote = parseTraceparent(start.traceparent)
  const parent = remote ?? outer
  const clock = remote || !outer ? { epochMs: Date.now(), startedMs: performance.now() } : outer.clock
  const context = { ...nextContext(parent, env.OTEL_TRACES_SAMPLER_ARG), clock }
  return tracer.current.run(context, async () => {
    if (!context.isSampled) return work(null)
    const span = new Span(context, parent, start)
    try {
      return await work(span)
    } catch (error) {
      span.fail(errorCode(error))
      throw error
    } finally {
      span.end()
    }
  })
}

/** Begins a span without work of its own inside the current one; null if there is none: nobody asked for it. */
export function childSpan(begin: () => Start): Span | null {
  const outer = tracer?.current.getStore()
  if (!outer?.isSampled) return null
  return new Span({ ...nextContext(outer, 1), clock: outer.clock }, outer, begin())
}

/** The function, which counts for the span of now, whenever it is called. */
export function keepSpan<Args extends unknown[], Result>(
  work: (...args: Args) => Result,
): (...args: Args) => Result {
  if (!tracer) return work
  const context = new AsyncResource('Span')
  return (...args) => context.runInAsyncScope(work, null, ...args)
}

/** Sends what waits, at the end of the process. */
export async function flushSpans(limitMs: number): Promise<void> {
  await tracer?.exporter.flush(limitMs)
}
