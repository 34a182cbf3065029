import { divideHalfUp, MILLION } from '@/lib/money/decimals'
import type { Tax } from '@/lib/money/taxes'
import type { FeeSchedule } from '@/lib/vendors/account'

/* Invoice arithmetic, shared by the form and the service. */

export const MAX_ITEMS = 100

/** Quantity, in millionths, times unit price, rounded half up to the minor unit. */
export function lineAmountMinor(quantityMicros: bigint, unitPriceMinor: bigint): bigint {
  return divideHalfUp(quantityMicros * unitPriceMinor, MILLION)
}

/** Taken off the whole invoice: parts per million of the sum of its lines, or an amount. */
export type Discount = { ppm: number } | { amountMinor: bigint }

/** Amounts in minor units. */
export type LineAmounts = {
  /** Quantity times unit price. */
  lineAmountMinor: bigint
  /** The line's share of the discount. */
  discountMinor: bigint
  taxMinor: bigint
}

/**
 * The amounts of an invoice in minor units. Each of these is rounded half up, once: a line, a discount in percent, and
 * the tax of a line. The discount is taken off before taxes and shared among the lines in proportion to their amounts,
 * each share up to a line being rounded as a whole, so that the shares add up to it exactly. The base amount is what
 * the lines come to, less their shares, plus the taxes that are on top.
 *
 * Throws RangeError for a discount above the sum of the lines.
 */
export function invoiceAmounts(
  items: { quantityMicros: bigint; unitPriceMinor: bigint; tax?: Tax | null | undefined }[],
  discount: Discount | null | undefined,
): { lines: LineAmounts[]; subtotalMinor: bigint; discountMinor: bigint; baseAmountMinor: bigint } {
  const amounts = items.map((item) => lineAmountMinor(item.quantityMicros, item.unitPriceMinor))
  const subtotalMinor = amounts.reduce((sum, amount) => sum + amount, 0n)
  const discountMinor = discountOf(subtotalMinor, discount)
  let [coveredMinor, sharedMinor, baseAmountMinor] = [0n, 0n, 0n]
  const lines = items.map(({ tax }, index) => {
    const amountMinor = amounts[index] ?? 0n
    coveredMinor += amountMinor
    const upToHereMinor = discountMinor > 0n ? divideHalfUp(discountMinor * coveredMinor, subtotalMinor) : 0n
    const shareMinor = upToHereMinor - sharedMinor
    sharedMinor = upToHereMinor
    const taxMinor = tax ? taxOf(amountMinor - shareMinor, tax) : 0n
    baseAmountMinor += amountMinor - shareMinor + (tax?.isInclusive ? 0n : taxMinor)
    return { lineAmountMinor: amountMinor, discountMinor: shareMinor, taxMinor }
  })
  return { lines, subtotalMinor, discountMinor, baseAmountMinor }
}

function discountOf(subtotalMinor: bigint, discount: Discount | null | undefined): bigint {
  if (!discount) return 0n
  const minor =
    'ppm' in discount ? divideHalfUp(subtotalMinor * BigInt(discount.ppm), MILLION) : discount.amountMinor
  if (minor < 0n || minor > subtotalMinor) throw new RangeError('a discount is at most the sum of the lines')
  return minor
}

function taxOf(amountMinor: bigint, { ratePpm, isInclusive }: Tax): bigint {
  const rate = BigInt(ratePpm)
  return divideHalfUp(amountMinor * rate, isInclusive ? MILLION + rate : MILLION)
}

/** The fee of an invoice in minor units, by who pays it: one of the two at most is above zero. */
type InvoiceFee = {
  /** On top of the base amount, by the customer. */
  feeAmountMinor: bigint
  /** Out of the base amount, by the vendor. */
  vendorFeeMinor: bigint
}

/**
 * The fee of an invoice: the percentage, rounded half up, plus the fixed part, which is in US dollars and so applies to USD
 * invoices only. A vendor pays at most what it gets: a fee above the base amount would leave a debt for each sale.
 */
export function invoiceFee(
  baseAmountMinor: bigint,
  currency: string,
  { feePpm, feeFixedMinor, paysFee }: FeeSchedule,
): InvoiceFee {
  const percentage = divideHalfUp(baseAmountMinor * BigInt(feePpm), MILLION)
  const feeMinor = percentage + (currency === 'USD' ? feeFixedMinor : 0n)
  return paysFee
    ? { feeAmountMinor: 0n, vendorFeeMinor: least(feeMinor, baseAmountMinor) }
    : { feeAmountMinor: feeMinor, vendorFeeMinor: 0n }
}

/** The frozen amounts of an invoice, in minor units. */
type FrozenAmounts = InvoiceFee & { baseAmountMinor: bigint }

/** The frozen terms of an invoice that say how a payment of it is shared. */
type FrozenTerms = FrozenAmounts & { returnsFee: boolean }

/** The card payment of an invoice, and the vendor's part of it, in minor units. */
type CardShares = {
  paidMinor: bigint
  /** The vendor's income; the rest is the fee. */
  vendorMinor: bigint
  vendorPaysFee: boolean
  returnsFee: boolean
}

/**
 * How a card payment is shared between vendor and platform. The card may pay less than the total, where other payments were
 * recorded before: the fee then shrinks in proportion, the vendor's part rounded half up.
 */
export function cardShares(paidMinor: bigint, invoice: FrozenTerms): CardShares {
  const { vendorFeeMinor, returnsFee } = invoice
  return {
    paidMinor,
    vendorMinor: paidMinor - cardFeeMinor(paidMinor, invoice),
    vendorPaysFee: vendorFeeMinor > 0n,
    returnsFee,
  }
}

/** The fee in a card payment: the platform's part, in minor units. */
export function cardFeeMinor(paidMinor: bigint, invoice: FrozenAmounts): bigint {
  const { baseAmountMinor, feeAmountMinor, vendorFeeMinor } = invoice
  const totalMinor = baseAmountMinor + feeAmountMinor
  return paidMinor - divideHalfUp(paidMinor * (baseAmountMinor - vendorFeeMinor), totalMinor)
}

/** The sum that refunds and disputes return of a card payment, and the vendor's share of it, in minor units. */
export type ReversalAmounts = { amountMinor: bigint; baseMinor: bigint }

/**
 * What a vendor bears if a card payment goes back as a whole: what it got, and the fee that it paid and does not get back. A
 * customer gets the whole payment back then, with the fee on top, so that one is never the vendor's to bear.
 */
function vendorLiabilityMinor({ paidMinor, vendorMinor, vendorPaysFee, returnsFee }: CardShares): bigint {
  return vendorPaysFee && !returnsFee ? paidMinor : vendorMinor
}

/** What is left to refund: what the customer paid before a fee on top, less what went back. Minor units. */
export function refundableMinor(shares: CardShares, before: ReversalAmounts): bigint {
  return shares.vendorPaysFee ? shares.paidMinor - before.amountMinor : shares.vendorMinor - before.baseMinor
}

/**
 * The most that can be refunded now, in minor units before a fee on top: what is left to refund, or what the vendor's funds
 * cover of it, in whole steps of the provider. Where the vendor paid a fee that a refund keeps, they may not cover the whole of its
 * only sale.
 */
export function affordableRefundMinor(
  fundsMinor: bigint,
  shares: CardShares,
  before: ReversalAmounts,
  stepMinor = 1n,
): bigint {
  const leftMinor = refundableMinor(shares, before)
  // A larger refund never takes less from the vendor.
  let [affordableMinor, tooMuchMinor] = [0n, leftMinor + 1n]
  while (tooMuchMinor - affordableMinor > 1n) {
    const half = (affordableMinor + tooMuchMinor) / 2n
    if (refundShares(half, shares, before).baseMinor <= fundsMinor) affordableMinor = half
    else tooMuchMinor = half
  }
  return affordableMinor === leftMinor ? leftMinor : affordableMinor - (affordableMinor % stepMinor)
}

/**
 * A refund that the vendor asks for: what the customer gets, and what of it leaves the wallet, in minor units. `wantedMinor` is
 * before a fee on top, and at most `refundableMinor`. Where the fee goes back, it does in proportion to all that is refunded
 * then, less what went back before: so refunds of the whole give back exactly the whole fee. Where the provider takes amounts in
 * steps, a fee on top is rounded down to one, and the rest goes back with a later part.
 */
export function refundShares(
  wantedMinor: bigint,
  shares: CardShares,
  before: ReversalAmounts,
  stepMinor = 1n,
): ReversalAmounts {
  const { paidMinor, vendorMinor, vendorPaysFee, returnsFee } = shares
  if (vendorPaysFee) {
    return { amountMinor: wantedMinor, baseMinor: reversedBaseMinor(wantedMinor, shares, before) }
  }
  if (!returnsFee) return { amountMinor: wantedMinor, baseMinor: wantedMinor }
  const feeMinor = divideHalfUp((before.baseMinor + wantedMinor) * (paidMinor - vendorMinor), vendorMinor)
  const feeBeforeMinor = before.amountMinor - before.baseMinor
  const feeBackMinor = feeMinor > feeBeforeMinor ? feeMinor - feeBeforeMinor : 0n
  const beyondStepMinor = (wantedMinor + feeBackMinor) % stepMinor
  return {
    amountMinor: wantedMinor + feeBackMinor - least(feeBackMinor, beyondStepMinor),
    baseMinor: wantedMinor,
  }
}

/**
 * The part of a refund or dispute that the vendor bears, in minor units; the rest is the fee that goes back with it. All that
 * went back so far, this amount included, is shared in the proportion of what the vendor bears of the whole, rounded half up,
 * less what it has borne before: so parts that add up to the payment take exactly that.
 */
export function reversedBaseMinor(amountMinor: bigint, shares: CardShares, before: ReversalAmounts): bigint {
  const wholeMinor = vendorLiabilityMinor(shares)
  const base = divideHalfUp((before.amountMinor + amountMinor) * wholeMinor, shares.paidMinor)
  const own = base - before.baseMinor
  const most = least(amountMinor, wholeMinor - before.baseMinor)
  return own < 0n ? 0n : least(own, most)
}

/**
 * The most that can be credited of the lines of an open invoice, in minor units: what earlier credits left of them or, where a part
 * was paid outside, at most the base part of what is left to pay.
 */
export function creditableMinor(
  leftMinor: bigint,
  linesLeftMinor: bigint,
  { baseAmountMinor, feeAmountMinor, outsideMinor }: FrozenAmounts & { outsideMinor: bigint },
): bigint {
  if (outsideMinor === 0n) return linesLeftMinor
  return least(divideHalfUp(leftMinor * baseAmountMinor, baseAmountMinor + feeAmountMinor), linesLeftMinor)
}

type Creditable = {
  /** What is left to pay. */
  leftMinor: bigint
  /** `creditableMinor` */
  mostMinor: bigint
  /** What earlier credits left of the lines. */
  linesLeftMinor: bigint
}

/**
 * The amount by which a credit of `linesMinor` lowers what is left to pay of an open invoice, in minor units. A fee on top is
 * credited in proportion to all that is credited so far, rounded half up, less what was credited before. Small credits together take
 * as much of the fee as one large credit, each takes at least its lines, and all that can be credited takes all that is left.
 */
export function creditDueMinor(
  linesMinor: bigint,
  { leftMinor, mostMinor, linesLeftMinor }: Creditable,
  { baseAmountMinor, feeAmountMinor, creditedMinor }: FrozenAmounts & { creditedMinor: bigint },
): bigint {
  if (linesMinor === mostMinor) return leftMinor
  const linesCreditedMinor = baseAmountMinor - linesLeftMinor + linesMinor
  const wholeMinor = divideHalfUp(linesCreditedMinor * (baseAmountMinor + feeAmountMinor), baseAmountMinor)
  const dueMinor = least(wholeMinor - creditedMinor, leftMinor - (mostMinor - linesMinor))
  return dueMinor > linesMinor ? dueMinor : linesMinor
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}
