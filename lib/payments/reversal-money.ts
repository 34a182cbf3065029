import assert from 'node:assert/strict'
import type { Dispute, Refund } from '@/lib/db/generated/client'
import type { Transaction } from '@/lib/db/transaction'
import { newId } from '@/lib/ids'
import { cardShares, type ReversalAmounts, reversedBaseMinor } from '@/lib/invoices/amounts'
import { findInvoice } from '@/lib/invoices/invoice'
import { postTransaction } from '@/lib/ledger/post-transaction'
import { keepUnposted } from '@/lib/ledger/unposted-amounts'
import { giveBackToVendor, settleDebt, takeFromVendor } from '@/lib/ledger/vendor-funds'
import { now } from '@/lib/time/clock'
import { scheduleLook } from './wake-reversals'

/*
 * The money of refunds and disputes. Both take part of a payment back, from the vendor and the platform, and give it
 * back to them if they come to nothing.
 */

/** The payment that paid an invoice. */
export type ReversiblePayment = {
  accountId: string
  id: string
  invoiceId: string
  provider: string
  providerReference: string | null
  amountMinor: bigint
  currency: string
  /** The buyer's request. */
  requestId?: string | null
}

/** A refund or a dispute. */
type Reversal = Refund | Dispute

/** All refunds and disputes of a payment. */
export type Reversals = { refunds: Refund[]; disputes: Dispute[] }

/**
 * The payments that the provider took with one charge, the oldest invoice's first: usually one, and several where a customer
 * paid several invoices at once. The provider's refunds and disputes are of the charge.
 */
export type ChargePart = { payment: ReversiblePayment; reversals: Reversals }

/** True if the money is gone, or on its way. */
export function reducesFunds({ status }: Pick<Reversal, 'status'>): boolean {
  return status !== 'FAILED' && status !== 'WON'
}

export function isSettled({ status }: Pick<Reversal, 'status'>): boolean {
  return status !== 'PENDING' && status !== 'OPEN'
}

/** The total that refunds and disputes have taken, in minor units: all of it, or the vendor's part. */
function takenMinor({ refunds, disputes }: Reversals, column: keyof ReversalAmounts): bigint {
  return [...refunds, ...disputes].filter(reducesFunds).reduce((sum, row) => sum + row[column], 0n)
}

/** Both totals. */
export function reversalTotals(reversals: Reversals): ReversalAmounts {
  return {
    amountMinor: takenMinor(reversals, 'amountMinor'),
    baseMinor: takenMinor(reversals, 'baseMinor'),
  }
}

/** The facts that a provider reports for both refunds and disputes. */
type Report = { kind: 'refund' | 'dispute'; amountMinor: bigint | null; currency: string }

/** `later`: only if a pending refund fails. */
type Fit = { kind: 'now'; amountMinor: bigint } | { kind: 'later' } | { kind: 'never'; expectedMinor: bigint }

/**
 * Whether a refund or dispute can be booked as reported. A new one may take what the charge has left, and one that is
 * `booked`, in one part or several, keeps its amount.
 */
export function fitOf(
  charge: ChargePart[],
  { amountMinor, currency }: Report,
  booked: Pick<Reversal, 'amountMinor'>[],
): Fit {
  const leftMinor = sumOf(charge.map(leftOf))
  const expectedMinor = booked.length > 0 ? sumOf(booked.map((row) => row.amountMinor)) : leftMinor
  const isSameCurrency = charge.every(({ payment }) => payment.currency === currency)
  if (amountMinor === null || amountMinor <= 0n || !isSameCurrency) return { kind: 'never', expectedMinor }
  if (booked.length > 0 ? amountMinor === expectedMinor : amountMinor <= leftMinor) {
    return { kind: 'now', amountMinor }
  }
  const refunds = charge.flatMap(({ reversals }) => reversals.refunds)
  const pendingMinor = sumOf(
    refunds.filter(({ status }) => status === 'PENDING').map((row) => row.amountMinor),
  )
  return booked.length === 0 && amountMinor <= leftMinor + pendingMinor
    ? { kind: 'later' }
    : { kind: 'never', expectedMinor }
}

/** What refunds and disputes have left of a payment, in minor units. */
function leftOf({ payment, reversals }: ChargePart): bigint {
  return payment.amountMinor - takenMinor(reversals, 'amountMinor')
}

function sumOf(amountsMinor: bigint[]): bigint {
  return amountsMinor.reduce((sum, amountMinor) => sum + amountMinor, 0n)
}

/**
 * Divides a refund or dispute of a charge among its payments: the first one bears what it has left, then the next. So no cent
 * is rounded, and a dispute of all that is left takes from each what it has left.
 */
export function divide(charge: ChargePart[], amountMinor: bigint): (ChargePart & { shareMinor: bigint })[] {
  let restMinor = amountMinor
  const shares: (ChargePart & { shareMinor: bigint })[] = []
  for (const part of charge) {
    const leftMinor = leftOf(part)
    const shareMinor = leftMinor < restMinor ? leftMinor : restMinor
    restMinor -= shareMinor
    if (shareMinor > 0n) shares.push({ ...part, shareMinor })
  }
  return shares
}

/** Keeps a report that is never booked for a person to look at. */
export function keepUnexpected(
  tx: Transaction,
  [first]: ChargePart[],
  { kind, amountMinor, currency: reportedCurrency }: Report,
  { providerReference, expectedMinor }: { providerReference: string; expectedMinor: bigint },
): Promise<void> {
  assert(first, 'a charge has a payment')
  const { accountId, invoiceId, provider, currency } = first.payment
  return keepUnposted(tx, {
    accountId,
    kind,
    referenceId: invoiceId,
    provider,
    providerReference,
    expected: { amountMinor: expectedMinor, currency },
    reported: { amountMinor, currency: reportedCurrency },
  })
}

/** The columns that a refund and a dispute share, for one that its provider reported. */
export async function newReversal<Status extends Reversal['status']>(
  tx: Transaction,
  { payment, reversals: before, shareMinor: amountMinor }: ChargePart & { shareMinor: bigint },
  { status, createdAt }: { status: Status; createdAt: Date },
) {
  const { accountId, id: paymentId, invoiceId, provider, currency } = payment
  const shares = cardShares(payment.amountMinor, await findInvoice(tx, accountId, invoiceId))
  return {
    accountId,
    id: newId(),
    invoiceId,
    paymentId,
    provider,
    status,
    amountMinor,
    // One that gave its money back before we heard of it has moved nothing here.
    baseMinor: reducesFunds({ status }) ? reversedBaseMinor(amountMinor, shares, reversalTotals(before)) : 0n,
    currency,
    createdAt,
    settledAt: isSettled({ status }) ? createdAt : null,
  }
}

/**
 * Takes the amount of a new refund or dispute: the vendor's part from it, and from the platform the fee that goes back. Under the locks
 * of `lockReversals`. Throws `insufficient_balance` if the vendor may not owe what is missing.
 */
export async function takeMoney(
  tx: Transaction,
  { accountId, id, invoiceId, amountMinor, baseMinor, currency }: Reversal,
  { reason, mayOwe = true }: { reason: 'refund.made' | 'dispute.opened'; mayOwe?: boolean },
): Promise<void> {
  const destination = { kind: 'provider_clearing' } as const
  const source = { kind: 'platform_fees' } as const
  const feeMinor = amountMinor - baseMinor
  const taking = { accountId, currency, amountMinor: baseMinor, invoiceId, mayOwe }
  await postTransaction(tx, { accountId, referenceId: id, currency, reason }, [
    ...(await takeFromVendor(tx, taking, destination)),
    ...(feeMinor > 0n ? [{ source, destination, amountMinor: feeMinor }] : []),
  ])
}

/** Gives back what `takeMoney` took, to each their own. */
export async function giveMoneyBack(
  tx: Transaction,
  { accountId, id, invoiceId, paymentId, amountMinor, baseMinor, currency }: Reversal,
  reason: 'refund.failed' | 'dispute.won',
): Promise<void> {
  // Another reversal that exceeded the payment beside this one may fit now.
  await scheduleLook(tx, { accountId, id: paymentId }, now())
  const source = { kind: 'provider_clearing' } as const
  const destination = { kind: 'platform_fees' } as const
  const feeMinor = amountMinor - baseMinor
  const header = { accountId, referenceId: id, currency }
  await postTransaction(tx, { ...header, reason }, [
    ...(await giveBackToVendor(tx, { accountId, amountMinor: baseMinor, invoiceId }, source)),
    ...(feeMinor > 0n ? [{ source, destination, amountMinor: feeMinor }] : []),
  ])
  await settleDebt(tx, { ...header, invoiceId })
}
