import type { AsyncLocalStorage } from 'node:async_hooks'
import type { SpanExporter } from './span-exporter'
import { type TraceContext, traceparentOf } from './trace-context'

/* Apart from `spans.ts`, which reads the settings: a provider's client is used by programs that have none. */

export type Tracer = { current: AsyncLocalStorage<Current>; exporter: SpanExporter }

/** Spans of one trace take their times from one clock, so that none begins before its parent. */
export type Clock = { epochMs: number; startedMs: number }

export type Current = TraceContext & { clock: Clock }

// Next.js loads a module once per bundle; the process has one queue of spans, and pages pass their trace on to statements.
export const store = globalThis as typeof globalThis & { counterfoilTracer?: Tracer }

/** The current span as a `traceparent`; null if there is none. */
export function currentTraceparent(): string | null {
  const current = store.counterfoilTracer?.current.getStore()
  return current ? traceparentOf(current) : null
}

const NO_HEADERS = Object.freeze({})

/** The headers by which somebody whom we call goes on with our trace. */
export function traceHeaders(): { traceparent?: string } {
  const traceparent = currentTraceparent()
  return traceparent === null ? NO_HEADERS : { traceparent }
}
