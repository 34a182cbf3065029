import { now } from '@/lib/clock'
import type { Transaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import { isId, newId } from '@/lib/ids'
import type { CustomerRecord } from './create-customer'

/** `customer_not_found` for an id that is unknown, another account's, or no id at all. */
export async function findCustomer(
  tx: Transaction,
  accountId: string,
  customerId: string,
): Promise<CustomerRecord> {
  const customer = isId(customerId)
    ? await tx.customer.findUnique({ where: { accountId_id: { accountId, id: customerId } } })
    : null
  if (!customer) throw new DomainError('customer_not_found')
  return customer
}

/** The account's customer with the e-mail, whatever its case; made with the e-mail as name when there is none. */
export async function findOrCreateCustomerByEmail(
  tx: Transaction,
  accountId: string,
  email: string,
): Promise<CustomerRecord> {
  const where = { accountId_emailKey: { accountId, emailKey: email.toLowerCase() } }
  const found = await tx.customer.findUnique({ where })
  if (found) return found
  // Two first invoices may meet here: the loser's insert does nothing, and both read the winner's row.
  await tx.customer.createMany({
    data: [{ accountId, id: newId(), name: email, email, emailKey: email.toLowerCase(), createdAt: now() }],
    skipDuplicates: true,
  })
  return tx.customer.findUniqueOrThrow({ where })
}
