'use client'

import { useQuery } from '@tanstack/react-query'
import { BankAccountName } from '@/components/customers/bank-account-name'
import { ModeBadge } from '@/components/ui/badge'
import { Card, CardHeader, Description, DescriptionList } from '@/components/ui/card'
import { CopyableId } from '@/components/ui/copy-button'
import { DayList } from '@/components/ui/day-list'
import { Link } from '@/components/ui/link'
import { formatMoney, Money } from '@/components/ui/money'
import { Notice } from '@/components/ui/notice'
import { BackLink, PageHeader } from '@/components/ui/page-header'
import { Cell, HeadCell, Row, Table, TableHead } from '@/components/ui/table'
import { Timeline } from '@/components/ui/timeline'
import { Timestamp, useZoneWords } from '@/components/ui/timestamp'
import type { RecurringPayoutView } from '@/lib/payouts/recurring-payout-view'
import { RecurringPayoutActions } from './recurring-payout-actions'
import { RecurringPayoutStatusBadge } from './recurring-payout-list'
import { recurringPayoutQuery } from './recurring-payout-queries'
import { ScheduleStatus } from './scheduled-payouts'

type RecurringPayoutDetailsProps = { initial: RecurringPayoutView; isReadOnly: boolean }

/** A series of payouts. */
export function RecurringPayoutDetails({ initial, isReadOnly }: RecurringPayoutDetailsProps) {
  const { data: series } = useQuery({
    ...recurringPayoutQuery(initial.mode, initial.id),
    initialData: initial,
  })
  return (
    <div className="space-y-6">
      <div className="space-y-2">
        <BackLink href="/payouts/recurring">Recurring payouts</BackLink>
        <PageHeader
          title={formatMoney(series.amount)}
          description={
            <>
              {series.schedule} to{' '}
              <Link href={`/customers/${series.customerId}`} className="underline underline-offset-4">
                {series.customerName}
              </Link>
            </>
          }
          badge={
            <>
              <span role="status" className="inline-flex">
                <RecurringPayoutStatusBadge status={series.status} />
              </span>
              <ModeBadge mode={series.mode} />
            </>
          }
          action={!isReadOnly && <RecurringPayoutActions series={series} />}
        />
      </div>
      {series.problem && (
        <Notice kind="danger" title="Stopped">
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
      <Card aria-labelledby="payouts" className="overflow-hidden">
        <CardHeader
          id="payouts"
          title="Payouts"
          description={openWork(series)}
          action={
            <Link href="/payouts/scheduled" className="text-[0.8125rem] underline underline-offset-4">
              Scheduled payouts
            </Link>
          }
        />
        {series.payouts.length > 0 ? (
          <PayoutsOfSeries payouts={series.payouts} />
        ) : (
          <p className="px-4 pb-5 text-muted-foreground sm:px-5">No payouts yet</p>
        )}
      </Card>
    </div>
  )
}

/** The work that the series' payouts still need, in words. */
function openWork({ payouts }: RecurringPayoutView): string | undefined {
  if (payouts.some(({ status }) => status === 'HELD')) return 'Some wait for approval'
  return payouts.some(({ status }) => status === 'REFUSED') ? 'Some were not sent' : undefined
}

function Details({ series }: { series: RecurringPayoutView }) {
  const zone = useZoneWords()
  const { nextOn, upcoming, endsOn, endsAfter, bankName, last4, reference, requestedBy, clockDays } = series
  return (
    <DescriptionList>
      <Description term="Next payout">
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
          `After ${endsAfter} ${endsAfter === 1 ? 'payout' : 'payouts'}`
        ) : (
          'Never'
        )}
      </Description>
      <Description term="Bank account">
        <BankAccountName bankName={bankName} last4={last4} />
      </Description>
      {reference && <Description term="Reference">{reference}</Description>}
      <Description term="Requested by">{requestedBy}</Description>
      <Description term="Payouts so far">{series.periodCount}</Description>
      {clockDays > 0 && (
        <Description term="Test clock">
          {clockDays === 1 ? '1 day ahead' : `${clockDays} days ahead`}
        </Description>
      )}
      <Description term="ID">
        <CopyableId id={series.id} what="recurring payout ID" />
      </Description>
    </DescriptionList>
  )
}

function PayoutsOfSeries({ payouts }: Pick<RecurringPayoutView, 'payouts'>) {
  return (
    <Table label="Payouts">
      <TableHead>
        <HeadCell>Day</HeadCell>
        <HeadCell>Status</HeadCell>
        <HeadCell className="text-right">Amount</HeadCell>
      </TableHead>
      <tbody>
        {payouts.map((payout) => (
          <Row key={payout.id}>
            <Cell className="w-full">
              <Timestamp at={payout.periodOn ?? payout.day} />
              {payout.reason && <span className="block text-[0.8125rem] text-danger">{payout.reason}</span>}
            </Cell>
            <Cell>
              <ScheduleStatus row={payout} />
            </Cell>
            <Cell className="text-right">
              <Money value={payout.amount} className="font-medium" />
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}
