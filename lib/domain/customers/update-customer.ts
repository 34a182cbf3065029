import { isUniqueViolation, type Transaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import type { CustomerRecord, NewCustomer } from './create-customer'
import { findCustomer } from './find-customer'

type CustomerFields = Required<NewCustomer>

/**
 * Gives a customer these details in place of those it has, and returns it with the names of those that
 * were others before. Invoices keep the e-mail that they were sent to.
 *
 * `customer_not_found`; `customer_email_taken` when another customer of the account has the e-mail.
 */
export async function updateCustomer(
  tx: Transaction,
  accountId: string,
  customerId: string,
  fields: CustomerFields,
): Promise<{ customer: CustomerRecord; changed: (keyof CustomerFields)[] }> {
  const before = await findCustomer(tx, accountId, customerId)
  const names = Object.keys(fields) as (keyof CustomerFields)[]
  const changed = names.filter((name) => fields[name] !== before[name])
  if (changed.length === 0) return { customer: before, changed }
  try {
    const customer = await tx.customer.update({
      where: { accountId_id: { accountId, id: before.id } },
      data: { ...fields, emailKey: fields.email.toLowerCase() },
    })
    return { customer, changed }
  } catch (error) {
    if (isUniqueViolation(error)) throw new DomainError('customer_email_taken')
    throw error
  }
}
