import type { OperatorHealthView } from '@/lib/api/dashboard/operator/read-operator-health'
import { Badge } from '../ui/badge'
import { Cell, HeadCell, Row, Table, TableHead } from '../ui/table'
import { Timestamp } from '../ui/timestamp'

const WORK: Record<OperatorHealthView['due'][number]['what'], string> = {
  webhooks: 'Webhooks to deliver',
  payouts: 'Payouts to ask about',
  payments: 'Payments and refunds to ask about',
  checkouts: 'Checkout sessions to ask about',
  mail: 'Mail to send',
}

export function DueTable({ due }: { due: OperatorHealthView['due'] }) {
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

export function QueueTable({ queue }: { queue: OperatorHealthView['queue'] }) {
  if (queue.length === 0) {
    return <p className="px-4 pb-4 text-muted-foreground sm:px-5">The queue is empty.</p>
  }
  return (
    <Table label="Queue">
      <TableHead>
        <HeadCell>Job</HeadCell>
        <HeadCell className="text-right">Waiting</HeadCell>
        <HeadCell className="text-right max-sm:pr-4">Failed</HeadCell>
        <HeadCell className="hidden text-right sm:table-cell">Running</HeadCell>
        <HeadCell className="hidden text-right sm:table-cell">Scheduled</HeadCell>
        <HeadCell className="hidden text-right sm:table-cell">Waiting since</HeadCell>
      </TableHead>
      <tbody>
        {queue.map(({ task, waiting, running, scheduled, failed, oldestWaitingAt, lastError }) => (
          <Row key={task}>
            <Cell className="max-w-72">
              <span className="font-mono text-[0.8125rem]">{task}</span>
              <span className="block text-muted-foreground text-xs leading-5 sm:hidden">
                {running} running, {scheduled} scheduled
              </span>
              {lastError && (
                <span className="block break-words text-danger text-xs" title={lastError}>
                  {lastError.slice(0, 160)}
                </span>
              )}
            </Cell>
            <Cell className="tabular text-right">{waiting}</Cell>
            <Cell className="tabular text-right max-sm:pr-4">
              {failed > 0 ? <Badge tone="danger">{failed}</Badge> : failed}
            </Cell>
            <Cell className="tabular hidden text-right sm:table-cell">{running}</Cell>
            <Cell className="tabular hidden text-right sm:table-cell">{scheduled}</Cell>
            <Cell className="hidden text-right sm:table-cell">
              {oldestWaitingAt ? <Timestamp at={oldestWaitingAt} /> : '—'}
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}

export function WorkerTable({ workers }: { workers: OperatorHealthView['workers'] }) {
  if (workers.length === 0) {
    return <p className="px-4 pb-4 text-muted-foreground sm:px-5">No worker has been seen.</p>
  }
  return (
    <Table label="Workers">
      <TableHead>
        <HeadCell>Worker</HeadCell>
        <HeadCell>State</HeadCell>
        <HeadCell className="text-right">Last beat</HeadCell>
      </TableHead>
      <tbody>
        {workers.map(({ id, beatAt, isAlive }) => (
          <Row key={id}>
            <Cell className="max-w-40 truncate font-mono text-[0.8125rem] sm:max-w-none" title={id}>
              {id}
            </Cell>
            <Cell>{isAlive ? <Badge tone="success">Alive</Badge> : <Badge>Gone</Badge>}</Cell>
            <Cell className="text-right">
              <Timestamp at={beatAt} />
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}
