import type { Metadata } from 'next'
import { DocsPage, type DocsSection } from '@/components/docs/docs-page'
import { Code, DocsTable, List, Paragraph, SubHeading } from '@/components/docs/prose'
import { CodeBlock } from '@/components/ui/code-block'
import { ALERTS, alertRules } from './alerts'
import { METRICS } from './metrics'

export const metadata: Metadata = {
  title: 'Monitoring',
  description: 'Metrics for Prometheus, alerts to begin with, and the log.',
}

const SECTIONS: readonly DocsSection[] = [
  { id: 'scraping', title: 'Scraping', content: <Scraping /> },
  { id: 'metrics', title: 'Metrics', content: <Metrics /> },
  { id: 'alerts', title: 'Alerts', content: <Alerts /> },
  { id: 'log', title: 'Following a request', content: <Following /> },
]

export default function MonitoringPage() {
  return (
    <DocsPage
      path="/docs/monitoring"
      lead="For the operator of an installation: what it measures, and what somebody should be woken for."
      sections={SECTIONS}
    />
  )
}

const SCRAPE_CONFIG = `scrape_configs:
  - job_name: counterfoil
    metrics_path: /api/metrics
    scheme: https
    authorization:
      credentials: YOUR_METRICS_TOKEN
    static_configs:
      - targets: [pay.example.com]`

function Scraping() {
  return (
    <>
      <Paragraph>
        Set `METRICS_TOKEN`, and point Prometheus at `/api/metrics`. Without the right token the page answers
        404.
      </Paragraph>
      <CodeBlock what="the configuration" code={SCRAPE_CONFIG} />
      <List
        items={[
          'One answer covers all web processes and workers of the installation, on every machine. Scrape one address, that of the load balancer.',
          'Each process publishes its counters every 10 seconds; its name is in the label `process`. A killed process may take up to 10 seconds of counts with it.',
          'Use `sum` over `rate`, as below, so that processes may come and go.',
        ]}
      />
    </>
  )
}

function Metrics() {
  return (
    <DocsTable
      label="Metrics"
      className="min-w-[44rem]"
      head={['Metric', 'Labels', 'Meaning']}
      rows={METRICS.map(({ name, labels, text }) => [`\`${name}\``, labels, text])}
    />
  )
}

function Alerts() {
  return (
    <>
      <CodeBlock what="the alerting rules" code={alertRules()} />
      {ALERTS.map(({ name, text }) => (
        <div key={name}>
          <SubHeading>
            <Code>{name}</Code>
          </SubHeading>
          <Paragraph>{text}</Paragraph>
        </div>
      ))}
      <Paragraph>
        Metrics don’t prove the ledger. Run `ledger verify` every night, and raise an alert if its exit code
        is not 0.
      </Paragraph>
    </>
  )
}

function Following() {
  return (
    <List
      items={[
        'The `X-Request-Id` of a response is the `requestId` of its line in the log.',
        'Each call to a provider has a line with the provider, the outcome, the time, in `key` the ID of the payout or payment, and the `requestId` of the request that it was made for. Calls to the sandbox are logged at the level `debug`.',
        'Each webhook attempt that fails has a line with the event, the number of the attempt, the status or the reason. Successful ones are logged at the level `debug`.',
      ]}
    />
  )
}
