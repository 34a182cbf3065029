'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { classNames } from '@/components/ui/class-names'
import { Select } from '@/components/ui/field'
import type { HomeView, VolumeView } from '@/lib/home/queries'
import { formatNumberIn } from '@/lib/i18n/locale-format'
import { Card } from '../ui/card'
import { Link } from '../ui/link'
import { formatMoney, Money, type MoneyValue } from '../ui/money'
import { Cell, HeadCell, Row, Table, TableHead } from '../ui/table'
import { Timestamp, useDayText } from '../ui/timestamp'

type Bar = VolumeView['bars'][number]

type VolumeChartProps = { volumes: VolumeView[]; range: HomeView['range']; today: string }

/** The payments of the period: sums beside those of the period before, bars with an axis, and a table. */
export function VolumeChart({ volumes, range, today }: VolumeChartProps) {
  const [selection, choose] = useState(volumes[0]?.currency ?? '')
  const volume = volumes.find(({ currency }) => currency === selection) ?? volumes[0]
  return (
    <Card aria-labelledby="paid-volume" className="px-4 py-4 sm:px-5">
      <div className={classNames('flex items-center justify-between gap-3', volumes.length > 1 && 'min-h-9')}>
        <h2 id="paid-volume" className="font-semibold">
          Payments
        </h2>
        {volumes.length > 1 && (
          <div className="w-24">
            <Select aria-label="Currency" value={selection} onChange={({ target }) => choose(target.value)}>
              {volumes.map(({ currency }) => (
                <option key={currency}>{currency}</option>
              ))}
            </Select>
          </div>
        )}
      </div>
      {volume ? (
        <>
          <Sums volume={volume} range={range} />
          <Chart key={volume.currency} volume={volume} today={today} />
          <TopCustomers volume={volume} />
          <details className="mt-3 border-t pt-3">
            <summary className="cursor-pointer text-[0.8125rem] text-muted-foreground hover:text-foreground">
              Show as a table
            </summary>
            <VolumeTable volume={volume} />
          </details>
        </>
      ) : (
        <p className="mt-2 text-muted-foreground">Payments appear here once an invoice is paid.</p>
      )}
    </Card>
  )
}

/** Gross, fees and net, each beside its value in the period before. */
function Sums({ volume, range }: { volume: VolumeView; range: HomeView['range'] }) {
  const { days } = range
  const { currency, gross, fees, net, previous, change, invoiceCount } = volume
  return (
    <>
      {/* On a phone the gross has a row of its own: a third of the width would cut off thousands. */}
      <dl className="mt-2 grid grid-cols-2 gap-3 sm:grid-cols-3">
        <Sum label="Gross" value={gross} before={change === null ? null : previous.gross} isMain />
        <Sum label="Fees" value={fees} before={change === null ? null : previous.fees} />
        <Sum label="Net" value={net} before={change === null ? null : previous.net} />
      </dl>
      <p className="mt-2 text-[0.8125rem] text-muted-foreground">
        {change !== null && (
          <span className={classNames('tabular font-medium', change < 0 ? 'text-danger' : 'text-success')}>
            {change < 0 ? '−' : '+'}
            {formatNumberIn('en', String(Math.abs(change)))}%{' '}
          </span>
        )}
        {change === null ? `Nothing in ${before(days)}` : `compared with ${before(days)}`}
        {' · '}
        <Link href={paidInvoices(currency, range)} className="underline underline-offset-4">
          {invoiceCount === 1
            ? '1 paid invoice'
            : `${formatNumberIn('en', String(invoiceCount))} paid invoices`}
        </Link>
      </p>
    </>
  )
}

function before(days: number): string {
  return days === 1 ? 'the previous day' : `the previous ${days} days`
}

/** The list of the invoices behind an amount. */
function paidInvoices(currency: string, { from, to }: { from: string; to: string }): string {
  return `/invoices?${new URLSearchParams({ currency, paid_from: from, paid_to: to })}`
}

type SumProps = {
  label: string
  value: MoneyValue
  /** Of the period before; null where there was nothing. */
  before: MoneyValue | null
  isMain?: boolean
}

function Sum({ label, value, before, isMain }: SumProps) {
  return (
    <div className={classNames('min-w-0', isMain && 'col-span-2 sm:col-span-1')}>
      <dt className="text-[0.8125rem] text-muted-foreground">{label}</dt>
      <dd>
        <span
          className={classNames(
            'block truncate tracking-tight',
            isMain ? 'font-semibold text-xl' : 'text-xl',
          )}
        >
          <Money value={value} />
        </span>
        {before && (
          <span className="block truncate text-muted-foreground text-xs">
            was <Money value={before} />
          </span>
        )}
      </dd>
    </div>
  )
}

/**
 * Bars over gridlines. A slider lies over them: a pointer, a finger and the arrow keys choose a bar, and its value is
 * what a screen reader says.
 */
function Chart({ volume, today }: { volume: VolumeView; today: string }) {
  const dayText = useDayText()
  const { bars, ticks, currency } = volume
  const router = useRouter()
  const [active, setActive] = useState<number | null>(null)
  const bar = active === null ? undefined : bars[active]
  const first = bars[0]
  const last = bars.at(-1)
  if (!first || !last) return null
  const open = () => {
    if (bar && bar.invoiceCount > 0) router.push(paidInvoices(currency, bar))
  }
  return (
    <figure className="mt-4">
      <div className="flex gap-2">
        <ol
          aria-hidden
          className="flex w-12 shrink-0 flex-col justify-between text-right text-muted-foreground text-xs leading-4"
        >
          {ticks.map(({ amount, currency }) => (
            <li key={amount} className="tabular -my-2">
              {compact(amount, currency)}
            </li>
          ))}
        </ol>
        <div className="group relative h-44 min-w-0 flex-1">
          <div aria-hidden className="absolute inset-0 flex flex-col justify-between">
            {ticks.map(({ amount }) => (
              <div key={amount} className="border-t" />
            ))}
          </div>
          <div aria-hidden className="absolute inset-0 flex items-end">
            {bars.map(({ from, share, invoiceCount }, index) => (
              <div key={from} className="flex h-full flex-1 items-end justify-center px-px">
                <div
                  style={{ height: `${share * 100}%` }}
                  className={classNames(
                    'w-full max-w-6 rounded-t-sm',
                    // A thousandth of the highest would have no height, and look like a day without payments.
                    invoiceCount > 0 && 'min-h-0.5',
                    index === active ? 'bg-foreground' : 'bg-accent',
                  )}
                />
              </div>
            ))}
          </div>
          <Highest bars={bars} />
          <input
            type="range"
            min={0}
            max={bars.length - 1}
            value={active ?? bars.length - 1}
            aria-label="Payments by day"
            aria-valuetext={wordsOf(bar ?? last, dayText)}
            onChange={({ target }) => setActive(target.valueAsNumber)}
            onFocus={() => setActive((before) => before ?? bars.length - 1)}
            onBlur={() => setActive(null)}
            onKeyDown={({ key }) => key === 'Enter' && open()}
            // A finger chooses a bar; its invoices are linked in the table.
            onClick={({ nativeEvent }) => (nativeEvent as PointerEvent).pointerType === 'mouse' && open()}
            onPointerMove={(event) => setActive(barAt(event, bars.length))}
            onPointerLeave={() => setActive(null)}
            className="absolute inset-0 size-full cursor-crosshair appearance-none rounded-sm bg-transparent [&::-moz-range-thumb]:opacity-0 [&::-webkit-slider-thumb]:opacity-0"
          />
          {bar && active !== null && <Tip bar={bar} place={(active + 0.5) / bars.length} />}
        </div>
      </div>
      <figcaption className="mt-2 flex justify-between pl-14 text-muted-foreground text-xs">
        <Timestamp at={first.from} />
        <span>
          <Timestamp at={last.to} />
          {last.to === today && ', today so far'}
        </span>
      </figcaption>
    </figure>
  )
}

/** The value of the highest bar, above it: the axis has round numbers only. */
function Highest({ bars }: { bars: Bar[] }) {
  const share = Math.max(...bars.map((bar) => bar.share))
  const index = bars.findIndex((bar) => bar.share === share)
  const bar = bars[index]
  if (!bar || share === 0) return null
  const place = `${((index + 0.5) / bars.length) * 100}%`
  return (
    <span
      aria-hidden
      data-testid="highest-bar"
      // Inside of the chart at its first and last bars, too.
      style={{ left: `clamp(1.5rem, ${place}, calc(100% - 1.5rem))`, bottom: `${share * 100}%` }}
      className="tabular pointer-events-none absolute -translate-x-1/2 bg-surface px-1 text-muted-foreground text-xs"
    >
      {compact(bar.gross.amount, bar.gross.currency)}
    </span>
  )
}

function barAt(event: React.PointerEvent<HTMLInputElement>, count: number): number {
  const { left, width } = event.currentTarget.getBoundingClientRect()
  return Math.min(count - 1, Math.max(0, Math.floor(((event.clientX - left) / width) * count)))
}

function Tip({ bar, place }: { bar: Bar; place: number }) {
  const dayText = useDayText()
  return (
    <div
      aria-hidden
      data-testid="chart-tip"
      style={place < 0.5 ? { left: `${place * 100}%` } : { right: `${(1 - place) * 100}%` }}
      className="pointer-events-none absolute top-0 z-10 mx-2 whitespace-nowrap rounded-lg border bg-surface px-3 py-2 text-[0.8125rem] shadow-float"
    >
      <p className="font-medium">{periodOf(bar, dayText)}</p>
      {bar.invoiceCount === 0 ? (
        <p className="text-muted-foreground">No payments</p>
      ) : (
        <>
          <p className="tabular">
            {formatMoney(bar.gross)} gross · {formatMoney(bar.net)} net
          </p>
          <p className="text-muted-foreground">{invoicesOf(bar)} · Click or press Enter to see them</p>
        </>
      )}
    </div>
  )
}

type DayText = ReturnType<typeof useDayText>

function periodOf({ from, to }: Bar, dayText: DayText): string {
  return from === to ? dayText(from) : `${dayText(from)} – ${dayText(to)}`
}

const invoicesOf = ({ invoiceCount }: Pick<Bar, 'invoiceCount'>) =>
  invoiceCount === 1 ? '1 invoice' : `${invoiceCount} invoices`

const wordsOf = (bar: Bar, dayText: DayText) =>
  `${periodOf(bar, dayText)}: ${formatMoney(bar.gross)}, ${invoicesOf(bar)}`

const SIZES = [
  { size: 1e9, unit: 'B' },
  { size: 1e6, unit: 'M' },
  { size: 1e3, unit: 'K' },
  { size: 1, unit: '' },
]

/** `$1.25K`, for the axis. */
function compact(amount: string, currency: string): string {
  const value = Number(amount)
  const { size, unit } = SIZES.find(({ size }) => value >= size) ?? { size: 1, unit: '' }
  return formatMoney({ amount: '0', currency }).replace('0', `${Number((value / size).toFixed(2))}${unit}`)
}

/** The customers who paid most in the period. */
function TopCustomers({ volume }: { volume: VolumeView }) {
  const { customers, ofLatest } = volume.topCustomers
  if (customers.length === 0) return null
  return (
    <section aria-labelledby="top-customers" className="mt-4 border-t pt-3">
      <h3 id="top-customers" className="font-medium">
        Top customers
      </h3>
      <p className="text-[0.8125rem] text-muted-foreground">
        {ofLatest === null
          ? 'Paid in the period, gross: before refunds and disputes'
          : `Gross, by the latest ${ofLatest.toLocaleString('en-US')} payments of the period`}
      </p>
      <ol className="mt-1">
        {customers.map(({ id, name, paid, invoiceCount }) => (
          <li key={id} className="flex items-baseline gap-3 py-1">
            <Link href={`/customers/${id}`} className="min-w-0 flex-1 truncate hover:underline">
              {name}
            </Link>
            <span className="tabular text-[0.8125rem] text-muted-foreground">
              {invoicesOf({ invoiceCount })}
            </span>
            <Money value={paid} className="text-right font-medium sm:w-28" />
          </li>
        ))}
      </ol>
    </section>
  )
}

function VolumeTable({ volume }: { volume: VolumeView }) {
  const paid = volume.bars.filter(({ invoiceCount }) => invoiceCount > 0)
  return (
    <div className="-mx-4 mt-3 max-h-64 overflow-y-auto sm:-mx-5">
      <Table label="Paid volume per day">
        <TableHead>
          <HeadCell>{volume.bars.every(({ from, to }) => from === to) ? 'Day' : 'From'}</HeadCell>
          <HeadCell className="text-right">Invoices</HeadCell>
          <HeadCell className="text-right">Gross</HeadCell>
          <HeadCell className="hidden text-right sm:table-cell">Fees</HeadCell>
          <HeadCell className="text-right">Net</HeadCell>
        </TableHead>
        <tbody>
          {paid.map(({ from, to, invoiceCount, gross, fees, net }) => (
            <Row key={from}>
              <Cell>
                <Link
                  href={paidInvoices(volume.currency, { from, to })}
                  className="underline underline-offset-4"
                >
                  <Timestamp at={from} />
                </Link>
              </Cell>
              <Cell className="tabular text-right">{invoiceCount}</Cell>
              <Cell className="text-right">
                <Money value={gross} />
              </Cell>
              <Cell className="hidden text-right sm:table-cell">
                <Money value={fees} />
              </Cell>
              <Cell className="text-right">
                <Money value={net} />
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </div>
  )
}
