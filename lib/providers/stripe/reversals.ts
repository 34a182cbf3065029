import type Stripe from 'stripe'
import type { Outcome } from '@/lib/providers/shared/outcome'
import type { DisputeFee, FraudWarning, ReportedDispute, ReportedRefund } from '../payment-provider'
import {
  disputeSchema,
  disputeStateOf,
  fraudWarningSchema,
  fromStripeAmount,
  listedRefundSchema,
} from './objects'
import { failureOf, lookUpRefused } from './outcomes'

/** Stripe's maximum page size. */
const PAGE_ITEMS = 100

/**
 * All refunds and disputes of a payment, oldest first: https://docs.stripe.com/api/refunds/list and
 * https://docs.stripe.com/api/disputes/list. An inquiry, which takes no money, is none.
 */
export async function readReversals(
  stripe: Stripe,
  paymentReference: string,
): Promise<Outcome<(ReportedRefund | ReportedDispute)[]>> {
  const query = { payment_intent: paymentReference, limit: PAGE_ITEMS }
  const refunds: ReportedRefund[] = []
  const disputes: ReportedDispute[] = []
  try {
    for await (const item of stripe.refunds.list(query)) {
      const refund = listedRefundSchema.parse(item)
      const { id, status, failure_reason, amount, currency, created } = refund
      const facts = factsOf(amount, currency, created)
      refunds.push({
        kind: 'refund',
        reference: id,
        key: refund.metadata.key,
        status: refundStatus(status),
        failureReason: failure_reason ?? null,
        ...facts,
      })
    }
    for await (const item of stripe.disputes.list(query)) {
      const dispute = disputeSchema.parse(item)
      const { id, reason, amount, currency, created } = dispute
      const dueBy = dispute.evidence_details?.due_by ?? null
      const state = disputeStateOf(dispute)
      if (state === null) continue
      const fee = feeOf(dispute.balance_transactions)
      const facts = factsOf(amount, currency, created)
      disputes.push({
        kind: 'dispute',
        reference: id,
        status: STATUSES[state],
        ...(state === 'prevented' ? { isPrevented: true } : {}),
        reason: reason ?? null,
        evidenceDueAt: dueBy === null ? null : new Date(dueBy * 1000),
        url: dashboardUrl(dispute),
        ...(fee ? { fee } : {}),
        ...facts,
      })
    }
  } catch (error) {
    return failureOf(error, lookUpRefused)
  }
  // Stripe lists the latest first; its times are in whole seconds.
  const value = [...refunds.reverse(), ...disputes.reverse()]
  return { kind: 'accepted', value: value.sort((a, b) => Number(a.createdAt) - Number(b.createdAt)) }
}

/** https://docs.stripe.com/api/radar/early_fraud_warnings/list, which is latest first; few payments have more than one. */
export async function readFraudWarning(
  stripe: Stripe,
  paymentReference: string,
): Promise<Outcome<FraudWarning | null>> {
  try {
    const { data } = await stripe.radar.earlyFraudWarnings.list({
      payment_intent: paymentReference,
      limit: PAGE_ITEMS,
    })
    const first = data.map((item) => fraudWarningSchema.parse(item)).at(-1)
    const warning = first ? { fraudType: first.fraud_type, createdAt: new Date(first.created * 1000) } : null
    return { kind: 'accepted', value: warning }
  } catch (error) {
    return failureOf(error, lookUpRefused)
  }
}

function factsOf(amount: number, currency: string, created: number) {
  return {
    amountMinor: fromStripeAmount(amount, currency)?.amountMinor ?? null,
    currency: currency.toUpperCase(),
    createdAt: new Date(created * 1000),
  }
}

/**
 * Stripe states its fee with the movements of our balance, in the currency of the balance, which may be another than
 * the payment's: https://docs.stripe.com/api/disputes/object#dispute_object-balance_transactions
 */
function feeOf(transactions: { fee: number; currency: string }[]): DisputeFee | null {
  const withFee = transactions.filter(({ fee }) => fee !== 0)
  const [first] = withFee
  if (!first) return null
  const currency = first.currency.toUpperCase()
  const isOne = withFee.every((each) => each.currency === first.currency)
  const sum = (sign: 1 | -1) => {
    const fees = withFee.map(({ fee }) => Math.max(0, sign * fee))
    const total = fees.reduce((before, fee) => before + fee, 0)
    return isOne ? (fromStripeAmount(total, currency)?.amountMinor ?? null) : null
  }
  return { takenMinor: sum(1), returnedMinor: sum(-1), currency }
}

/** The page of the dispute in Stripe's dashboard, which has one part for each mode. */
function dashboardUrl({ id, livemode }: { id: string; livemode: boolean }): string {
  return `https://dashboard.stripe.com/${livemode ? '' : 'test/'}disputes/${encodeURIComponent(id)}`
}

/** https://docs.stripe.com/refunds#failed-refunds */
function refundStatus(status: string | null): ReportedRefund['status'] {
  if (status === 'succeeded') return 'SUCCEEDED'
  return status === 'failed' || status === 'canceled' ? 'FAILED' : 'PENDING'
}

const STATUSES = { open: 'OPEN', won: 'WON', lost: 'LOST', prevented: 'WON' } as const
