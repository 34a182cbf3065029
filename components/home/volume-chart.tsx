'use client'

import { useState } from 'react'
import { Select } from '@/components/ui/field'
import { formatMoney } from '@/components/ui/money'
import type { VolumeView } from '@/lib/home/queries'
import { Card } from '../ui/card'
import { Money } from '../ui/money'
import { Cell, HeadCell, Row, Table, TableHead } from '../ui/table'
import { Timestamp } from '../ui/timestamp'

const BAR_WIDTH = 20
const BAR_GAP = 6
const HEIGHT = 120
/** Minimum bar height in pixels, so that a day with any payment shows. */
const LEAST_HEIGHT = 2

type VolumeChartProps = { volumes: VolumeView[]; days: number }

/** Paid volume per day, as server-rendered bars and as a table. */
export function VolumeChart({ volumes, days }: VolumeChartProps) {
  const [chosen, choose] = useState(volumes[0]?.currency ?? '')
  const volume = volumes.find(({ currency }) => currency === chosen) ?? volumes[0]
  return (
    <Card aria-labelledby="paid-volume" className="flex flex-col px-4 py-4 sm:px-5">
      <div className="flex items-start justify-between gap-3">
        <div>
          <h2 id="paid-volume" className="text-muted-foreground">
            Paid in the last {days} days
          </h2>
          <p className="mt-1 font-semibold text-2xl tracking-tight">
            {volume ? <Money value={volume.total} /> : '—'}
          </p>
        </div>
        {volumes.length > 1 && (
          <div className="w-24">
            <Select aria-label="Currency" value={chosen} onChange={({ target }) => choose(target.value)}>
              {volumes.map(({ currency }) => (
                <option key={currency}>{currency}</option>
              ))}
            </Select>
          </div>
        )}
      </div>
      {volume ? (
        <>
          <Bars volume={volume} />
          <details className="mt-3 border-t pt-3">
            <summary className="cursor-pointer text-[0.8125rem] text-muted-foreground hover:text-foreground">
              Show as a table
            </summary>
            <VolumeTable volume={volume} />
          </details>
        </>
      ) : (
        <p className="mt-4 text-muted-foreground">Daily payments appear here once an invoice is paid.</p>
      )}
    </Card>
  )
}

function Bars({ volume }: { volume: VolumeView }) {
  const { days, total } = volume
  const width = days.length * (BAR_WIDTH + BAR_GAP) - BAR_GAP
  const first = days[0]
  const last = days.at(-1)
  return (
    <figure className="mt-4">
      <svg
        viewBox={`0 0 ${width} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Paid volume per day, ${formatMoney(total)} in total`}
        className="h-32 w-full"
      >
        {days.map(({ day, paid, share }, index) => {
          const height = share > 0 ? Math.max(LEAST_HEIGHT, share * HEIGHT) : 0
          const x = index * (BAR_WIDTH + BAR_GAP)
          return (
            <g key={day}>
              <rect x={x} y={0} width={BAR_WIDTH} height={HEIGHT} className="fill-muted/60" />
              <rect x={x} y={HEIGHT - height} width={BAR_WIDTH} height={height} className="fill-accent" />
              <title>{`${day}: ${formatMoney(paid)}`}</title>
            </g>
          )
        })}
      </svg>
      {first && last && (
        <figcaption className="mt-1.5 flex justify-between text-muted-foreground text-xs">
          <Timestamp at={first.day} />
          <Timestamp at={last.day} />
        </figcaption>
      )}
    </figure>
  )
}

function VolumeTable({ volume }: { volume: VolumeView }) {
  const paid = volume.days.filter(({ invoiceCount }) => invoiceCount > 0)
  return (
    <div className="-mx-4 mt-3 max-h-64 overflow-y-auto sm:-mx-5">
      <Table label="Paid volume per day">
        <TableHead>
          <HeadCell>Day</HeadCell>
          <HeadCell className="text-right">Invoices</HeadCell>
          <HeadCell className="text-right">Paid</HeadCell>
        </TableHead>
        <tbody>
          {paid.map((day) => (
            <Row key={day.day}>
              <Cell>
                <Timestamp at={day.day} />
              </Cell>
              <Cell className="tabular text-right">{day.invoiceCount}</Cell>
              <Cell className="text-right">
                <Money value={day.paid} />
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </div>
  )
}
