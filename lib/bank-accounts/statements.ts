import type { AccountCategory, EntityType } from '@/lib/db/generated/enums'
import { statement } from '@/lib/db/statement'

/** A bank account as stored, with its number encrypted. */
export type StoredBankAccount = {
  accountId: string
  id: string
  customerId: string
  entityType: EntityType
  email: string
  countryCode: string
  state: string
  city: string
  postcode: string
  streetAddress: string
  accountName: string
  accountNumberEncrypted: string
  accountNumberLast4: string
  routingNumber: string
  bankName: string
  accountCategory: AccountCategory
  firstName: string | null
  lastName: string | null
  dateOfBirth: Date | null
  companyName: string | null
  createdAt: Date
  /** JSON text. */
  metadata: string | null
}

/** The columns of a `StoredBankAccount`, from `bank_accounts AS account`. */
export const BANK_ACCOUNT_COLUMNS = `
          account.account_id AS "accountId", account.id, account.customer_id AS "customerId",
          account.entity_type AS "entityType", account.email, account.country_code AS "countryCode",
          account.state, account.city, account.postcode, account.street_address AS "streetAddress",
          account.account_name AS "accountName",
          account.account_number_encrypted AS "accountNumberEncrypted",
          account.account_number_last4 AS "accountNumberLast4", account.routing_number AS "routingNumber",
          account.bank_name AS "bankName", account.account_category AS "accountCategory",
          account.first_name AS "firstName", account.last_name AS "lastName",
          account.date_of_birth AS "dateOfBirth", account.company_name AS "companyName",
          account.created_at AS "createdAt", account.metadata::text AS metadata`

/**
 * Every bank account of a customer, oldest first. A customer without any gives one row without an id, and an
 * unknown customer none: one statement tells the two apart.
 */
export const listBankAccountRows = statement<
  { accountId: string; customerId: string },
  StoredBankAccount | { id: null }
>(
  'list_bank_accounts',
  `SELECT ${BANK_ACCOUNT_COLUMNS}
     FROM customers
     LEFT JOIN bank_accounts AS account
       ON account.account_id = customers.account_id AND account.customer_id = customers.id
    WHERE customers.account_id = :accountId::uuid AND customers.id = :customerId::uuid
    ORDER BY account.id`,
)

/** Adds a bank account to a customer of the same account: a foreign key refuses any other. */
export const addBankAccountRow = statement<
  {
    accountId: string
    id: string
    customerId: string
    entityType: EntityType
    email: string
    countryCode: string
    state: string
    city: string
    postcode: string
    streetAddress: string
    accountName: string
    accountNumberEncrypted: string
    accountNumberLast4: string
    routingNumber: string
    bankName: string
    accountCategory: AccountCategory
    firstName: string | null
    lastName: string | null
    dateOfBirth: string | null
    companyName: string | null
    createdAt: Date
    metadata: string | null
    words: string
  },
  StoredBankAccount
>(
  'add_bank_account',
  `INSERT INTO bank_accounts AS account
     (account_id, id, customer_id, entity_type, email, country_code, state, city, postcode, street_address,
      account_name, account_number_encrypted, account_number_last4, routing_number, bank_name,
      account_category, first_name, last_name, date_of_birth, company_name, created_at, metadata, words)
   VALUES (:accountId::uuid, :id::uuid, :customerId::uuid, :entityType::entity_type, :email, :countryCode, :state, :city, :postcode, :streetAddress, :accountName, :accountNumberEncrypted, :accountNumberLast4, :routingNumber, :bankName,
           :accountCategory::account_category, :firstName, :lastName, :dateOfBirth::date, :companyName, :createdAt::timestamptz, :metadata::jsonb, :words)
   RETURNING ${BANK_ACCOUNT_COLUMNS}`,
)
