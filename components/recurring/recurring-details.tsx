'use client'

import { useQuery } from '@tanstack/react-query'
import { InvoiceTable } from '@/components/invoices/invoice-table'
import { SeriesDetails } from '@/components/series/series-details'
import { seriesQuery } from '@/components/series/series-queries'
import { Card, CardHeader, Description, MetadataDescription } from '@/components/ui/card'
import { Link } from '@/components/ui/link'
import { Timestamp } from '@/components/ui/timestamp'
import { WHOLE_TITLE } from '@/lib/invoices/invoice-fields'
import type { RecurringView } from '@/lib/recurring/queries'

/** A series of invoices. */
export function RecurringDetails({ initial, isReadOnly }: { initial: RecurringView; isReadOnly: boolean }) {
  const { data: series } = useQuery({
    ...seriesQuery<RecurringView>('invoice', initial),
    initialData: initial,
  })
  return (
    <SeriesDetails
      kind="invoice"
      series={series}
      isReadOnly={isReadOnly}
      facts={<InvoiceFacts series={series} />}
    >
      {series.drafts.length > 0 && <Drafts drafts={series.drafts} />}
      <Card aria-labelledby="invoices" className="overflow-hidden">
        <CardHeader id="invoices" title="Invoices" />
        {series.invoices.length > 0 ? (
          <InvoiceTable label="Invoices" invoices={series.invoices} canMarkPaid={false} />
        ) : (
          <p className="px-4 pb-5 text-muted-foreground sm:px-5">No invoices yet</p>
        )}
      </Card>
    </SeriesDetails>
  )
}

function InvoiceFacts({ series: { dueAfterDays, isSent, fields, periodCount, skippedCount } }: FactsProps) {
  return (
    <>
      <Description term="Due">
        {dueAfterDays === 1 ? 'After 1 day' : `After ${dueAfterDays} days`}
      </Description>
      <Description term="Delivery">{isSent ? 'Sent to the customer' : 'Left as a draft'}</Description>
      <Description term="Items">
        {fields.kind === 'items' ? fields.items.map(({ title }) => title).join(', ') : WHOLE_TITLE}
      </Description>
      {fields.reference && <Description term="Reference">{fields.reference}</Description>}
      <Description term="Issued so far">{periodCount}</Description>
      {skippedCount > 0 && (
        <Description term="Skipped">{`${skippedCount}, after an outage of more than 92 days`}</Description>
      )}
      <MetadataDescription pairs={fields.metadata} />
    </>
  )
}

type FactsProps = { series: RecurringView }

function Drafts({ drafts }: { drafts: RecurringView['drafts'] }) {
  return (
    <Card aria-labelledby="drafts">
      <CardHeader id="drafts" title="Drafts" description="They wait until somebody sends them" />
      <ul className="space-y-1.5 px-4 pb-5 sm:px-5">
        {drafts.map(({ id, day }) => (
          <li key={id}>
            <Link href={`/invoices/drafts/${id}`} className="underline underline-offset-4">
              Invoice of <Timestamp at={day} />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
