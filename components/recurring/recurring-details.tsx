'use client'

import { useQuery } from '@tanstack/react-query'
import { InvoiceTable } from '@/components/invoices/invoice-table'
import { ModeBadge } from '@/components/ui/badge'
import { Card, CardHeader, Description, DescriptionList, MetadataDescription } from '@/components/ui/card'
import { CopyableId } from '@/components/ui/copy-button'
import { DayList } from '@/components/ui/day-list'
import { Link } from '@/components/ui/link'
import { formatMoney } from '@/components/ui/money'
import { Notice } from '@/components/ui/notice'
import { BackLink, PageHeader } from '@/components/ui/page-header'
import { Timeline } from '@/components/ui/timeline'
import { Timestamp, useZoneWords } from '@/components/ui/timestamp'
import { WHOLE_TITLE } from '@/lib/invoices/invoice-fields'
import type { RecurringView } from '@/lib/recurring/queries'
import { RecurringActions } from './recurring-actions'
import { recurringQuery } from './recurring-queries'
import { RecurringStatusBadge } from './recurring-status'

/** A series of invoices. */
export function RecurringDetails({ initial, isReadOnly }: { initial: RecurringView; isReadOnly: boolean }) {
  const { data: series } = useQuery({
    ...recurringQuery(initial.mode, initial.id),
    initialData: initial,
  })
  return (
    <div className="space-y-6">
      <div className="space-y-2">
        <BackLink href="/invoices/recurring">Recurring invoices</BackLink>
        <PageHeader
          title={formatMoney(series.amount)}
          description={
            <>
              {series.schedule} for{' '}
              <Link href={`/customers/${series.customerId}`} className="underline underline-offset-4">
                {series.customerName}
              </Link>
            </>
          }
          badge={
            <>
              <span role="status" className="inline-flex">
                <RecurringStatusBadge status={series.status} />
              </span>
              <ModeBadge mode={series.mode} />
            </>
          }
          action={!isReadOnly && <RecurringActions series={series} />}
        />
      </div>
      {series.problem && (
        <Notice
          kind={series.status === 'STOPPED' ? 'danger' : 'warning'}
          title={series.status === 'STOPPED' ? 'Stopped' : 'Next invoice delayed'}
        >
          {series.problem}
        </Notice>
      )}
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Card aria-labelledby="details">
          <CardHeader id="details" title="Details" />
          <Details series={series} />
        </Card>
        <Card aria-labelledby="timeline">
          <CardHeader id="timeline" title="Timeline" />
          <Timeline steps={series.timeline} />
        </Card>
      </div>
      {series.drafts.length > 0 && <Drafts drafts={series.drafts} />}
      <Card aria-labelledby="invoices" className="overflow-hidden">
        <CardHeader id="invoices" title="Invoices" />
        {series.invoices.length > 0 ? (
          <InvoiceTable label="Invoices" invoices={series.invoices} canMarkPaid={false} />
        ) : (
          <p className="px-4 pb-5 text-muted-foreground sm:px-5">No invoices yet</p>
        )}
      </Card>
    </div>
  )
}

function Details({ series }: { series: RecurringView }) {
  const zone = useZoneWords(series.zone)
  const { nextOn, upcoming, endsOn, endsAfter, dueAfterDays, isSent, periodCount, skippedCount, clockDays } =
    series
  return (
    <DescriptionList>
      <Description term="Next invoice">
        {nextOn ? (
          <>
            <Timestamp at={nextOn} />, when the day begins in {zone}
          </>
        ) : (
          'None'
        )}
      </Description>
      {upcoming.length > 1 && (
        <Description term="After that">
          <DayList days={upcoming.slice(1)} />
        </Description>
      )}
      <Description term="Ends">
        {endsOn ? (
          <Timestamp at={endsOn} />
        ) : endsAfter ? (
          `After ${endsAfter} ${endsAfter === 1 ? 'invoice' : 'invoices'}`
        ) : (
          'Never'
        )}
      </Description>
      <Description term="Due">
        {dueAfterDays === 1 ? 'After 1 day' : `After ${dueAfterDays} days`}
      </Description>
      <Description term="Delivery">{isSent ? 'Sent to the customer' : 'Left as a draft'}</Description>
      <Description term="Items">
        {series.fields.kind === 'items'
          ? series.fields.items.map(({ title }) => title).join(', ')
          : WHOLE_TITLE}
      </Description>
      {series.fields.reference && <Description term="Reference">{series.fields.reference}</Description>}
      <Description term="Issued so far">{periodCount}</Description>
      {skippedCount > 0 && (
        <Description term="Skipped">{`${skippedCount}, after an outage of more than 92 days`}</Description>
      )}
      {clockDays > 0 && (
        <Description term="Test clock">
          {clockDays === 1 ? '1 day ahead' : `${clockDays} days ahead`}
        </Description>
      )}
      <Description term="ID">
        <CopyableId id={series.id} what="recurring invoice ID" />
      </Description>
      <MetadataDescription pairs={series.fields.metadata} />
    </DescriptionList>
  )
}

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
