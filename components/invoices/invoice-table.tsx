import { Badge } from '@/components/ui/badge'
import { Link } from '@/components/ui/link'
import { Money } from '@/components/ui/money'
import { Cell, HeadCell, Row, Table, TableHead } from '@/components/ui/table'
import { Timestamp } from '@/components/ui/timestamp'
import type { InvoiceRow } from '@/lib/invoices/invoice-row'
import { INVOICE_MARKS } from '@/lib/invoices/status'
import { MarkPaidButton } from './mark-paid-button'

type InvoiceTableProps = {
  label: string
  invoices: InvoiceRow[]
  /** True if unpaid invoices can be marked as paid: in test mode, unless the vendor is banned. */
  canMarkPaid: boolean
}

export function InvoiceTable({ label, invoices, canMarkPaid }: InvoiceTableProps) {
  return (
    <Table label={label}>
      <TableHead>
        <HeadCell>Invoice</HeadCell>
        <HeadCell className="hidden sm:table-cell">Status</HeadCell>
        <HeadCell className="hidden sm:table-cell">Due</HeadCell>
        <HeadCell className="@2xl:table-cell hidden">Created</HeadCell>
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
              <InvoiceLink invoice={invoice} />
            </Cell>
            <Cell className="hidden sm:table-cell">
              <InvoiceStatusBadge invoice={invoice} />
            </Cell>
            <Cell className="hidden sm:table-cell">
              <Timestamp at={invoice.dueDate} />
            </Cell>
            <Cell className="@2xl:table-cell hidden">
              <Timestamp at={invoice.createdAt} />
            </Cell>
            <Cell className="text-right max-sm:pr-4">
              <Money value={invoice.total} className="font-medium" />
              <span className="mt-0.5 block sm:hidden">
                <InvoiceStatusBadge invoice={invoice} />
              </span>
              {canMarkPaid && isOpen(invoice) && (
                <span className="mt-1.5 block sm:hidden">
                  <MarkPaidButton invoice={invoice} />
                </span>
              )}
            </Cell>
            {canMarkPaid && (
              <Cell className="hidden text-right sm:table-cell">
                {isOpen(invoice) && (
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

/** Neither paid nor voided. */
function isOpen({ status }: InvoiceRow): boolean {
  return status !== 'PAID' && status !== 'VOIDED'
}

function InvoiceLink({ invoice: { id, number } }: { invoice: InvoiceRow }) {
  return (
    <Link href={`/invoices/${id}`} className="tabular whitespace-nowrap rounded font-medium hover:underline">
      {number}
    </Link>
  )
}

/** The status, and beside it what refunds, disputes and a declined payment add. */
export function InvoiceStatusBadge({ invoice }: { invoice: InvoiceRow }) {
  const { tone, displayStatus, marks, declinedAt } = invoice
  return (
    <span className="inline-flex flex-wrap gap-1 max-sm:justify-end">
      <Badge tone={tone}>{displayStatus}</Badge>
      {marks.map((mark) => (
        <Badge key={mark} tone={INVOICE_MARKS[mark].tone}>
          {INVOICE_MARKS[mark].text}
          {mark === 'declined' && declinedAt && (
            <>
              &nbsp;
              <Timestamp at={declinedAt} />
            </>
          )}
        </Badge>
      ))}
    </span>
  )
}
