type Metric = { name: string; help: string; labelNames: readonly string[] }

/** Every metric of our own. Names are an interface: alert rules use them, and the docs print this list. */
export const METRICS = {
  requests: {
    name: 'counterfoil_http_requests_total',
    help: 'Requests. The path is that of the reference, with its braces; pages count as `page`.',
    labelNames: ['method', 'path', 'status'],
  },
  requestSeconds: {
    name: 'counterfoil_http_request_duration_seconds',
    help: 'Histogram of the time to answer.',
    labelNames: ['method', 'path'],
  },
  providerCalls: {
    name: 'counterfoil_provider_calls_total',
    help: 'Calls to providers. The outcome is `accepted`, `rejected` (a definite no) or `unknown`.',
    labelNames: ['provider', 'call', 'outcome'],
  },
  providerSeconds: {
    name: 'counterfoil_provider_call_duration_seconds',
    help: 'Histogram of the time until the provider answered or was given up.',
    labelNames: ['provider', 'call'],
  },
  webhookAttempts: {
    name: 'counterfoil_webhook_attempts_total',
    help: 'Delivery attempts: `2xx`, `3xx`, `4xx`, `5xx` or `no_answer`.',
    labelNames: ['outcome'],
  },
  spans: {
    name: 'counterfoil_trace_spans_total',
    help: 'Spans of traces: `sent` to the collector, or `dropped` because it refused them or too many were waiting for it.',
    labelNames: ['outcome'],
  },
  connections: {
    name: 'counterfoil_database_connections',
    help: 'Database connections that are `busy` or `idle`, and statements `waiting` for one.',
    labelNames: ['state'],
  },
  due: {
    name: 'counterfoil_queue_due',
    help: 'Rows that are due but not done yet.',
    labelNames: ['queue'],
  },
  oldestDue: {
    name: 'counterfoil_queue_oldest_due_seconds',
    help: 'How long the one that waits longest has been due.',
    labelNames: ['queue'],
  },
  payouts: {
    name: 'counterfoil_payouts_processing',
    help: 'Payouts without an outcome that are older than 0, 60, 600, 3,600 or 86,400 seconds.',
    labelNames: ['older_than'],
  },
  workers: {
    name: 'counterfoil_workers',
    help: 'Workers that reported in the last 20 seconds.',
    labelNames: [],
  },
  books: {
    name: 'counterfoil_books_problems',
    help: 'What the latest check of the `ledger` and the `audit` log found changed; 0 if nothing.',
    labelNames: ['books'],
  },
  booksChecked: {
    name: 'counterfoil_books_checked_timestamp_seconds',
    help: 'When the `ledger` and the `audit` log were last checked, in seconds since 1970. Every night, by a worker.',
    labelNames: ['books'],
  },
  missingMoney: {
    name: 'counterfoil_money_missing_minor',
    help: 'What live wallets promise beyond what the providers hold, in minor units; 0 if nothing. Every ten minutes, by a worker.',
    labelNames: ['currency'],
  },
  backup: {
    name: 'counterfoil_backup_timestamp_seconds',
    help: 'When the latest backup was made, by `backup create` or told by `backup record`, in seconds since 1970; 0 if none was.',
    labelNames: [],
  },
} as const satisfies Record<string, Metric>
