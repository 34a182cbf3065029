import { z } from 'zod'
import type { Mode } from '@/lib/auth/mode'
import { database } from '@/lib/db/client'
import { PayoutStatus } from '@/lib/db/generated/enums'
import { env } from '@/lib/env'
import { amountView, dayText, moment } from '@/lib/http/schemas'
import { type DayVolume, outstandingInvoices, paidVolumeByDay } from '@/lib/invoices/totals'
import { walletBalances } from '@/lib/ledger/accounts'
import { presentAmount } from '@/lib/money/money'
import { now } from '@/lib/time/clock'
import { dayAfter, formatIsoDate } from '@/lib/time/dates'
import { findAccount } from '@/lib/vendors/account'
import { liveModeView, readLiveMode } from '@/lib/vendors/live-mode-view'
import { balanceView, dollarsFirst, presentBalances } from '@/lib/wallet/present-entry'
import { type Activity, firstSteps, recentActivity } from './recent-activity'

const volumeView = z
  .object({
    currency: z.string(),
    total: amountView,
    days: z.array(
      z.object({
        day: dayText,
        paid: amountView,
        invoiceCount: z.int(),
        share: z.number().describe('Share of the highest day, 0 to 1.'),
      }),
    ),
  })
  .describe('Amounts paid in one currency, one value per day of the chart.')

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
    .describe('The currency with the most paid invoices first. Empty if none was paid in the period.'),
  volumeDays: z.int(),
  outstanding: z.array(outstandingView),
  activity: z.array(activityView),
  firstSteps: z.object({
    hasApiKey: z.boolean(),
    hasCustomer: z.boolean(),
    hasInvoice: z.boolean(),
    hasPaidInvoice: z.boolean(),
    hasDeliveredWebhook: z.boolean().describe("The vendor's server answered a webhook with 2xx."),
    hasPayout: z.boolean(),
  }),
  baseUrl: z.string().describe('Base URL of the API, for the example command.'),
})

export type HomeView = z.infer<typeof homeView>

const VOLUME_DAYS = 30
const ACTIVITIES = 8

/** The home page of the vendor's account in one mode. */
export async function readHome(vendorId: string, mode: Mode): Promise<HomeView> {
  const tx = database()
  const account = await findAccount(tx, vendorId, mode)
  const at = now()
  const [wallets, volumes, outstanding, activity, steps, liveMode] = await Promise.all([
    walletBalances(tx, account.id),
    paidVolumeByDay(tx, account.id, { at, days: VOLUME_DAYS }),
    outstandingInvoices(tx, account.id),
    recentActivity(tx, account.id, ACTIVITIES),
    firstSteps(tx, account.id),
    readLiveMode(vendorId, mode),
  ])
  return {
    mode,
    liveMode,
    balances: presentBalances(wallets),
    volumes: presentVolumes(volumes, dayAfter(at, 0)),
    volumeDays: VOLUME_DAYS,
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

function presentVolumes(volumes: DayVolume[], today: Date): VolumeView[] {
  const currencies = [...new Set(volumes.map(({ currency }) => currency))]
  const paidIn = (currency: string) => volumes.filter((volume) => volume.currency === currency)
  const countIn = (currency: string) =>
    paidIn(currency).reduce((sum, { invoiceCount }) => sum + invoiceCount, 0)
  return currencies
    .sort((a, b) => countIn(b) - countIn(a))
    .map((currency) => presentVolume(currency, paidIn(currency), today))
}

function presentVolume(currency: string, paid: DayVolume[], today: Date): VolumeView {
  const byDay = new Map(paid.map((volume) => [formatIsoDate(volume.day), volume]))
  const [highest = 1n] = paid.map(({ amountMinor }) => amountMinor).sort((a, b) => (a < b ? 1 : -1))
  const days = Array.from({ length: VOLUME_DAYS }, (_, index) => {
    const day = formatIsoDate(dayAfter(today, 1 - VOLUME_DAYS + index))
    const { amountMinor = 0n, invoiceCount = 0 } = byDay.get(day) ?? {}
    // Thousandths are finer than any screen's pixels.
    const share = Number((amountMinor * 1000n) / highest) / 1000
    return { day, paid: presentAmount(amountMinor, currency), invoiceCount, share }
  })
  const totalMinor = paid.reduce((sum, { amountMinor }) => sum + amountMinor, 0n)
  return { currency, total: presentAmount(totalMinor, currency), days }
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
