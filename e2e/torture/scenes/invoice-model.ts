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
  /** What credits have left of the base. */
  linesLeftMinor: number
}

/** What a card paid, the vendor's part of it, and what refunds gave back to the customer and took from the wallet. */
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

/** What a card pays of the invoice as it is. */
export function cardAmounts(invoice: OpenAmounts): PaidAmounts {
  const { baseMinor, feeMinor, vendorFeeMinor } = invoice
  const paidMinor = leftMinor(invoice)
  const vendorMinor = halfUp(paidMinor * (baseMinor - vendorFeeMinor), baseMinor + feeMinor)
  return { paidMinor, vendorMinor, backMinor: 0, walletMinor: 0 }
}

/** What a credit takes off the lines, and off what is due; null: it is refused. Without a wish, it is of all that can be credited. */
export function creditOf(
  invoice: OpenAmounts,
  wantedMinor: number | null,
): { linesMinor: number; dueMinor: number } | null {
  const { baseMinor, feeMinor, outsideMinor, creditedMinor, linesLeftMinor } = invoice
  const left = leftMinor(invoice)
  const totalMinor = baseMinor + feeMinor
  const baseOfLeft = outsideMinor === 0 ? linesLeftMinor : halfUp(left * baseMinor, totalMinor)
  const mostMinor = Math.min(baseOfLeft, linesLeftMinor)
  const linesMinor = wantedMinor ?? mostMinor
  if (linesMinor <= 0 || linesMinor > mostMinor) return null
  if (linesMinor === mostMinor) return { linesMinor, dueMinor: left }
  const wholeMinor = halfUp((baseMinor - linesLeftMinor + linesMinor) * totalMinor, baseMinor)
  const atMost = Math.min(wholeMinor - creditedMinor, left - (mostMinor - linesMinor))
  return { linesMinor, dueMinor: Math.max(linesMinor, atMost) }
}

/** What a refund gives back to the customer and takes from the wallet; null: there is not as much left. */
export function refundOf(
  { paidMinor, vendorMinor, ...before }: PaidAmounts,
  wantedMinor: number,
  { paysFee, returnsFee }: FeeTerms,
): { backMinor: number; walletMinor: number } | null {
  if (wantedMinor > (paysFee ? paidMinor - before.backMinor : vendorMinor - before.walletMinor)) return null
  if (!returnsFee) return { backMinor: wantedMinor, walletMinor: wantedMinor }
  if (paysFee) {
    const walletMinor = halfUp((before.backMinor + wantedMinor) * vendorMinor, paidMinor)
    return { backMinor: wantedMinor, walletMinor: walletMinor - before.walletMinor }
  }
  const feeMinor = halfUp((before.walletMinor + wantedMinor) * (paidMinor - vendorMinor), vendorMinor)
  return {
    backMinor: wantedMinor + feeMinor - (before.backMinor - before.walletMinor),
    walletMinor: wantedMinor,
  }
}
