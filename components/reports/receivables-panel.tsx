import { ReceiptText } from 'lucide-react'
import { Card } from '@/components/ui/card'
import { Link, TitledLink } from '@/components/ui/link'
import { Money } from '@/components/ui/money'
import { EmptyState } from '@/components/ui/notice'
import { BackLink, PageHeader } from '@/components/ui/page-header'
import { Cell, HeadCell, Row, Table, TableHead } from '@/components/ui/table'
import { Timestamp } from '@/components/ui/timestamp'
import { AGE_LABELS } from '@/lib/invoices/receivables'
import { monthInWords } from '@/lib/reports/month'
import type { OpenInvoicesView } from '@/lib/reports/open-invoices'

/** The invoices behind a figure of the aged receivables. */
export function ReceivablesPanel({ list }: { list: OpenInvoicesView }) {
  const { month, day, isOver, customer, currency, age, invoices, isCut } = list
  const narrowing = [customer, currency, age && AGE_LABELS[age]].filter(Boolean).join(', ')
  return (
    <div data-wide className="space-y-6">
      <div className="space-y-2">
        <BackLink href={`/reports?month=${month}`}>{monthInWords(month)}</BackLink>
        <PageHeader
          title="Open invoices"
          description={
            <>
              {isOver ? 'At the end of ' : 'Today, '}
              <Timestamp at={day} />
              {narrowing && `: ${narrowing}`}
            </>
          }
        />
      </div>
      <Card className="overflow-hidden">
        {invoices.length === 0 ? (
          <EmptyState Icon={ReceiptText} title="No open invoices">
            Nothing was open then.
          </EmptyState>
        ) : (
          <Table label="Open invoices">
            <TableHead>
              <HeadCell>Invoice</HeadCell>
              <HeadCell>Customer</HeadCell>
              <HeadCell>Issued</HeadCell>
              <HeadCell>Due</HeadCell>
              <HeadCell className="text-right">Days overdue</HeadCell>
              <HeadCell className="text-right">Total</HeadCell>
              <HeadCell className="text-right">Open</HeadCell>
            </TableHead>
            <tbody>
              {invoices.map((invoice) => (
                <Row key={invoice.id}>
                  <Cell>
                    <TitledLink href={`/invoices/${invoice.id}`} title={invoice.number} />
                  </Cell>
                  <Cell className="min-w-40 max-w-64 wrap-anywhere">
                    <Link href={`/customers/${invoice.customerId}`} className="hover:underline">
                      {invoice.customer}
                    </Link>
                  </Cell>
                  <Cell>
                    <Timestamp at={invoice.issuedOn} />
                  </Cell>
                  <Cell>
                    <Timestamp at={invoice.dueOn} />
                  </Cell>
                  <Cell className="tabular text-right">{invoice.daysOverdue || '–'}</Cell>
                  <Cell className="text-right">
                    <Money value={invoice.total} />
                  </Cell>
                  <Cell className="text-right font-medium">
                    <Money value={invoice.open} />
                  </Cell>
                </Row>
              ))}
            </tbody>
          </Table>
        )}
        {isCut && (
          <p className="border-t px-4 py-3 text-[0.8125rem] text-muted-foreground sm:px-5">
            The {invoices.length} that were overdue longest. The CSV of the month has the sums of all.
          </p>
        )}
      </Card>
    </div>
  )
}
