import type { Mode } from '@/lib/db/generated/enums'
import type { Transaction } from '@/lib/db/transaction'
import { isId } from '@/lib/ids'
import type { CustomerRecord } from './create-customer'

/** A vendor's customer, whichever of the vendor's accounts it belongs to; null where neither has it. */
export async function findVendorCustomer(
  tx: Transaction,
  vendorId: string,
  customerId: string,
): Promise<{ account: { id: string; mode: Mode }; customer: CustomerRecord } | null> {
  if (!isId(customerId)) return null
  const accounts = await tx.account.findMany({ where: { vendorId }, select: { id: true, mode: true } })
  for (const account of accounts) {
    const where = { accountId_id: { accountId: account.id, id: customerId } }
    const customer = await tx.customer.findUnique({ where })
    if (customer) return { account, customer }
  }
  return null
}
