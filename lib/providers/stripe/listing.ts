import type Stripe from 'stripe'
import type { ListedPage, TimeRange } from '@/lib/providers/shared/listing'
import type { Outcome } from '@/lib/providers/shared/outcome'
import type { ListedDispute, ListedPayment, ListedRefund } from '../payment-provider'
import {
  disputeSchema,
  disputeStateOf,
  fromStripeAmount,
  listedPaymentSchema,
  listedRefundSchema,
  type StripeListedRefund,
} from './objects'
import { changeRefused, failureOf } from './outcomes'

/** Stripe's maximum page size. */
const PAGE_ITEMS = 100

/**
 * Payment intents with our key in their metadata; other business on the same Stripe account has none. Unpaid
 * ones are left out. https://docs.stripe.com/api/payment_intents/list
 */
export function listPayments(
  stripe: Stripe,
  range: TimeRange,
  cursor: string | null,
): Promise<Outcome<ListedPage<ListedPayment>>> {
  return readPage(cursor, async () => {
    const page = await stripe.paymentIntents.list(pageOf(range, cursor))
    const items = page.data.flatMap((item): ListedPayment[] => {
      const { id, amount, currency, status, metadata, created } = listedPaymentSchema.parse(item)
      const listed = status === 'succeeded' ? 'paid' : status === 'processing' ? 'processing' : null
      if (metadata.key === null || listed === null) return []
      return [
        { reference: id, key: metadata.key, status: listed, ...moneyAndTime(amount, currency, created) },
      ]
    })
    return { items, page }
  })
}

/** https://docs.stripe.com/api/refunds/list */
export function listRefunds(
  stripe: Stripe,
  range: TimeRange,
  cursor: string | null,
): Promise<Outcome<ListedPage<ListedRefund>>> {
  return readPage(cursor, async () => {
    const page = await stripe.refunds.list(pageOf(range, cursor))
    const items = page.data.flatMap((item): ListedRefund[] => {
      const { id, amount, currency, status, metadata, created, payment_intent } =
        listedRefundSchema.parse(item)
      // A charge without a payment intent was not made by us.
      if (payment_intent === null) return []
      const more = moneyAndTime(amount, currency, created)
      return [
        {
          reference: id,
          key: metadata.key,
          paymentReference: payment_intent,
          status: statusOf(status),
          ...more,
        },
      ]
    })
    return { items, page }
  })
}

/** https://docs.stripe.com/api/disputes/list */
export function listDisputes(
  stripe: Stripe,
  range: TimeRange,
  cursor: string | null,
): Promise<Outcome<ListedPage<ListedDispute>>> {
  return readPage(cursor, async () => {
    const page = await stripe.disputes.list(pageOf(range, cursor))
    const items = page.data.flatMap((item): ListedDispute[] => {
      const dispute = disputeSchema.parse(item)
      const { id, amount, currency, created, payment_intent } = dispute
      const status = disputeStateOf(dispute)
      if (payment_intent === null || status === null || status === 'prevented') return []
      const common = { reference: id, paymentReference: payment_intent, status } as const
      return [{ ...common, ...moneyAndTime(amount, currency, created) }]
    })
    return { items, page }
  })
}

/** Stripe's times are in whole seconds. */
export function pageOf({ from, until }: TimeRange, cursor: string | null) {
  return {
    created: { gte: Math.floor(from.getTime() / 1000), lt: Math.ceil(until.getTime() / 1000) },
    limit: PAGE_ITEMS,
    ...(cursor === null ? {} : { starting_after: cursor }),
  }
}

export function moneyAndTime(amount: number, currency: string, created: number) {
  const money = fromStripeAmount(amount, currency)
  return {
    amountMinor: money?.amountMinor ?? null,
    currency: currency.toUpperCase(),
    createdAt: new Date(created * 1000),
  }
}

/** https://docs.stripe.com/refunds#failed-refunds */
function statusOf(status: StripeListedRefund['status']): ListedRefund['status'] {
  if (status === 'succeeded') return 'refunded'
  return status === 'failed' || status === 'canceled' ? 'failed' : 'processing'
}

export async function readPage<Item>(
  cursor: string | null,
  read: () => Promise<{ items: Item[]; page: { data: { id: string }[]; has_more: boolean } }>,
): Promise<Outcome<ListedPage<Item>>> {
  try {
    const { items, page } = await read()
    const last = page.data.at(-1)?.id ?? cursor
    return { kind: 'accepted', value: { items, nextCursor: page.has_more ? last : null } }
  } catch (error) {
    return failureOf(error, changeRefused)
  }
}
