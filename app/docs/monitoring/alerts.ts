type Alert = {
  name: string
  /** The condition, as PromQL. */
  expression: string
  /** The condition must hold this long before the alert fires. */
  lasts: string
  /** The meaning, and the first step to take. */
  text: string
}

/** The alerts that an operator should set up. */
export const ALERTS: readonly Alert[] = [
  {
    name: 'CounterfoilDown',
    expression: 'up{job="counterfoil"} == 0',
    lasts: '1m',
    text: 'Nothing answers, or the database is away. Ask `/api/health`, which names the part at fault.',
  },
  {
    name: 'CounterfoilWithoutWorker',
    expression: 'counterfoil_workers < 1',
    lasts: '1m',
    text: 'No worker runs: payouts stay unsettled, and webhooks and mail wait.',
  },
  {
    name: 'CounterfoilErrors',
    expression:
      'sum(rate(counterfoil_http_requests_total{status=~"5..",path!="/api/health"}[5m])) / sum(rate(counterfoil_http_requests_total[5m])) > 0.01',
    lasts: '5m',
    text: 'More than 1% of requests fail. Look for `a request failed` in the log.',
  },
  {
    name: 'CounterfoilSlow',
    expression:
      'histogram_quantile(0.99, sum by (le, path) (rate(counterfoil_http_request_duration_seconds_bucket{path=~"/api/v2/.*"}[5m]))) > 2',
    lasts: '10m',
    text: 'One request in a hundred takes more than 2 seconds. If it is payouts alone, their provider is slow.',
  },
  {
    name: 'CounterfoilPayoutStuck',
    expression: 'counterfoil_payouts_processing{older_than="3600"} > 0',
    lasts: '5m',
    text: 'A payout has had no outcome for an hour. Its funds are held; ask the provider, and never pay it again by hand.',
  },
  {
    name: 'CounterfoilQueueBehind',
    expression: 'max by (queue) (counterfoil_queue_oldest_due_seconds) > 120',
    lasts: '5m',
    text: 'Work has been due for two minutes: workers can’t keep up, or a receiver holds them up. Add a worker process.',
  },
  {
    name: 'CounterfoilProviderUnknown',
    expression:
      'sum by (provider) (rate(counterfoil_provider_calls_total{outcome="unknown",provider!="sandbox"}[10m])) / sum by (provider) (rate(counterfoil_provider_calls_total{provider!="sandbox"}[10m])) > 0.2',
    lasts: '10m',
    text: 'A fifth of the calls to a provider have no clear answer. Nothing is lost: payouts are asked about again.',
  },
  {
    name: 'CounterfoilWebhooksFailing',
    expression:
      'sum(rate(counterfoil_webhook_attempts_total{outcome!="2xx"}[30m])) / sum(rate(counterfoil_webhook_attempts_total[30m])) > 0.5',
    lasts: '30m',
    text: 'Most deliveries fail. If receivers of several vendors are affected, check the network on our side.',
  },
  {
    name: 'CounterfoilConnections',
    expression: 'sum by (process) (counterfoil_database_connections{state="waiting"}) > 0',
    lasts: '5m',
    text: 'Statements wait for a database connection. Look for slow statements before raising `DATABASE_POOL_SIZE`.',
  },
]

/** The same as a file of alerting rules. */
export function alertRules(): string {
  const rules = ALERTS.map(({ name, expression, lasts }) =>
    [`      - alert: ${name}`, `        expr: ${expression}`, `        for: ${lasts}`].join('\n'),
  )
  return ['groups:', '  - name: counterfoil', '    rules:', ...rules].join('\n')
}
