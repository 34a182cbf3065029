import type { Mode } from '@/lib/auth/mode'
import { database } from '@/lib/db/client'
import { env } from '@/lib/env'
import { type DayVolume, outstandingInvoices, paidVolumeByDay } from '@/lib/invoices/totals'
import { creditWalletBalances } from '@/lib/ledger/accounts'
import { type AmountView, presentAmount } from '@/lib/money/money'
import { isLiveModeAvailable } from '@/lib/providers/registry'
import { now } from '@/lib/time/clock'
import { dayAfter, formatIsoDate } from '@/lib/time/dates'
import { findAccount } from '@/lib/vendors/account'
import { type BalanceView, dollarsFirst, presentBalances } from '@/lib/wallet/present-entry'
import { type Activity, firstSteps, recentActivity } from './recent-activity'

/** Amounts paid in one currency, one value per day of the chart. */
export type VolumeView = {
  currency: string
  total: AmountView
  days: {
    day: string
    paid: AmountView
    invoiceCount: number /** Share of the highest day, 0 to 1. */
    share: number
  }[]
}

export type OutstandingView = {
  currency: string
  open: AmountView
  openCount: number
  overdue: AmountView
  overdueCount: number
}

export type ActivityView = {
  id: string
  kind: Activity['kind']
  /** Set for payouts. */
  status: string | null
  customerName: string
  amount: AmountView
  at: string
}

export type HomeView = {
  mode: Mode
  isLiveModeAvailable: boolean
  balances: BalanceView[]
  /** The currency with the most paid invoices first; empty if none was paid in the period. */
  volumes: VolumeView[]
  volumeDays: number
  outstanding: OutstandingView[]
  activity: ActivityView[]
  firstSteps: Awaited<ReturnType<typeof firstSteps>>
  /** Base URL of the API, for the example command. */
  baseUrl: string
}

const VOLUME_DAYS = 30
const ACTIVITIES = 8

/** The home page of the vendor's account in one mode. */
export async function readHome(vendorId: string, mode: Mode): Promise<HomeView> {
  const tx = database()
  const account = await findAccount(tx, vendorId, mode)
  const today = dayAfter(now(), 0)
  const [wallets, volumes, outstanding, activity, steps] = await Promise.all([
    creditWalletBalances(tx, account.id),
    paidVolumeByDay(tx, account.id, { today, days: VOLUME_DAYS }),
    outstandingInvoices(tx, account.id),
    recentActivity(tx, account.id, ACTIVITIES),
    firstSteps(tx, account.id),
  ])
  return {
    mode,
    isLiveModeAvailable: isLiveModeAvailable(),
    balances: presentBalances(wallets),
    volumes: presentVolumes(volumes, today),
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
