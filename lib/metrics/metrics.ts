import { Counter, Gauge, Histogram, Registry } from 'prom-client'

/*
 * The metrics of this process. Their names are an interface: alert rules use them, and the docs list them.
 */

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
    requests: new Counter({
      name: 'counterfoil_http_requests_total',
      help: 'Requests by operation and status. The path is that of the declaration; pages are counted as `page`.',
      labelNames: ['method', 'path', 'status'] as const,
      registers,
    }),
    requestSeconds: new Histogram({
      name: 'counterfoil_http_request_duration_seconds',
      help: 'Time to answer a request, by operation.',
      labelNames: ['method', 'path'] as const,
      buckets: SECONDS,
      registers,
    }),
    providerCalls: new Counter({
      name: 'counterfoil_provider_calls_total',
      help: 'Calls to payment and payout providers by outcome: accepted, rejected or unknown.',
      labelNames: ['provider', 'call', 'outcome'] as const,
      registers,
    }),
    providerSeconds: new Histogram({
      name: 'counterfoil_provider_call_duration_seconds',
      help: 'Time until a provider answered, or was given up.',
      labelNames: ['provider', 'call'] as const,
      buckets: SECONDS,
      registers,
    }),
    webhookAttempts: new Counter({
      name: 'counterfoil_webhook_attempts_total',
      help: "Webhook delivery attempts by outcome: the class of the receiver's status, such as 2xx, or no_answer.",
      labelNames: ['outcome'] as const,
      registers,
    }),
    connections: new Gauge({
      name: 'counterfoil_database_connections',
      help: 'Connections of the process to the database (busy, idle), and statements that wait for one (waiting).',
      labelNames: ['state'] as const,
      registers,
    }),
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
