import type { Transaction } from '@/lib/db/transaction'
import { formatDecimal } from '@/lib/decimals'
import { recordAuditEvent } from '../audit/record-audit-event'

export type VendorTerms = {
  /** US cents for one payout. */
  payoutLimitMinor?: bigint
  /** Parts per million of the base amount. */
  feePpm?: number
  /** US cents. */
  feeFixedMinor?: bigint
}

/**
 * Sets what is given; invoices that exist keep the fee they were made with. `address`: where the
 * operator's request came from; none for a command.
 */
export async function setVendorTerms(
  tx: Transaction,
  vendorId: string,
  terms: VendorTerms,
  address: string | null = null,
): Promise<void> {
  await tx.vendor.update({ where: { id: vendorId }, data: terms })
  await recordAuditEvent(tx, {
    vendorId,
    action: 'vendor.terms_changed',
    actor: 'operator',
    detail: inWords(terms),
    address,
  })
}

/** What the terms are from now on, of those that were set. */
function inWords({ payoutLimitMinor, feePpm, feeFixedMinor }: VendorTerms): string {
  const parts = [
    payoutLimitMinor === undefined ? null : `payout limit ${formatDecimal(payoutLimitMinor, 2)} USD`,
    feePpm === undefined ? null : `fee ${formatDecimal(BigInt(feePpm), 4)} %`,
    feeFixedMinor === undefined ? null : `fixed fee ${formatDecimal(feeFixedMinor, 2)} USD`,
  ]
  return parts.filter((part) => part !== null).join(', ')
}
