'use client'
import { useQuery } from '@tanstack/react-query'
import { FileUp } from 'lucide-react'
import { Badge } from '@/components/ui/badge'
import { Card, CardHeader } from '@/components/ui/card'
import { Link } from '@/components/ui/link'
import { Money } from '@/components/ui/money'
import { EmptyState } from '@/components/ui/notice'
import { Cell, HeadCell, Row, Table, TableHead } from '@/components/ui/table'
import { Timestamp } from '@/components/ui/timestamp'
import type { Mode } from '@/lib/auth/mode'
import type { BatchListRow } from '@/lib/payouts/batch-view'
import { BATCH_STATUSES } from '@/lib/payouts/status'
import { batchesQuery } from './batch-queries'
import { NewBatch } from './new-batch'

type BatchListProps = { mode: Mode; first: BatchListRow[]; canPay: boolean }

/** The account's batches, and the way to a new one. */
export function BatchList({ mode, first, canPay }: BatchListProps) {
  const { data } = useQuery({ ...batchesQuery(mode), initialData: { batches: first } })
  return (
    <div className="space-y-6">
      {canPay && <NewBatch mode={mode} />}
      <Card aria-labelledby="batches" className="overflow-hidden">
        <CardHeader id="batches" title="Batches" />
        {data.batches.length > 0 ? (
          <BatchTable batches={data.batches} />
        ) : (
          <EmptyState Icon={FileUp} title={`No ${mode} batches yet`}>
            A batch pays many customers at once.
          </EmptyState>
        )}
      </Card>
    </div>
  )
}

export function BatchStatusBadge({ status }: { status: BatchListRow['status'] }) {
  const { tone, displayStatus } = BATCH_STATUSES[status]
  return <Badge tone={tone}>{displayStatus}</Badge>
}

function BatchTable({ batches }: { batches: BatchListRow[] }) {
  return (
    <Table label="Batches">
      <TableHead>
        <HeadCell>Batch</HeadCell>
        <HeadCell className="hidden sm:table-cell">Status</HeadCell>
        <HeadCell className="hidden md:table-cell">Created by</HeadCell>
        <HeadCell className="hidden sm:table-cell">Created</HeadCell>
        <HeadCell className="hidden text-right sm:table-cell">Rows</HeadCell>
        <HeadCell className="text-right">Paid</HeadCell>
      </TableHead>
      <tbody>
        {batches.map(({ id, name, status, uploadedBy, createdAt, rowCount, failedCount, paid }) => (
          <Row key={id}>
            <Cell className="w-full max-w-0 sm:w-auto sm:max-w-64">
              <Link href={`/payouts/batches/${id}`} className="block truncate font-medium hover:underline">
                {name}
              </Link>
              {failedCount > 0 && (
                <span className="block text-[0.8125rem] text-danger">{failedCount} failed</span>
              )}
            </Cell>
            <Cell className="hidden sm:table-cell">
              <BatchStatusBadge status={status} />
            </Cell>
            <Cell className="hidden max-w-56 truncate md:table-cell">{uploadedBy}</Cell>
            <Cell className="hidden sm:table-cell">
              <Timestamp at={createdAt} />
            </Cell>
            <Cell className="tabular hidden text-right sm:table-cell">{rowCount}</Cell>
            <Cell className="text-right">
              <Money value={paid} className="font-medium" />
              <span className="mt-0.5 block sm:hidden">
                <BatchStatusBadge status={status} />
              </span>
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}
