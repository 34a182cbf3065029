import { formatDateTime } from '@/lib/dates'
import type { CustomerRecord } from '@/lib/domain/customers/create-customer'
import type { JsonValue } from '@/lib/json'

/** The contract's Customer. */
export function presentCustomer(customer: CustomerRecord): JsonValue {
  return {
    id: customer.id,
    name: customer.name,
    email: customer.email,
    group: customer.group,
    preferred_currency: customer.preferredCurrency,
    address_line1: customer.addressLine1,
    address_line2: customer.addressLine2,
    city: customer.city,
    state: customer.state,
    zip: customer.zip,
    country: customer.country,
    created_on: formatDateTime(customer.createdAt),
  }
}
