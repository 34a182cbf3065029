import type { Transaction } from '@/lib/db/transaction'

export type VendorTerms = {
  /** US cents for one payout. */
  payoutLimitMinor?: bigint
  /** Parts per million of the base amount. */
  feePpm?: number
  /** US cents. */
  feeFixedMinor?: bigint
}

/** Sets what is given; invoices that exist keep the fee they were made with. */
export async function setVendorTerms(tx: Transaction, vendorId: string, terms: VendorTerms): Promise<void> {
  await tx.vendor.update({ where: { id: vendorId }, data: terms })
}
