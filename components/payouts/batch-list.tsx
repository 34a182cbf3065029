'use client'
import { useQuery } from '@tanstack/react-query'
import { FileUp } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { type ChangeEvent, useRef } from 'react'
import { failureMessage } from '@/components/browser/request'
import { useHydrated } from '@/components/forms/send-once'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { CodeBlock } from '@/components/ui/code-block'
import { Link } from '@/components/ui/link'
import { Money } from '@/components/ui/money'
import { EmptyState, Notice } from '@/components/ui/notice'
import { Cell, HeadCell, Row, Table, TableHead } from '@/components/ui/table'
import { Timestamp } from '@/components/ui/timestamp'
import type { Mode } from '@/lib/auth/mode'
import type { BatchListRow } from '@/lib/payouts/batch-view'
import { BATCH_STATUSES } from '@/lib/payouts/status'
import { batchesQuery, useUploadBatch } from './batch-queries'

type BatchListProps = { mode: Mode; first: BatchListRow[]; canPay: boolean }

/** The account's batches, and the way to a new one. */
export function BatchList({ mode, first, canPay }: BatchListProps) {
  const { data } = useQuery({ ...batchesQuery(mode), initialData: { batches: first } })
  return (
    <div className="space-y-6">
      {canPay && <UploadCard mode={mode} />}
      <Card aria-labelledby="batches" className="overflow-hidden">
        <CardHeader id="batches" title="Batches" />
        {data.batches.length > 0 ? (
          <BatchTable batches={data.batches} />
        ) : (
          <EmptyState Icon={FileUp} title={`No ${mode} batches yet`}>
            A batch pays many customers from one file.
          </EmptyState>
        )}
      </Card>
    </div>
  )
}

const EXAMPLE = `recipient,bank account,amount,reference
ada@example.com,,"1,250.00",May
mary@example.com,6789,12.50,INV-0042`

function UploadCard({ mode }: { mode: Mode }) {
  const router = useRouter()
  const isHydrated = useHydrated()
  const input = useRef<HTMLInputElement>(null)
  const upload = useUploadBatch(mode)
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    // Allows choosing the same file again once it is corrected.
    target.value = ''
    if (file) upload.mutate(file, { onSuccess: ({ id }) => router.push(`/payouts/batches/${id}`) })
  }
  return (
    <Card aria-labelledby="upload">
      <CardHeader
        id="upload"
        title="Upload a CSV file"
        description="Up to 1,000 rows and 512 KB. You see every row and the sum first: nothing is paid before you confirm."
      />
      <div className="space-y-4 px-4 pb-5 sm:px-5">
        {upload.error && (
          <Notice kind="danger" role="alert">
            {failureMessage(upload.error)}
          </Notice>
        )}
        <p className="text-muted-foreground">
          The first line names the columns. A recipient is a customer’s email or ID. A bank account is its
          last 4 digits or ID, and can stay empty for customers with one account. A reference is optional.
        </p>
        <CodeBlock code={EXAMPLE} what="the example" />
        <input
          ref={input}
          type="file"
          accept=".csv,text/csv,text/plain"
          aria-label="CSV file"
          onChange={choose}
          className="sr-only"
          tabIndex={-1}
        />
        <Button
          pending={upload.isPending || upload.isSuccess}
          disabled={!isHydrated}
          onClick={() => input.current?.click()}
        >
          Choose a file
        </Button>
      </div>
    </Card>
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
