type Metric = { name: string; labels: string; text: string }

/** The metrics of our own. Those of Node.js (`process_…`, `nodejs_…`) are usual ones. */
export const METRICS: readonly Metric[] = [
  {
    name: 'counterfoil_http_requests_total',
    labels: '`method`, `path`, `status`',
    text: 'Requests. The path is that of the reference, with its braces; pages count as `page`.',
  },
  {
    name: 'counterfoil_http_request_duration_seconds',
    labels: '`method`, `path`',
    text: 'Histogram of the time to answer.',
  },
  {
    name: 'counterfoil_provider_calls_total',
    labels: '`provider`, `call`, `outcome`',
    text: 'Calls to providers. The outcome is `accepted`, `rejected` (a definite no) or `unknown`.',
  },
  {
    name: 'counterfoil_provider_call_duration_seconds',
    labels: '`provider`, `call`',
    text: 'Histogram of the time until the provider answered or was given up.',
  },
  {
    name: 'counterfoil_webhook_attempts_total',
    labels: '`outcome`',
    text: 'Delivery attempts: `2xx`, `3xx`, `4xx`, `5xx` or `no_answer`.',
  },
  {
    name: 'counterfoil_database_connections',
    labels: '`state`',
    text: 'Database connections that are `busy` or `idle`, and statements `waiting` for one.',
  },
  {
    name: 'counterfoil_queue_due',
    labels: '`queue`',
    text: 'Rows that are due but not done yet.',
  },
  {
    name: 'counterfoil_queue_oldest_due_seconds',
    labels: '`queue`',
    text: 'How long the one that waits longest has been due.',
  },
  {
    name: 'counterfoil_payouts_processing',
    labels: '`older_than`',
    text: 'Payouts without an outcome that are older than 0, 60, 600, 3,600 or 86,400 seconds.',
  },
  {
    name: 'counterfoil_workers',
    labels: '',
    text: 'Workers that reported in the last 20 seconds.',
  },
]
