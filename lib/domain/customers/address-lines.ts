import type { CustomerRecord } from './create-customer'

type Address = Pick<CustomerRecord, 'addressLine1' | 'addressLine2' | 'city' | 'state' | 'zip' | 'country'>

/** A customer's address in lines as on an envelope; none when nothing of it is known. */
export function addressLines(customer: Address): string[] {
  const region = [customer.city, customer.state, customer.zip].filter(Boolean).join(', ')
  const lines = [customer.addressLine1, customer.addressLine2, region, customer.country]
  return lines.flatMap((line) => line || [])
}
