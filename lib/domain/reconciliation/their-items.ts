import { signalAfter } from '@/lib/clock'
import { ListingError, listAll, type TimeRange } from '@/lib/providers/listing'
import type { PaymentProvider } from '@/lib/providers/payment-provider'
import type { PayoutProvider } from '@/lib/providers/payout-provider'
import type { ItemKind, TheirItem } from './report'

export type Providers = { payments: PaymentProvider; payouts: PayoutProvider }

/** How a kind of item is read from the provider that has it. */
export type Source = { provider: string; list(range: TimeRange): Promise<TheirItem[]> }

/** The three lists. Each page of one has `timeoutMs`. */
export function theirLists({ payments, payouts }: Providers, timeoutMs: number): Record<ItemKind, Source> {
  const newSignal = () => signalAfter(timeoutMs)
  return {
    payment: {
      provider: payments.name,
      async list(range) {
        const items = await listAll(
          (cursor, signal) => payments.listPayments(range, cursor, signal),
          newSignal,
        )
        return items.map((item) => ({ ...item, kind: 'payment', status: item.state, paymentReference: null }))
      },
    },
    refund: {
      provider: payments.name,
      async list(range) {
        const items = await listAll(
          (cursor, signal) => payments.listRefunds(range, cursor, signal),
          newSignal,
        )
        return items.map((item) => ({ ...item, kind: 'refund', status: item.state }))
      },
    },
    payout: {
      provider: payouts.name,
      async list(range) {
        const items = await listAll(
          (cursor, signal) => payouts.listTransfers(range, cursor, signal),
          newSignal,
        )
        return items.map((item) => ({ ...item, kind: 'payout', paymentReference: null }))
      },
    },
  }
}

/** What was listed, or in words why it was not. */
export type Listed = { items: TheirItem[] } | { reason: string }

export async function listOrReason(source: Source, range: TimeRange): Promise<Listed> {
  try {
    return { items: await source.list(range) }
  } catch (error) {
    if (error instanceof ListingError) return { reason: error.message }
    throw error
  }
}
