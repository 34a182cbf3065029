import Link from 'next/link'
import type { InvoiceRow } from '@/lib/api/dashboard/present-invoice-row'
import { Money } from '../ui/money'
import { Cell, HeadCell, Row, Table, TableHead } from '../ui/table'
import { Timestamp } from '../ui/timestamp'
import { InvoiceStatusBadge } from './invoice-status-badge'
import { MarkPaidButton } from './mark-paid-button'
import { shortInvoiceId } from './short-invoice-id'

type InvoiceTableProps = {
  label: string
  invoices: InvoiceRow[]
  /** Whether an unpaid invoice can be paid by hand: in test mode, by a vendor who is not banned. */
  canMarkPaid: boolean
}

export function InvoiceTable({ label, invoices, canMarkPaid }: InvoiceTableProps) {
  return (
    <Table label={label}>
      <TableHead>
        <HeadCell>Invoice</HeadCell>
        <HeadCell className="hidden sm:table-cell">Status</HeadCell>
        <HeadCell className="hidden sm:table-cell">Due</HeadCell>
        <HeadCell className="hidden md:table-cell">Created</HeadCell>
        <HeadCell className="text-right max-sm:pr-4">Total</HeadCell>
        {canMarkPaid && (
          <HeadCell className="hidden sm:table-cell">
            <span className="sr-only">Actions</span>
          </HeadCell>
        )}
      </TableHead>
      <tbody>
        {invoices.map((invoice) => (
          <Row key={invoice.id}>
            <Cell className="max-w-44 sm:max-w-64">
              <InvoiceId id={invoice.id} />
            </Cell>
            <Cell className="hidden sm:table-cell">
              <InvoiceStatusBadge invoice={invoice} />
            </Cell>
            <Cell className="hidden sm:table-cell">
              <Timestamp at={invoice.dueDate} />
            </Cell>
            <Cell className="hidden md:table-cell">
              <Timestamp at={invoice.createdAt} />
            </Cell>
            <Cell className="text-right max-sm:pr-4">
              <Money value={invoice.total} className="font-medium" />
              <span className="mt-0.5 block sm:hidden">
                <InvoiceStatusBadge invoice={invoice} />
              </span>
              {canMarkPaid && invoice.status !== 'PAID' && (
                <span className="mt-1.5 block sm:hidden">
                  <MarkPaidButton invoice={invoice} />
                </span>
              )}
            </Cell>
            {canMarkPaid && (
              <Cell className="hidden text-right sm:table-cell">
                {invoice.status !== 'PAID' && (
                  <span className="-my-1.5 block">
                    <MarkPaidButton invoice={invoice} />
                  </span>
                )}
              </Cell>
            )}
          </Row>
        ))}
      </tbody>
    </Table>
  )
}

function InvoiceId({ id }: { id: string }) {
  return (
    <Link
      href={`/invoices/${id}`}
      title={id}
      className="whitespace-nowrap rounded font-mono text-[0.8125rem] hover:underline"
    >
      {shortInvoiceId(id)}
    </Link>
  )
}
