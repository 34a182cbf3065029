import { type Block, code, type DocsPage, heading, list, wideTable } from '@/components/docs/content'
import { ALERTS, alertRules } from './alerts'
import { METRICS } from './metrics'

const SCRAPE_CONFIG = `scrape_configs:
  - job_name: counterfoil
    metrics_path: /api/metrics
    scheme: https
    authorization:
      credentials: YOUR_METRICS_TOKEN
    static_configs:
      - targets: [pay.example.com]`

const SCRAPING: readonly Block[] = [
  'Set `METRICS_TOKEN`, and point Prometheus at `/api/metrics`. Without the right token the page answers 404.',
  code('yaml', 'the configuration', SCRAPE_CONFIG),
  list([
    'One answer covers all web processes and workers of the installation, on every machine. Scrape one address, that of the load balancer.',
    'Each process publishes its counters every 10 seconds; its name is in the label `process`. A killed process may take up to 10 seconds of counts with it.',
    'Use `sum` over `rate`, as below, so that processes may come and go.',
  ]),
]

const METRICS_SECTION: readonly Block[] = [
  wideTable(
    'Metrics',
    ['Metric', 'Labels', 'Meaning'],
    METRICS.map(({ name, labels, text }) => [`\`${name}\``, labels, text]),
  ),
]

const ALERTS_SECTION: readonly Block[] = [
  code('yaml', 'the alerting rules', alertRules()),
  ...ALERTS.flatMap(({ name, text }) => [heading(anchorOf(name), `\`${name}\``), text]),
  'Metrics don’t prove the ledger. Run `ledger verify` every night, and raise an alert if its exit code is not 0.',
]

const FOLLOWING: readonly Block[] = [
  list([
    'The `X-Request-Id` of a response is the `requestId` of its line in the log.',
    'Each call to a provider has a line with the provider, the outcome, the time, in `key` the ID of the payout or payment, and the `requestId` of the request that it was made for. Calls to the sandbox are logged at the level `debug`.',
    'Each webhook attempt that fails has a line with the event, the number of the attempt, the status or the reason. Successful ones are logged at the level `debug`.',
  ]),
]

function anchorOf(alert: string): string {
  return alert.replace(/(?<=.)[A-Z]/g, (letter) => `-${letter}`).toLowerCase()
}

export const MONITORING: DocsPage = {
  path: '/docs/monitoring',
  title: 'Monitoring',
  lead: 'For the operator of an installation: the metrics that it publishes, and the alerts worth waking somebody for.',
  sections: () => [
    { id: 'scraping', title: 'Scraping', blocks: SCRAPING },
    { id: 'metrics', title: 'Metrics', blocks: METRICS_SECTION },
    { id: 'alerts', title: 'Alerts', blocks: ALERTS_SECTION },
    { id: 'log', title: 'Following a request', blocks: FOLLOWING },
  ],
}
