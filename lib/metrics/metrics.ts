import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { METRICS } from './register'

/* The metrics of this process. */

/** From a quick statement to the longest wait of a request, in seconds. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

type Metrics = ReturnType<typeof createMetrics>

// Next.js loads a module once per bundle; the process has one set of counters.
const store = globalThis as typeof globalThis & { counterfoilMetrics?: Metrics }

export function processMetrics(): Metrics {
  store.counterfoilMetrics ??= createMetrics()
  return store.counterfoilMetrics
}

function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  return {
    registry,
    requests: new Counter({ ...METRICS.requests, registers }),
    requestSeconds: new Histogram({ ...METRICS.requestSeconds, buckets: SECONDS, registers }),
    providerCalls: new Counter({ ...METRICS.providerCalls, registers }),
    providerSeconds: new Histogram({ ...METRICS.providerSeconds, buckets: SECONDS, registers }),
    webhookAttempts: new Counter({ ...METRICS.webhookAttempts, registers }),
    spans: new Counter({ ...METRICS.spans, registers }),
    connections: new Gauge({ ...METRICS.connections, registers }),
  }
}

const MILLISECONDS = 1000

/** Counts an answered request. `path` must come from a declaration, never from the client. */
export function countRequest(method: string, path: string, status: number, durationMs: number): void {
  const { requests, requestSeconds } = processMetrics()
  requests.inc({ method, path, status })
  requestSeconds.observe({ method, path }, durationMs / MILLISECONDS)
}

export function countProviderCall(
  provider: string,
  call: string,
  outcome: 'accepted' | 'rejected' | 'unknown',
  durationMs: number,
): void {
  const { providerCalls, providerSeconds } = processMetrics()
  providerCalls.inc({ provider, call, outcome })
  providerSeconds.observe({ provider, call }, durationMs / MILLISECONDS)
}

/** Counts a delivery attempt; `status` is null if there was no answer. */
export function countWebhookAttempt(status: number | null): void {
  const outcome = status === null ? 'no_answer' : `${Math.floor(status / 100)}xx`
  processMetrics().webhookAttempts.inc({ outcome })
}

/** Counts spans that left for the collector, or never will. */
export function countSpans(outcome: 'sent' | 'dropped', count: number): void {
  processMetrics().spans.inc({ outcome }, count)
}
