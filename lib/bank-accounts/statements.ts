import type { AccountCategory, EntityType } from '@/lib/db/generated/enums'
import { rowStatement, rowsOfAccount, statement } from '@/lib/db/statement'
import { eventCte } from '@/lib/events/record-event'

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
  /** The link on whose page the payee entered it; null: the vendor added it. */
  linkId: string | null
  createdAt: Date
  archivedAt: Date | null
  /** A person of the vendor confirmed then that an account from a link is the customer's; null: nobody did. */
  confirmedAt: Date | null
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
          account.link_id AS "linkId", account.created_at AS "createdAt",
          account.archived_at AS "archivedAt", account.confirmed_at AS "confirmedAt",
          account.metadata::text AS metadata`

/**
 * The bank accounts of a customer, or those that are archived, oldest first. A customer without any gives one row without an id, and an
 * unknown customer none: one statement tells the two apart.
 */
export const listBankAccountRows = statement<
  { accountId: string; customerId: string; archived: boolean },
  StoredBankAccount | { id: null }
>(
  'list_bank_accounts',
  `SELECT ${BANK_ACCOUNT_COLUMNS}
     FROM customers
     LEFT JOIN bank_accounts AS account
       ON account.account_id = customers.account_id AND account.customer_id = customers.id
      AND (account.archived_at IS NOT NULL) = :archived::boolean
    WHERE customers.account_id = :accountId::uuid AND customers.id = :customerId::uuid
    ORDER BY account.id`,
)

/** Adds a bank account to a customer of the same account, with its event: a foreign key refuses any other. */
export const addBankAccountRow = rowStatement<
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
    linkId: string | null
    words: string
    eventId: string
    eventData: string
    requestId: string | null
  },
  StoredBankAccount
>(
  'add_bank_account',
  {
    id: 'uuid',
    customerId: 'uuid',
    entityType: 'entity_type',
    email: 'text',
    countryCode: 'text',
    state: 'text',
    city: 'text',
    postcode: 'text',
    streetAddress: 'text',
    accountName: 'text',
    accountNumberEncrypted: 'text',
    accountNumberLast4: 'text',
    routingNumber: 'text',
    bankName: 'text',
    accountCategory: 'account_category',
    firstName: 'text',
    lastName: 'text',
    dateOfBirth: 'date',
    companyName: 'text',
    createdAt: 'timestamptz',
    metadata: 'text',
    linkId: 'uuid',
    words: 'text',
    eventId: 'uuid',
    eventData: 'text',
    requestId: 'uuid',
  },
  (request) => `WITH ${request},
   added AS (
   INSERT INTO bank_accounts AS account
     (account_id, id, customer_id, entity_type, email, country_code, state, city, postcode, street_address,
      account_name, account_number_encrypted, account_number_last4, routing_number, bank_name,
      account_category, first_name, last_name, date_of_birth, company_name, created_at, metadata, link_id, words)
   ${rowsOfAccount(`
     SELECT id, "customerId", "entityType", email, "countryCode", state, city, postcode, "streetAddress",
            "accountName", "accountNumberEncrypted", "accountNumberLast4", "routingNumber", "bankName", "accountCategory",
            "firstName", "lastName", "dateOfBirth", "companyName", "createdAt", metadata::jsonb, "linkId", words
       FROM request`)}
   RETURNING ${BANK_ACCOUNT_COLUMNS}),
   ${eventCte({
     id: '"eventId"',
     type: "'bank_account.created'",
     subjectId: 'request.id',
     data: '"eventData"',
     requestId: '"requestId"',
     traceparent: 'traceparent',
     createdAt: 'request."createdAt"',
     from: 'FROM request JOIN added USING (id)',
   })}
   SELECT * FROM added`,
  'id',
)

/** Archives a bank account that isn't archived yet; no row for any other. */
export const archiveBankAccountRow = statement<
  { accountId: string; customerId: string; id: string; archivedAt: Date },
  StoredBankAccount
>(
  'archive_bank_account',
  `UPDATE bank_accounts AS account SET archived_at = :archivedAt::timestamptz
    WHERE account_id = :accountId::uuid AND customer_id = :customerId::uuid AND id = :id::uuid AND archived_at IS NULL
   RETURNING ${BANK_ACCOUNT_COLUMNS}`,
)

/** Takes a bank account back that is archived; no row for any other. */
export const unarchiveBankAccountRow = statement<
  { accountId: string; customerId: string; id: string },
  StoredBankAccount
>(
  'unarchive_bank_account',
  `UPDATE bank_accounts AS account SET archived_at = NULL
    WHERE account_id = :accountId::uuid AND customer_id = :customerId::uuid AND id = :id::uuid
      AND archived_at IS NOT NULL
   RETURNING ${BANK_ACCOUNT_COLUMNS}`,
)

/** Notes that a person confirmed an account that isn't archived; the first confirmation stands. No row for any other account. */
export const confirmBankAccountRow = statement<
  { accountId: string; customerId: string; id: string; confirmedAt: Date },
  StoredBankAccount
>(
  'confirm_bank_account',
  `UPDATE bank_accounts AS account SET confirmed_at = coalesce(confirmed_at, :confirmedAt::timestamptz)
    WHERE account_id = :accountId::uuid AND customer_id = :customerId::uuid AND id = :id::uuid AND archived_at IS NULL
   RETURNING ${BANK_ACCOUNT_COLUMNS}`,
)

/**
 * Of these bank accounts, those that are new since the given time: from a link, and confirmed by nobody, or the vendor's
 * own in live mode.
 */
export const listUnconfirmedAccounts = statement<
  { accountId: string; ids: string[]; since: Date },
  { id: string; isSelf: boolean }
>(
  'list_unconfirmed_bank_accounts',
  `SELECT account.id, customers.is_self AS "isSelf"
     FROM bank_accounts AS account
     JOIN customers ON customers.account_id = account.account_id AND customers.id = account.customer_id
     JOIN accounts ON accounts.id = account.account_id
    WHERE account.account_id = :accountId::uuid AND account.id = ANY (:ids::uuid[])
      AND account.created_at > :since::timestamptz
      AND CASE WHEN customers.is_self THEN accounts.mode = 'live'
               ELSE account.link_id IS NOT NULL AND account.confirmed_at IS NULL END`,
)
