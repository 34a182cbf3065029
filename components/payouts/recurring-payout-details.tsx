'use client'

import { useQuery } from '@tanstack/react-query'
import { BankAccountName } from '@/components/customers/bank-account-name'
import { SeriesDetails } from '@/components/series/series-details'
import { seriesQuery } from '@/components/series/series-queries'
import { Card, CardHeader, Description } from '@/components/ui/card'
import { Link } from '@/components/ui/link'
import { Money } from '@/components/ui/money'
import { Cell, HeadCell, Row, Table, TableHead } from '@/components/ui/table'
import { Timestamp } from '@/components/ui/timestamp'
import type { RecurringPayoutView } from '@/lib/payouts/recurring-payout-view'
import { ScheduleStatus } from './scheduled-payouts'

type RecurringPayoutDetailsProps = { initial: RecurringPayoutView; isReadOnly: boolean }

/** A series of payouts. */
export function RecurringPayoutDetails({ initial, isReadOnly }: RecurringPayoutDetailsProps) {
  const { data: series } = useQuery({
    ...seriesQuery<RecurringPayoutView>('payout', initial),
    initialData: initial,
  })
  const { bankName, last4, reference, requestedBy, periodCount, payouts } = series
  return (
    <SeriesDetails
      kind="payout"
      series={series}
      isReadOnly={isReadOnly}
      facts={
        <>
          <Description term="Bank account">
            <BankAccountName bankName={bankName} last4={last4} />
          </Description>
          {reference && <Description term="Reference">{reference}</Description>}
          <Description term="Requested by">{requestedBy}</Description>
          <Description term="Payouts so far">{periodCount}</Description>
        </>
      }
    >
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
        {payouts.length > 0 ? (
          <PayoutsOfSeries payouts={payouts} />
        ) : (
          <p className="px-4 pb-5 text-muted-foreground sm:px-5">No payouts yet</p>
        )}
      </Card>
    </SeriesDetails>
  )
}

/** The work that the series' payouts still need, in words. */
function openWork({ payouts }: RecurringPayoutView): string | undefined {
  if (payouts.some(({ status }) => status === 'HELD')) return 'Some wait for approval'
  return payouts.some(({ status }) => status === 'REFUSED') ? 'Some were not sent' : undefined
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
