import { statement } from '@/lib/db/statement'
import { insertEvent } from '@/lib/events/record-event'

export type StoredCustomer = {
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
  /** JSON text. */
  metadata: string | null
}

/** The columns of a `StoredCustomer`. */
export const CUSTOMER_COLUMNS = `
  id, name, email, customer_group AS "group", preferred_currency AS "preferredCurrency",
  address_line1 AS "addressLine1", address_line2 AS "addressLine2", city, state, zip, country,
  created_at AS "createdAt", metadata::text AS metadata`

/** One customer of the account. */
export const findCustomerRow = statement<{ accountId: string; customerId: string }, StoredCustomer>(
  'find_customer',
  `SELECT ${CUSTOMER_COLUMNS} FROM customers WHERE account_id = :accountId::uuid AND id = :customerId::uuid`,
)

/**
 * Adds a customer, with its event. Adds nothing, and returns no row, if the account has one with the email in any case:
 * an error would cost the pool its connection.
 */
export const addCustomerRow = statement<
  {
    accountId: string
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
    emailKey: string
    eventId: string
    eventData: string
    requestId: string | null
    metadata: string | null
    nameWords: string
    emailWords: string
    groupWords: string
  },
  StoredCustomer
>(
  'add_customer',
  `WITH customer AS (
   INSERT INTO customers (account_id, id, name, email, customer_group, preferred_currency, address_line1,
                          address_line2, city, state, zip, country, created_at, email_key, metadata, name_words,
                          email_words, group_words)
   VALUES (:accountId::uuid, :id::uuid, :name, :email, :group, :preferredCurrency, :addressLine1, :addressLine2, :city, :state, :zip, :country, :createdAt::timestamptz, :emailKey, :metadata::jsonb, :nameWords, :emailWords,
           :groupWords)
   ON CONFLICT (account_id, email_key) DO NOTHING
   RETURNING ${CUSTOMER_COLUMNS}),
   event AS (${customerCreated({ eventId: ':eventId', data: ':eventData', requestId: ':requestId', createdAt: ':createdAt' })})
   SELECT * FROM customer`,
)

/** The account's customer with the email in lower case. */
export const findCustomerRowByEmail = statement<{ accountId: string; emailKey: string }, StoredCustomer>(
  'find_customer_by_email',
  `SELECT ${CUSTOMER_COLUMNS} FROM customers WHERE account_id = :accountId::uuid AND email_key = :emailKey`,
)

/** The INSERT of the event of a new `customer`. */
function customerCreated(sql: {
  eventId: string
  data: string
  requestId: string
  createdAt: string
}): string {
  const { eventId, ...rest } = sql
  return insertEvent({
    ...rest,
    id: eventId,
    type: "'customer.created'",
    subjectId: ':id',
    from: 'FROM customer',
  })
}
