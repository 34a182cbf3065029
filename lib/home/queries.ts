import { z } from 'zod'
import { database } from '@/lib/db/client'
import { PayoutStatus } from '@/lib/db/generated/enums'
import { env } from '@/lib/env'
import { amountView, dayText, moment } from '@/lib/http/schemas'
import {
  type CustomerVolume,
  type DayVolume,
  MAX_RANKED_PAYMENTS,
  outstandingInvoices,
  paidVolumeByDay,
  topCustomers,
} from '@/lib/invoices/totals'
import { walletBalances } from '@/lib/ledger/accounts'
import { presentAmount } from '@/lib/money/money'
import { now } from '@/lib/time/clock'
import { dayAfter, formatIsoDate } from '@/lib/time/dates'
import { dayIn } from '@/lib/time/zone'
import type { Account } from '@/lib/vendors/account'
import { dueEdge } from '@/lib/vendors/due-edge'
import { liveModeView, readLiveMode } from '@/lib/vendors/live-mode-view'
import { balanceView, dollarsFirst, presentBalances } from '@/lib/wallet/present-entry'
import { attentionView, readAttention } from './attention'
import { presentRange, type Range, type RangeQuery, rangeBefore, rangeOf } from './range'
import { type Activity, firstSteps, recentActivity } from './recent-activity'

const sums = { gross: amountView, fees: amountView, net: amountView, invoiceCount: z.int() }

const volumeView = z
  .object({
    currency: z.string(),
    ...sums,
    previous: z.object(sums).describe('The same of the period before, which is as long.'),
    change: z
      .number()
      .nullable()
      .describe('Gross against the period before, in percent; null after nothing.'),
    bars: z.array(
      z.object({
        from: dayText,
        to: dayText,
        ...sums,
        share: z.number().describe('Share of the axis, 0 to 1.'),
      }),
    ),
    topCustomers: z.object({
      customers: z
        .array(z.object({ id: z.uuid(), name: z.string(), paid: amountView, invoiceCount: z.int() }))
        .describe('The customers who paid most in the period, the largest first.'),
      ofLatest: z
        .int()
        .nullable()
        .describe('Set if the period has more payments than are added up: how many of the latest were.'),
    }),
    ticks: z.array(amountView).describe('Values of the axis, from the top to zero, at equal distances.'),
  })
  .describe(
    'Amounts paid in one currency, one value per bar of the chart: a day, or a week of longer periods.',
  )

export type VolumeView = z.infer<typeof volumeView>

const outstandingView = z.object({
  currency: z.string(),
  open: amountView,
  openCount: z.int(),
  overdue: amountView,
  overdueCount: z.int(),
})

export type OutstandingView = z.infer<typeof outstandingView>

const activityView = z.object({
  id: z.uuid(),
  kind: z.enum(['invoice_created', 'invoice_paid', 'payout']),
  status: z.enum(PayoutStatus).nullable().describe('Set for payouts.'),
  customerName: z.string(),
  amount: amountView,
  at: moment,
})

export type ActivityView = z.infer<typeof activityView>

export const homeView = z.object({
  mode: z.enum(['test', 'live']),
  liveMode: liveModeView,
  balances: z.array(balanceView),
  volumes: z
    .array(volumeView)
    .describe(
      'The currency with the most paid invoices first. Empty if none was paid in the period and the one before.',
    ),
  range: z
    .object({ from: dayText, to: dayText, days: z.int() })
    .describe('Days of the vendor’s time zone, both included.'),
  today: dayText,
  attention: attentionView,
  outstanding: z.array(outstandingView),
  activity: z.array(activityView),
  firstSteps: z.object({
    hasApiKey: z.boolean(),
    hasInvoice: z.boolean(),
    hasPaidInvoice: z.boolean(),
    hasDeliveredWebhook: z.boolean().describe("The vendor's server answered a webhook with 2xx."),
    hasPayout: z.boolean(),
  }),
  baseUrl: z.string().describe('Base URL of the API, for the example command.'),
})

export type HomeView = z.infer<typeof homeView>

/** Longer periods have a bar a week. */
const MAX_DAILY_BARS = 92
const TICKS = 4
const ACTIVITIES = 8
const TOP_CUSTOMERS = 5

/** The account's home page, with the payments of one period. */
export async function readHome(account: Account, query: RangeQuery = {}): Promise<HomeView> {
  const tx = database()
  const at = now()
  const { zone } = account
  const today = dayIn(zone, at)
  const range = rangeOf(query, today)
  const before = rangeBefore(range)
  const [wallets, volumes, customers, attention, outstanding, activity, steps, liveMode] = await Promise.all([
    walletBalances(tx, account.id),
    // One statement for both periods, which touch.
    paidVolumeByDay(tx, account.id, { at, from: before.from, to: range.to, zone }),
    topCustomers(tx, account.id, { ...range, zone, limit: TOP_CUSTOMERS }),
    readAttention(tx, account, at),
    outstandingInvoices(tx, account.id, dueEdge(zone, at)),
    recentActivity(tx, account.id, ACTIVITIES),
    firstSteps(tx, account.id),
    readLiveMode(account.vendorId, account.mode),
  ])
  return {
    mode: account.mode,
    liveMode,
    balances: presentBalances(wallets),
    volumes: presentVolumes(volumes, customers, range),
    range: presentRange(range),
    today: formatIsoDate(today),
    attention,
    outstanding: outstanding
      .toSorted(dollarsFirst)
      .map(({ currency, openMinor, openCount, overdueMinor, overdueCount }) => ({
        currency,
        open: presentAmount(openMinor, currency),
        openCount,
        overdue: presentAmount(overdueMinor, currency),
        overdueCount,
      })),
    activity: activity.map(presentActivity),
    firstSteps: steps,
    baseUrl: env.PUBLIC_URL,
  }
}

function presentVolumes(volumes: DayVolume[], customers: CustomerVolume[], range: Range): VolumeView[] {
  const isIn = (currency: string) => (each: { currency: string }) => each.currency === currency
  const currencies = [...new Set(volumes.map(({ currency }) => currency))]
  return currencies
    .map((currency) =>
      presentVolume(currency, volumes.filter(isIn(currency)), customers.filter(isIn(currency)), range),
    )
    .sort((a, b) => b.invoiceCount - a.invoiceCount)
}

function presentVolume(
  currency: string,
  paid: DayVolume[],
  customers: CustomerVolume[],
  range: Range,
): VolumeView {
  const isCurrent = ({ day }: DayVolume) => day >= range.from
  const current = sumOf(paid.filter(isCurrent))
  const previous = sumOf(paid.filter((volume) => !isCurrent(volume)))
  const daysPerBar = range.days > MAX_DAILY_BARS ? 7 : 1
  const bars = Array.from({ length: Math.ceil(range.days / daysPerBar) }, (_, index) => {
    const from = dayAfter(range.from, index * daysPerBar)
    const last = dayAfter(from, daysPerBar - 1)
    const to = last < range.to ? last : range.to
    return { from, to, sum: sumOf(paid.filter(({ day }) => day >= from && day <= to)) }
  })
  const highest = bars.reduce((most, { sum }) => (sum.grossMinor > most ? sum.grossMinor : most), 0n)
  const stepMinor = tickStep(highest)
  const topMinor = stepMinor * BigInt(TICKS)
  return {
    currency,
    ...presentSum(current, currency),
    previous: presentSum(previous, currency),
    change: changeOf(current.grossMinor, previous.grossMinor),
    bars: bars.map(({ from, to, sum }) => ({
      from: formatIsoDate(from),
      to: formatIsoDate(to),
      ...presentSum(sum, currency),
      // Thousandths are finer than any screen's pixels.
      share: Number((sum.grossMinor * 1000n) / topMinor) / 1000,
    })),
    topCustomers: {
      customers: customers.map(({ customerId, name, amountMinor, invoiceCount }) => ({
        id: customerId,
        name,
        paid: presentAmount(amountMinor, currency),
        invoiceCount,
      })),
      ofLatest: customers.some(({ isPartial }) => isPartial) ? MAX_RANKED_PAYMENTS : null,
    },
    ticks: Array.from({ length: TICKS + 1 }, (_, index) =>
      presentAmount(stepMinor * BigInt(TICKS - index), currency),
    ),
  }
}

type Sum = { grossMinor: bigint; feeMinor: bigint; invoiceCount: number }

function sumOf(volumes: DayVolume[]): Sum {
  return volumes.reduce<Sum>(
    (sum, { amountMinor, feeMinor, invoiceCount }) => ({
      grossMinor: sum.grossMinor + amountMinor,
      feeMinor: sum.feeMinor + feeMinor,
      invoiceCount: sum.invoiceCount + invoiceCount,
    }),
    { grossMinor: 0n, feeMinor: 0n, invoiceCount: 0 },
  )
}

function presentSum({ grossMinor, feeMinor, invoiceCount }: Sum, currency: string) {
  return {
    gross: presentAmount(grossMinor, currency),
    fees: presentAmount(feeMinor, currency),
    net: presentAmount(grossMinor - feeMinor, currency),
    invoiceCount,
  }
}

/** The round number (1, 2, 2.5 or 5, and zeros) that reaches the highest bar in a few steps. */
function tickStep(highestMinor: bigint): bigint {
  for (let power = 1n; ; power *= 10n) {
    for (const tenths of [10n, 20n, 25n, 50n]) {
      const step = tenths * power
      if (step % 10n === 0n && (step / 10n) * BigInt(TICKS) >= highestMinor) return step / 10n
    }
  }
}

/** In percent with one decimal. */
function changeOf(minor: bigint, beforeMinor: bigint): number | null {
  return beforeMinor === 0n ? null : Number(((minor - beforeMinor) * 1000n) / beforeMinor) / 10
}

function presentActivity(activity: Activity): ActivityView {
  return {
    id: activity.id,
    kind: activity.kind,
    status: activity.kind === 'payout' ? activity.status : null,
    customerName: activity.customerName,
    amount: presentAmount(activity.amountMinor, activity.currency),
    at: activity.at.toISOString(),
  }
}
