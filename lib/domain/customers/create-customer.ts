import { now } from '@/lib/clock'
import { isUniqueViolation, type Transaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import { newId } from '@/lib/ids'

export type NewCustomer = {
  name: string
  email: string
  group?: string | null
  preferredCurrency?: string
  addressLine1?: string | null
  addressLine2?: string | null
  city?: string | null
  state?: string | null
  zip?: string | null
  country?: string | null
}

export type CustomerRecord = {
  id: string
  name: string
  email: string
  group: string | null
  preferredCurrency: string
  addressLine1: string | null
  addressLine2: string | null
  city: string | null
  state: string | null
  zip: string | null
  country: string | null
  createdAt: Date
}

/** `customer_email_taken` when the account has a customer with the e-mail, whatever its case. */
export async function createCustomer(
  tx: Transaction,
  accountId: string,
  customer: NewCustomer,
): Promise<CustomerRecord> {
  try {
    return await tx.customer.create({
      data: { ...customer, accountId, id: newId(), emailKey: customer.email.toLowerCase(), createdAt: now() },
    })
  } catch (error) {
    if (isUniqueViolation(error)) throw new DomainError('customer_email_taken')
    throw error
  }
}
