'use client'

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { OperatorHealthView } from '@/lib/api/dashboard/operator/read-operator-health'
import { operatorHealthQuery } from '@/lib/client/operator'
import { failureMessage } from '@/lib/client/request'
import { Badge } from '../ui/badge'
import { Card, CardHeader } from '../ui/card'
import { Description, DescriptionList } from '../ui/description-list'
import { Notice } from '../ui/notice'
import { PageHeader } from '../ui/page-header'
import { Timestamp } from '../ui/timestamp'
import { DueTable, QueueTable, WorkerTable } from './load-tables'

/** How the instance is, looked at again every few seconds. */
export function HealthPanel({ initial }: { initial: OperatorHealthView }) {
  const { data: health, error } = useQuery({ ...operatorHealthQuery, initialData: initial })
  const { parts, database } = health
  const isWell = Object.values(parts).every((part) => part === 'ok')
  return (
    <div className="space-y-6">
      <PageHeader
        title="Health"
        badge={isWell ? <Badge tone="success">All well</Badge> : <Badge tone="danger">Not well</Badge>}
        description="The queue, the workers and the database. It refreshes by itself."
      />
      {error && (
        <Notice kind="danger" title="This is not the latest" role="alert">
          {failureMessage(error)}
        </Notice>
      )}
      <div className="grid gap-6 lg:grid-cols-2">
        <Card aria-labelledby="service">
          <CardHeader id="service" title="Service" />
          <DescriptionList>
            <Part term="Database" state={parts.database} />
            <Part term="Migrations" state={parts.migrations} />
            <Part term="Worker" state={parts.worker} />
            <Description term="Version">
              <span className="tabular">{health.version}</span>
            </Description>
            <Description term="Looked at">
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
        description="What our own books say is to be done, whatever the queue knows of it. It should be done within seconds."
      >
        <DueTable due={health.due} />
      </TableCard>
      <TableCard id="queue" title="Queue" description="The jobs that wake a worker.">
        <QueueTable queue={health.queue} />
      </TableCard>
      <TableCard id="workers" title="Workers" description="Those that are there, and the last that were.">
        <WorkerTable workers={health.workers} />
      </TableCard>
    </div>
  )
}

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
