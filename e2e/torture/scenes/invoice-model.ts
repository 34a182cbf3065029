import type { FeeTerms } from '../actor'

/* The amounts of invoices as a model expects them, in cents: each is computed from the invoice's own and those of earlier acts. */

/** An invoice until it is paid or void. */
export type OpenAmounts = {
  baseMinor: number
  /** On top, by the customer. */
  feeMinor: number
  /** Out of the base, by the vendor. */
  vendorFeeMinor: number
  outsideMinor: number
  creditedMinor: number
  /** The part of the base that no credit note covers yet. */
  linesLeftMinor: number
}

/** The card payment, the vendor's share of it, and the sums that refunds returned to the customer and took from the wallet. */
export type PaidAmounts = {
  paidMinor: number
  vendorMinor: number
  backMinor: number
  walletMinor: number
}

function halfUp(dividend: number, divisor: number): number {
  return Math.floor((2 * dividend + divisor) / (2 * divisor))
}

export function newAmounts(baseMinor: number, { paysFee }: FeeTerms): OpenAmounts {
  const feeMinor = halfUp(baseMinor * 29, 1000) + 30
  return {
    baseMinor,
    feeMinor: paysFee ? 0 : feeMinor,
    vendorFeeMinor: paysFee ? Math.min(feeMinor, baseMinor) : 0,
    outsideMinor: 0,
    creditedMinor: 0,
    linesLeftMinor: baseMinor,
  }
}

export function leftMinor({ baseMinor, feeMinor, outsideMinor, creditedMinor }: OpenAmounts): number {
  return baseMinor + feeMinor - outsideMinor - creditedMinor
}

/** The card payment that would settle the invoice now. */
export function cardAmounts(invoice: OpenAmounts): PaidAmounts {
  const { baseMinor, feeMinor, vendorFeeMinor } = invoice
  const paidMinor = leftMinor(invoice)
  const vendorMinor = halfUp(paidMinor * (baseMinor - vendorFeeMinor), baseMinor + feeMinor)
  return { paidMinor, vendorMinor, backMinor: 0, walletMinor: 0 }
}

/** The largest credit that the invoice takes, which ends it. */
export function creditableMinor(invoice: OpenAmounts): number {
  const { baseMinor, feeMinor, outsideMinor, linesLeftMinor } = invoice
  const baseOfLeft =
    outsideMinor === 0 ? linesLeftMinor : halfUp(leftMinor(invoice) * baseMinor, baseMinor + feeMinor)
  return Math.min(baseOfLeft, linesLeftMinor)
}

/** How much a credit reduces the lines and the amount due, or null if it must be refused. */
export function creditOf(
  invoice: OpenAmounts,
  linesMinor: number,
): { linesMinor: number; dueMinor: number } | null {
  const { baseMinor, feeMinor, creditedMinor, linesLeftMinor } = invoice
  const left = leftMinor(invoice)
  const totalMinor = baseMinor + feeMinor
  const mostMinor = creditableMinor(invoice)
  if (linesMinor <= 0 || linesMinor > mostMinor) return null
  if (linesMinor === mostMinor) return { linesMinor, dueMinor: left }
  const wholeMinor = halfUp((baseMinor - linesLeftMinor + linesMinor) * totalMinor, baseMinor)
  const atMost = Math.min(wholeMinor - creditedMinor, left - (mostMinor - linesMinor))
  return { linesMinor, dueMinor: Math.max(linesMinor, atMost) }
}

/** The sums that a refund returns to the customer and takes from the wallet, or null if less than that is left. */
export function refundOf(
  { paidMinor, vendorMinor, ...before }: PaidAmounts,
  amountMinor: number,
  { paysFee, returnsFee }: FeeTerms,
): { backMinor: number; walletMinor: number } | null {
  if (amountMinor > (paysFee ? paidMinor - before.backMinor : vendorMinor - before.walletMinor)) return null
  if (!returnsFee) return { backMinor: amountMinor, walletMinor: amountMinor }
  if (paysFee) {
    const walletMinor = halfUp((before.backMinor + amountMinor) * vendorMinor, paidMinor)
    return { backMinor: amountMinor, walletMinor: walletMinor - before.walletMinor }
  }
  const feeMinor = halfUp((before.walletMinor + amountMinor) * (paidMinor - vendorMinor), vendorMinor)
  return {
    backMinor: amountMinor + feeMinor - (before.backMinor - before.walletMinor),
    walletMinor: amountMinor,
  }
}
