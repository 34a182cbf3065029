import type { ReactNode } from 'react'
import { ModeBadge } from '@/components/ui/badge'
import { Card, CardHeader, Description, DescriptionList } from '@/components/ui/card'
import { CopyableId } from '@/components/ui/copy-button'
import { DayList } from '@/components/ui/day-list'
import { Link } from '@/components/ui/link'
import { formatMoney } from '@/components/ui/money'
import { Notice } from '@/components/ui/notice'
import { BackLink, PageHeader } from '@/components/ui/page-header'
import { Timeline } from '@/components/ui/timeline'
import { Timestamp, useZoneWords } from '@/components/ui/timestamp'
import type { SeriesView } from '@/lib/series/series-view'
import { SeriesActions } from './series-actions'
import { SeriesStatusBadge } from './series-list'
import { type SeriesKind, seriesPage } from './series-queries'

type SeriesDetailsProps = {
  kind: SeriesKind
  series: SeriesView
  isReadOnly: boolean
  /** Descriptions of this kind alone, before the ID. */
  facts: ReactNode
  /** The cards of what its periods have created. */
  children: ReactNode
}

/** The page of a series. */
export function SeriesDetails({ kind, series, isReadOnly, facts, children }: SeriesDetailsProps) {
  const isStopped = series.status === 'STOPPED'
  return (
    <div className="space-y-6">
      <div className="space-y-2">
        <BackLink href={seriesPage(kind)}>{`Recurring ${kind}s`}</BackLink>
        <PageHeader
          title={formatMoney(series.amount)}
          description={
            <>
              {series.schedule} {kind === 'invoice' ? 'for' : 'to'}{' '}
              <Link href={`/customers/${series.customerId}`} className="underline underline-offset-4">
                {series.customerName}
              </Link>
            </>
          }
          badge={
            <>
              <span role="status" className="inline-flex">
                <SeriesStatusBadge status={series.status} />
              </span>
              <ModeBadge mode={series.mode} />
            </>
          }
          action={!isReadOnly && <SeriesActions kind={kind} series={series} />}
        />
      </div>
      {series.problem && (
        <Notice
          kind={isStopped ? 'danger' : 'warning'}
          title={isStopped ? 'Stopped' : `Next ${kind} delayed`}
        >
          {series.problem}
        </Notice>
      )}
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Card aria-labelledby="details">
          <CardHeader id="details" title="Details" />
          <DescriptionList>
            <Days kind={kind} series={series} />
            {facts}
            {series.clockDays > 0 && (
              <Description term="Test clock">
                {series.clockDays === 1 ? '1 day ahead' : `${series.clockDays} days ahead`}
              </Description>
            )}
            <Description term="ID">
              <CopyableId id={series.id} what={`recurring ${kind} ID`} />
            </Description>
          </DescriptionList>
        </Card>
        <Card aria-labelledby="timeline">
          <CardHeader id="timeline" title="Timeline" />
          <Timeline steps={series.timeline} />
        </Card>
      </div>
      {children}
    </div>
  )
}

function Days({ kind, series: { nextOn, upcoming, endsOn, endsAfter, zone } }: DaysProps) {
  const zoneWords = useZoneWords(zone)
  return (
    <>
      <Description term={`Next ${kind}`}>
        {nextOn ? (
          <>
            <Timestamp at={nextOn} />, when the day begins in {zoneWords}
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
          `After ${endsAfter} ${endsAfter === 1 ? kind : `${kind}s`}`
        ) : (
          'Never'
        )}
      </Description>
    </>
  )
}

type DaysProps = Pick<SeriesDetailsProps, 'kind' | 'series'>
