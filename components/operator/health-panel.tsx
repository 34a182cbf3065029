'use client'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { failureMessage } from '@/components/browser/request'
import { Badge } from '@/components/ui/badge'
import { Card, CardHeader, Description, DescriptionList } from '@/components/ui/card'
import { Link } from '@/components/ui/link'
import { Money } from '@/components/ui/money'
import { Notice } from '@/components/ui/notice'
import { PageHeader } from '@/components/ui/page-header'
import { Cell, HeadCell, Row, Table, TableHead } from '@/components/ui/table'
import { Timestamp } from '@/components/ui/timestamp'
import type { OperatorHealthView } from '@/lib/operator/health'
import { operatorHealthQuery } from './operator-queries'

/** The health of the instance, refreshed every few seconds. */
export function HealthPanel({ initial }: { initial: OperatorHealthView }) {
  const { data: health, error } = useQuery({ ...operatorHealthQuery, initialData: initial })
  const { parts, database } = health
  const faults = health.books.filter(({ problemCount }) => problemCount > 0)
  const isWell =
    Object.values(parts).every((part) => part === 'ok') &&
    faults.length === 0 &&
    health.shortfalls.length === 0
  return (
    <div className="space-y-6">
      <PageHeader
        title="Health"
        badge={
          isWell ? (
            <Badge tone="success">All systems healthy</Badge>
          ) : (
            <Badge tone="danger">Not healthy</Badge>
          )
        }
        description="Due work, workers and database. Refreshes automatically."
      />
      {error && (
        <Notice kind="danger" title="These figures are out of date" role="alert">
          {failureMessage(error)}
        </Notice>
      )}
      {health.unreachable.length > 0 && (
        <Notice kind="danger" title="Some providers aren’t configured">
          <ul>
            {health.unreachable.map(({ what, provider, count }) => (
              <li key={what + provider}>
                {count.toLocaleString('en')} {UNREACHABLE[what]} through {provider}
              </li>
            ))}
          </ul>
          Their outcome stays unknown, and their funds don’t move, until the provider is configured with the
          keys of the account that they were created in.
        </Notice>
      )}
      {faults.map(({ name, problems, problemCount, checkedAt }) => (
        <Notice key={name} kind="danger" title={`The nightly check of the ${BOOKS[name]} found problems`}>
          <ul>
            {problems.map((problem) => (
              <li key={problem} className="wrap-anywhere">
                {problem}
              </li>
            ))}
          </ul>
          {problemCount.toLocaleString('en')} found, <Timestamp at={checkedAt} />. The database was changed
          directly, bypassing the service.
        </Notice>
      ))}
      {health.shortfalls.map(({ missing, checkedAt }) => (
        <Notice key={missing.currency} kind="danger" title="Wallets promise more than the providers hold">
          <Money value={missing} /> missing, <Timestamp at={checkedAt} />.{' '}
          <Link href="/operator/money" className="underline underline-offset-4">
            Whose money it is
          </Link>
        </Notice>
      ))}
      {health.unposted.length > 0 && (
        <Notice kind="danger" title="Amounts that need a look">
          <ul>
            {health.unposted.map(({ id, kind, referenceId, provider, providerReference, ...of }) => (
              <li key={id} className="wrap-anywhere">
                {provider} reports a {kind} of{' '}
                {of.reported ? <Money value={of.reported} /> : 'an unclear amount'} ({providerReference}) for{' '}
                {kind === 'payment' ? 'invoice' : 'payout'} {referenceId} of <Money value={of.expected} />,{' '}
                <Timestamp at={of.createdAt} />
              </li>
            ))}
          </ul>
          Nothing was posted. Compare with the provider’s dashboard.
        </Notice>
      )}
      <div className="grid gap-6 lg:grid-cols-2">
        <Card aria-labelledby="service">
          <CardHeader id="service" title="Service" />
          <DescriptionList>
            <Part term="Database" state={parts.database} />
            <Part term="Migrations" state={parts.migrations} />
            <Part term="Worker" state={parts.worker} />
            {health.books.map(({ name, problemCount, checkedAt }) => (
              <Description key={name} term={CHECKED[name] ?? name}>
                <span className="flex flex-wrap items-center gap-2">
                  {problemCount === 0 ? (
                    <Badge tone="success">OK</Badge>
                  ) : (
                    <Badge tone="danger">{problemCount.toLocaleString('en')} problems</Badge>
                  )}
                  <Timestamp at={checkedAt} />
                </span>
              </Description>
            ))}
            <Description term="Version">
              <span className="tabular">{health.version}</span>
            </Description>
            <Description term="Checked">
              <Timestamp at={health.checkedAt} />
            </Description>
          </DescriptionList>
        </Card>
        <Card aria-labelledby="database">
          <CardHeader id="database" title="Database" />
          <DescriptionList>
            <Description term="Size">
              <span className="tabular">{database.megabytes.toLocaleString('en')} MB</span>
            </Description>
            <Description term="PostgreSQL">
              <span className="tabular">{database.serverVersion}</span>
            </Description>
            <Description term="Connections">
              <span className="tabular">
                {database.connections} of {database.maxConnections}
              </span>
            </Description>
          </DescriptionList>
        </Card>
      </div>
      <TableCard
        id="due"
        title="Due now"
        description="Work that is waiting for a worker. It should clear within seconds."
      >
        <DueTable due={health.due} />
      </TableCard>
      <TableCard id="workers" title="Workers" description="Running workers, and the last ones seen">
        <WorkerTable workers={health.workers} />
      </TableCard>
    </div>
  )
}

const BOOKS: Record<string, string> = { audit: 'audit log', ledger: 'ledger' }
const CHECKED: Record<string, string> = { audit: 'Audit log check', ledger: 'Ledger check' }

function Part({ term, state }: { term: string; state: string }) {
  return (
    <Description term={term}>
      {state === 'ok' ? <Badge tone="success">OK</Badge> : <Badge tone="danger">{state}</Badge>}
    </Description>
  )
}

type TableCardProps = { id: string; title: string; description: string; children: ReactNode }

function TableCard({ id, title, description, children }: TableCardProps) {
  return (
    <Card aria-labelledby={id} className="overflow-hidden">
      <CardHeader id={id} title={title} description={description} />
      {children}
    </Card>
  )
}

const WORK: Record<OperatorHealthView['due'][number]['what'], string> = {
  webhooks: 'Webhooks to deliver',
  payouts: 'Payouts to check',
  payments: 'Payments and refunds to check',
  checkouts: 'Checkout sessions to check',
  recurring: 'Recurring invoices to issue',
  recurring_payouts: 'Recurring payouts to send',
  mail: 'Emails to send',
}

const UNREACHABLE: Record<OperatorHealthView['unreachable'][number]['what'], string> = {
  payouts: 'payouts',
  payments: 'payments and refunds',
  checkouts: 'checkout sessions',
}

function DueTable({ due }: { due: OperatorHealthView['due'] }) {
  return (
    <Table label="Due now">
      <TableHead>
        <HeadCell>Work</HeadCell>
        <HeadCell className="text-right">Due</HeadCell>
        <HeadCell className="text-right">Oldest</HeadCell>
      </TableHead>
      <tbody>
        {due.map(({ what, count, oldestAt }) => (
          <Row key={what}>
            <Cell>{WORK[what]}</Cell>
            <Cell className="tabular text-right">{count.toLocaleString('en')}</Cell>
            <Cell className="text-right">{oldestAt ? <Timestamp at={oldestAt} /> : '—'}</Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}

function WorkerTable({ workers }: { workers: OperatorHealthView['workers'] }) {
  if (workers.length === 0) {
    return <p className="px-4 pb-4 text-muted-foreground sm:px-5">No workers seen</p>
  }
  return (
    <Table label="Workers">
      <TableHead>
        <HeadCell>Worker</HeadCell>
        <HeadCell>State</HeadCell>
        <HeadCell className="text-right">Last seen</HeadCell>
      </TableHead>
      <tbody>
        {workers.map(({ id, beatAt, isAlive }) => (
          <Row key={id}>
            <Cell className="max-w-40 truncate font-mono text-[0.8125rem] sm:max-w-none" title={id}>
              {id}
            </Cell>
            <Cell>{isAlive ? <Badge tone="success">Running</Badge> : <Badge>Stopped</Badge>}</Cell>
            <Cell className="text-right">
              <Timestamp at={beatAt} />
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}
