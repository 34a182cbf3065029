import { z } from 'zod'
import { metadata, presentMetadata } from '@/lib/http/metadata'
import { dateTimeText, dayText, moment } from '@/lib/http/schemas'
import { formatDateTime, formatIsoDate } from '@/lib/time/dates'
import { openAccountNumber } from './account-number'
import type { StoredBankAccount } from './statements'

const EXAMPLE = {
  id: '0199d1c2-7363-74fb-b0b1-82d04b0c66f9',
  customer_id: '0199d1c2-4101-7487-8f43-cf036d7d314b',
  entity_type: 'PERSONAL',
  email: 'mary@example.com',
  address: {
    country_code: 'US',
    state: 'VA',
    city: 'Hampton',
    postcode: '23666',
    street_address: '1 Main Street',
  },
  bank_details: {
    account_name: 'Mary Jackson',
    account_number: '123456789012',
    routing_number: '021000021',
    bank_name: 'First Bank',
    account_category: 'Checking',
  },
  first_name: 'Mary',
  last_name: 'Jackson',
  date_of_birth: '',
  company_name: null,
  created_at: '2026-03-03 09:30:41',
  metadata: { payee: '7' },
}

const bankDetails = z.object({
  account_name: z.string(),
  account_number: z.string().describe('In full.'),
  routing_number: z.string(),
  bank_name: z.string(),
  account_category: z.enum(['Checking', 'Savings']),
})

export const bankAccount = z
  .object({
    id: z.uuid().describe('The `bank_account_id` of a payout.'),
    customer_id: z.uuid().describe('The customer who owns the account.'),
    entity_type: z.enum(['PERSONAL', 'COMPANY']),
    email: z.string().describe("The account holder's email."),
    address: z.object({
      country_code: z.string().describe('ISO 3166-1, in upper case.'),
      state: z.string(),
      city: z.string(),
      postcode: z.string(),
      street_address: z.string(),
    }),
    bank_details: bankDetails,
    first_name: z.string().nullable(),
    last_name: z.string().nullable(),
    date_of_birth: z.union([dayText, z.literal('')]).describe('`YYYY-MM-DD`, or an empty string.'),
    company_name: z.string().nullable(),
    created_at: dateTimeText.describe('`YYYY-MM-DD HH:MM:SS`.'),
    bank_account_link_id: z
      .uuid()
      .optional()
      .describe('The link on whose page the payee entered it. Absent if you added it.'),
    archived_at: moment.optional().describe('Present once the bank account is archived.'),
    metadata,
  })
  .meta({
    id: 'BankAccount',
    title: 'Bank account',
    description: 'Returned when you add or list bank accounts.',
    examples: [EXAMPLE],
  })

/** As events show it; `presentBankAccountEvent` fills it. */
export const bankAccountEvent = bankAccount
  .extend({
    bank_details: bankDetails
      .omit({ account_number: true })
      .extend({ account_number_last4: z.string().describe('The last four digits of the account number.') }),
  })
  .meta({
    id: 'BankAccountEvent',
    title: 'Bank account in an event',
    description: 'The `data` of `bank_account.created`.',
  })

const { metadata: EXAMPLE_METADATA, ...EXAMPLE_FIELDS } = EXAMPLE

/** The example once the bank account is archived. */
export const ARCHIVED_BANK_ACCOUNT = {
  ...EXAMPLE_FIELDS,
  archived_at: '2026-04-01T08:00:00.000Z',
  metadata: EXAMPLE_METADATA,
}

/** Includes the full account number: the vendor sent it, and gets it back. */
export function presentBankAccount(record: StoredBankAccount) {
  return present(record, { account_number: openAccountNumber(record) })
}

/** As events show it: they are stored and sent on, so they know the number by its last four digits. */
export function presentBankAccountEvent(record: Omit<StoredBankAccount, 'accountNumberEncrypted'>) {
  return present(record, { account_number_last4: record.accountNumberLast4 })
}

function present<AccountNumber extends object>(
  record: Omit<StoredBankAccount, 'accountNumberEncrypted'>,
  accountNumber: AccountNumber,
) {
  return {
    id: record.id,
    customer_id: record.customerId,
    entity_type: record.entityType,
    email: record.email,
    address: {
      country_code: record.countryCode,
      state: record.state,
      city: record.city,
      postcode: record.postcode,
      street_address: record.streetAddress,
    },
    bank_details: {
      account_name: record.accountName,
      ...accountNumber,
      routing_number: record.routingNumber,
      bank_name: record.bankName,
      account_category: record.accountCategory,
    },
    first_name: record.firstName,
    last_name: record.lastName,
    date_of_birth: record.dateOfBirth ? formatIsoDate(record.dateOfBirth) : '',
    company_name: record.companyName,
    created_at: formatDateTime(record.createdAt),
    ...(record.linkId === null ? {} : { bank_account_link_id: record.linkId }),
    ...(record.archivedAt === null ? {} : { archived_at: record.archivedAt.toISOString() }),
    ...presentMetadata(record.metadata),
  }
}
