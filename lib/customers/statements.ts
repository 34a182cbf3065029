import type { TaxTreatment } from '@/lib/db/generated/enums'
import { rowStatement, rowsOfAccount, statement } from '@/lib/db/statement'
import { eventCte } from '@/lib/events/record-event'

export type StoredCustomer = {
  id: string
  name: string
  email: string
  /** The vendor's own id. */
  externalId: string | null
  group: string | null
  preferredCurrency: string
  addressLine1: string | null
  addressLine2: string | null
  city: string | null
  state: string | null
  zip: string | null
  country: string | null
  /** As it is written on invoices, such as a VAT number. */
  taxId: string | null
  taxTreatment: TaxTreatment
  /** Of an exempt customer, as it is printed. */
  taxExemptionReason: string | null
  /** The customer finds its invoices by this text, such as a Leitweg-ID. */
  buyerReference: string | null
  /** As it was typed. */
  phone: string | null
  /** Others who get a copy of each email about an invoice. */
  copyEmails: string[]
  createdAt: Date
  archivedAt: Date | null
  /** The vendor itself, as the payee of its withdrawals. */
  isSelf: boolean
  /** JSON text. */
  metadata: string | null
}

/** The columns of a `StoredCustomer`. */
export const CUSTOMER_COLUMNS = `
  id, name, email, external_id AS "externalId", customer_group AS "group", preferred_currency AS "preferredCurrency",
  address_line1 AS "addressLine1", address_line2 AS "addressLine2", city, state, zip, country, tax_id AS "taxId",
  tax_treatment AS "taxTreatment", tax_exemption_reason AS "taxExemptionReason",
  buyer_reference AS "buyerReference", phone, copy_emails AS "copyEmails",
  created_at AS "createdAt", archived_at AS "archivedAt", is_self AS "isSelf", metadata::text AS metadata`

/** One customer of the account, also an archived one. */
export const findCustomerRow = statement<{ accountId: string; customerId: string }, StoredCustomer>(
  'find_customer',
  `SELECT ${CUSTOMER_COLUMNS} FROM customers WHERE account_id = :accountId::uuid AND id = :customerId::uuid`,
)

/**
 * Adds a customer, with its event. Adds nothing, and returns no row, if the account has one with the email in any case
 * or with the external id: an error would cost the pool its connection.
 */
export const addCustomerRow = rowStatement<
  {
    accountId: string
    id: string
    name: string
    email: string
    externalId: string | null
    group: string | null
    preferredCurrency: string
    addressLine1: string | null
    addressLine2: string | null
    city: string | null
    state: string | null
    zip: string | null
    country: string | null
    taxId: string | null
    taxTreatment: TaxTreatment
    taxExemptionReason: string | null
    buyerReference: string | null
    phone: string | null
    copyEmails: string[]
    createdAt: Date
    emailKey: string
    eventId: string
    eventData: string
    requestId: string | null
    metadata: string | null
    nameWords: string
    emailWords: string
    groupWords: string
    phoneWords: string
  },
  StoredCustomer
>(
  'add_customer',
  {
    id: 'uuid',
    name: 'text',
    email: 'text',
    externalId: 'text',
    group: 'text',
    preferredCurrency: 'text',
    addressLine1: 'text',
    addressLine2: 'text',
    city: 'text',
    state: 'text',
    zip: 'text',
    country: 'text',
    taxId: 'text',
    taxTreatment: 'tax_treatment',
    taxExemptionReason: 'text',
    buyerReference: 'text',
    phone: 'text',
    copyEmails: 'text[]',
    createdAt: 'timestamptz',
    emailKey: 'text',
    eventId: 'uuid',
    eventData: 'text',
    requestId: 'uuid',
    metadata: 'text',
    nameWords: 'text',
    emailWords: 'text',
    groupWords: 'text',
    phoneWords: 'text',
  },
  (request) => `WITH ${request},
   customer AS (
   INSERT INTO customers (account_id, id, name, email, external_id, customer_group, preferred_currency, address_line1,
                          address_line2, city, state, zip, country, tax_id, tax_treatment, tax_exemption_reason,
                          buyer_reference, phone, copy_emails, created_at, email_key, metadata, name_words, email_words, group_words,
                          phone_words)
   ${rowsOfAccount(`
     SELECT id, name, email, "externalId", "group", "preferredCurrency", "addressLine1", "addressLine2", city, state, zip, country,
            "taxId", "taxTreatment", "taxExemptionReason", "buyerReference", phone, "copyEmails", "createdAt", "emailKey",
            metadata::jsonb, "nameWords", "emailWords", "groupWords", "phoneWords"
       FROM request`)}
   ON CONFLICT DO NOTHING
   RETURNING ${CUSTOMER_COLUMNS}),
   ${eventCte({
     id: '"eventId"',
     type: "'customer.created'",
     subjectId: 'request.id',
     data: '"eventData"',
     requestId: '"requestId"',
     traceparent: 'traceparent',
     createdAt: 'request."createdAt"',
     from: 'FROM request JOIN customer USING (id)',
   })}
   SELECT * FROM customer`,
  'id',
)

/** The account's customer with the email in lower case; an archived one has given it up. */
export const findCustomerRowByEmail = statement<{ accountId: string; emailKey: string }, StoredCustomer>(
  'find_customer_by_email',
  `SELECT ${CUSTOMER_COLUMNS} FROM customers
    WHERE account_id = :accountId::uuid AND email_key = :emailKey AND archived_at IS NULL`,
)

/** The account's customers with the email in lower case, archived or not: each of the two has its own index. */
export const findCustomerIds = statement<{ accountId: string; emailKey: string }, { id: string }>(
  'find_customer_ids_by_email',
  `SELECT id FROM customers
    WHERE account_id = :accountId::uuid AND email_key = :emailKey AND archived_at IS NULL
   UNION ALL
   SELECT id FROM customers
    WHERE account_id = :accountId::uuid AND email_key = :emailKey AND archived_at IS NOT NULL`,
)

/** The account's customer with the external id, likewise. */
export const findCustomerRowByExternalId = statement<
  { accountId: string; externalId: string },
  StoredCustomer
>(
  'find_customer_by_external_id',
  `SELECT ${CUSTOMER_COLUMNS} FROM customers
    WHERE account_id = :accountId::uuid AND external_id = :externalId AND archived_at IS NULL`,
)

/** Archives a customer that isn't archived yet; no row for any other. */
export const archiveCustomerRow = statement<
  { accountId: string; customerId: string; archivedAt: Date },
  StoredCustomer
>(
  'archive_customer',
  `UPDATE customers SET archived_at = :archivedAt::timestamptz
    WHERE account_id = :accountId::uuid AND id = :customerId::uuid AND archived_at IS NULL AND NOT is_self
   RETURNING ${CUSTOMER_COLUMNS}`,
)

/** Takes a customer back that is archived; no row for any other. */
export const unarchiveCustomerRow = statement<{ accountId: string; customerId: string }, StoredCustomer>(
  'unarchive_customer',
  `UPDATE customers SET archived_at = NULL
    WHERE account_id = :accountId::uuid AND id = :customerId::uuid AND archived_at IS NOT NULL
   RETURNING ${CUSTOMER_COLUMNS}`,
)

/** The account's vendor itself, as a customer. */
export const findSelfRow = statement<{ accountId: string }, { id: string }>(
  'find_self',
  `SELECT id FROM customers
    WHERE account_id = :accountId::uuid AND email_key = '' AND is_self AND archived_at IS NULL`,
)

/** Adds the vendor itself as a customer, without an event; nothing if it is there. */
export const addSelfRow = statement<
  { accountId: string; id: string; name: string; nameWords: string; createdAt: Date },
  { id: string }
>(
  'add_self',
  `INSERT INTO customers (account_id, id, name, email, email_key, is_self, created_at, name_words)
   SELECT accounts.id, :id::uuid, :name, vendors.email, '', true, :createdAt::timestamptz, :nameWords
     FROM accounts JOIN vendors ON vendors.id = accounts.vendor_id
    WHERE accounts.id = :accountId::uuid
   ON CONFLICT DO NOTHING
   RETURNING id`,
)
