import { z } from 'zod'
import { apiKey } from '@/lib/api-keys/key-access'
import { sharedReads } from '@/lib/db/client'
import { metadata, presentMetadata } from '@/lib/http/metadata'
import { operation } from '@/lib/http/operation'
import { dateTimeText, dayText, success } from '@/lib/http/schemas'
import { formatDateTime, formatIsoDate } from '@/lib/time/dates'
import { type BankAccountRecord, findBankAccounts, openAccountNumber, saveBankAccount } from './bank-account'
import { bankAccountBody } from './bank-account-body'

const bankAccount = z
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
    bank_details: z.object({
      account_name: z.string(),
      account_number: z.string().describe('In full.'),
      routing_number: z.string(),
      bank_name: z.string(),
      account_category: z.enum(['Checking', 'Savings']),
    }),
    first_name: z.string().nullable(),
    last_name: z.string().nullable(),
    date_of_birth: z.union([dayText, z.literal('')]).describe('`YYYY-MM-DD`, or an empty string.'),
    company_name: z.string().nullable(),
    created_at: dateTimeText.describe('`YYYY-MM-DD HH:MM:SS`.'),
    metadata,
  })
  .meta({
    id: 'BankAccount',
    title: 'Bank account',
    description: 'Returned when you add or list bank accounts.',
    examples: [
      {
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
      },
    ],
  })

/** Contract, endpoint 4. */
export const addBankAccount = operation({
  method: 'POST',
  path: '/api/v2/customer/{customer_id}/bank-account',
  summary: 'Add a bank account',
  description: 'Saves a US bank account for the customer. Use its `id` to pay out to it.',
  tag: 'Bank accounts',
  notes: [
    'In live mode the check digit of the routing number must be correct. In test mode you can use any nine digits.',
  ],
  params: { customer_id: 'The customer.' },
  access: apiKey({ missingKey: 'api_key_required', refusesBanned: true, scope: 'payouts' }),
  body: bankAccountBody,
  answers: {
    201: z
      .object({
        status: success,
        message: z.literal('Bank account added successfully'),
        bank_account: bankAccount,
      })
      .describe('Bank account added'),
  },
  errors: ['customer_not_found'],
  idempotency: 'for 24 hours',
  example: {
    body: {
      email: 'mary@example.com',
      first_name: 'Mary',
      last_name: 'Jackson',
      address: { state: 'VA', city: 'Hampton', postcode: '23666', street_address: '1 Main Street' },
      bank_details: {
        account_name: 'Mary Jackson',
        account_number: '123456789012',
        routing_number: '021000021',
        bank_name: 'First Bank',
      },
      metadata: { payee: '7' },
    },
  },
}).handle(({ account, params, input, commit }) =>
  commit.statement(async (on) => {
    const added = await saveBankAccount(on, account.id, params.customer_id, input)
    return {
      status: 201,
      body: {
        status: 'success',
        message: 'Bank account added successfully',
        bank_account: presentBankAccount(added),
      },
    }
  }),
)

/** Contract, endpoint 3. */
export const listBankAccounts = operation({
  method: 'GET',
  path: '/api/v2/customer/{customer_id}/bank-accounts',
  summary: "List a customer's bank accounts",
  description: 'Returns all bank accounts of the customer, without paging.',
  tag: 'Bank accounts',
  notes: [
    'Account numbers are returned in full, so protect the response as you would protect the numbers. They are stored encrypted.',
  ],
  params: { customer_id: 'The customer.' },
  access: apiKey({ missingKey: 'api_key_parameter_required', refusesBanned: true, scope: 'read' }),
  answers: {
    200: z
      .object({
        status: success,
        customer_id: z.uuid().meta({ examples: ['0199d1c2-4101-7487-8f43-cf036d7d314b'] }),
        total: z
          .int()
          .describe('The number of bank accounts.')
          .meta({ examples: [1] }),
        bank_accounts: z.array(bankAccount),
      })
      .describe('The bank accounts'),
  },
  errors: ['customer_not_found'],
}).handle(async ({ account, params }) => {
  const bankAccounts = await findBankAccounts(sharedReads(), account.id, params.customer_id)
  return {
    status: 200,
    body: {
      status: 'success',
      customer_id: params.customer_id.toLowerCase(),
      total: bankAccounts.length,
      bank_accounts: bankAccounts.map(presentBankAccount),
    },
  }
})

/** Includes the full account number: the vendor sent it, and gets it back. */
function presentBankAccount(record: BankAccountRecord) {
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
      account_number: openAccountNumber(record),
      routing_number: record.routingNumber,
      bank_name: record.bankName,
      account_category: record.accountCategory,
    },
    first_name: record.firstName,
    last_name: record.lastName,
    date_of_birth: record.dateOfBirth ? formatIsoDate(record.dateOfBirth) : '',
    company_name: record.companyName,
    created_at: formatDateTime(record.createdAt),
    ...presentMetadata(record.metadata),
  }
}
