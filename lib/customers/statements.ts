import { statement } from '@/lib/db/statement'

export type CustomerRow = {
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

const COLUMNS = `
  id, name, email, customer_group AS "group", preferred_currency AS "preferredCurrency",
  address_line1 AS "addressLine1", address_line2 AS "addressLine2", city, state, zip, country,
  created_at AS "createdAt"`

/** One customer of the account. */
export const findCustomerRow = statement<[accountId: string, customerId: string], CustomerRow>(
  'find_customer',
  `SELECT ${COLUMNS} FROM customers WHERE account_id = $1::uuid AND id = $2::uuid`,
)
