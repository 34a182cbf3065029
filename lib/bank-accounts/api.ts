import { z } from 'zod'
import { recordKeyAct } from '@/lib/api-keys/api-keys'
import { apiKey } from '@/lib/api-keys/key-access'
import { sharedReads } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import { orderedBody } from '@/lib/http/input'
import { operation } from '@/lib/http/operation'
import { moment, success } from '@/lib/http/schemas'
import { archivedFilter } from '@/lib/lists/list-filters'
import { readParameters } from '@/lib/lists/list-parameters'
import { SECOND_MS } from '@/lib/time/units'
import { ARCHIVED_BANK_ACCOUNT, bankAccount, presentBankAccount } from './answer'
import { findBankAccounts, labelOf, markBankAccountArchived, saveBankAccount } from './bank-account'
import { bankAccountBody } from './bank-account-body'
import { issueBankAccountLink } from './bank-account-link'
import { bankAccountLinkBody } from './bank-account-link-body'

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
    const added = await saveBankAccount(on, account.id, params.customer_id, input, commit)
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

const bankAccountLink = z
  .object({
    id: z.uuid().describe('The `bank_account_link_id` of the bank account that is entered there.'),
    customer_id: z.uuid().describe('The customer who enters it.'),
    url: z.string().describe('The page. Returned here and never again.'),
    expires_at: moment.describe('It takes no bank account from then on.'),
  })
  .meta({
    id: 'BankAccountLink',
    title: 'Link for bank details',
    description: 'Returned when you create a link for bank details.',
    examples: [
      {
        id: '0199d1c2-7401-7b2d-9c11-5e0f2a6b8d13',
        customer_id: '0199d1c2-4101-7487-8f43-cf036d7d314b',
        url: 'https://pay.example.com/bank-details/bal_0NMcbnxsMPBmiRnMI3VZCHe0V5c2JqPkYw8aTn3LxGdRm7ZsQ4uB1f',
        expires_at: '2026-03-10T09:30:41.000Z',
      },
    ],
  })

const listQuery = z.object({
  archived: archivedFilter.describe('`true` for the bank accounts that are archived, and no others.'),
})

/** Contract, endpoint 3; `archived` is beyond it. */
export const listBankAccounts = operation({
  method: 'GET',
  path: '/api/v2/customer/{customer_id}/bank-accounts',
  summary: "List a customer's bank accounts",
  description: 'Returns all bank accounts of the customer that are not archived, without paging.',
  tag: 'Bank accounts',
  notes: [
    'Account numbers are returned in full, so protect the response as you would protect the numbers. They are stored encrypted.',
  ],
  params: { customer_id: 'The customer.' },
  access: apiKey({ missingKey: 'api_key_parameter_required', refusesBanned: true, scope: 'read' }),
  query: { schema: listQuery, read: (search) => readParameters(listQuery, search) },
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
  errors: ['invalid_parameter', 'customer_not_found'],
}).handle(async ({ account, params, query }) => {
  const archived = query.archived === 'true'
  const bankAccounts = await findBankAccounts(sharedReads(), account.id, params.customer_id, { archived })
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

/** Beyond the contract. */
export const archiveBankAccount = operation({
  method: 'DELETE',
  path: '/api/v2/customer/{customer_id}/bank-account/{bank_account_id}',
  summary: 'Archive a bank account',
  description: 'From then on it takes no payout. Payouts that were sent to it stay as they are.',
  tag: 'Bank accounts',
  notes: [
    'To a new payout, an archived bank account is as missing as an unknown one, and so it is to a second request to archive it. Lists have it with `archived=true` only.',
    'A scheduled payout to it is not sent on its day, and the person who scheduled it is told by mail.',
  ],
  params: { customer_id: 'The customer.', bank_account_id: 'The bank account.' },
  access: apiKey({ missingKey: 'api_key_required', refusesBanned: true, scope: 'payouts' }),
  answers: {
    200: z
      .object({ status: success, bank_account: bankAccount })
      .describe('Bank account archived')
      .meta({ examples: [{ status: 'success', bank_account: ARCHIVED_BANK_ACCOUNT }] }),
  },
  errors: ['customer_not_found', 'bank_account_not_found'],
}).handle(async ({ account, apiKeyId, params, clientAddress }) => {
  const archived = await inTransaction(async (tx) => {
    const bankAccount = await markBankAccountArchived(
      tx,
      account.id,
      params.customer_id,
      params.bank_account_id,
    )
    const detail = labelOf(bankAccount)
    const act = { action: 'bank_account.archived', subjectId: bankAccount.id, detail } as const
    await recordKeyAct(tx, account, { apiKeyId, clientAddress }, act)
    return bankAccount
  })
  return { status: 200, body: { status: 'success', bank_account: presentBankAccount(archived) } }
})

/** Beyond the contract. */
export const createBankAccountLink = operation({
  method: 'POST',
  path: '/api/v2/customer/{customer_id}/bank-account-link',
  summary: 'Create a link for bank details',
  description:
    'Creates a page on which the customer enters their own bank account, once. You never handle the number.',
  tag: 'Bank accounts',
  notes: [
    'Send the `url` to the customer only, by a way that reaches nobody else: the first person to open it decides where your payouts go. It is returned once, and can’t be read again.',
    'The page takes one bank account, and then says that it is done. You learn of it by the event `bank_account.created`, whose `data.bank_account_link_id` is the `id` of this link.',
    'Check with the customer, by another way than the one by which you sent the link, before you pay out a large amount to an account that is new. The dashboard asks for this in the first 24 hours. The API does not: it is up to your program.',
    'The check digit of the routing number must be right in test mode too.',
  ],
  params: { customer_id: 'The customer.' },
  access: apiKey({ missingKey: 'api_key_required', refusesBanned: true, scope: 'payouts' }),
  body: orderedBody(bankAccountLinkBody),
  answers: {
    201: z.object({ status: success, bank_account_link: bankAccountLink }).describe('Link created'),
  },
  errors: ['customer_not_found'],
  idempotency: 'for 24 hours',
  example: { body: { expires_in: 604_800, redirect_url: 'https://shop.example.com/account' } },
}).handle(({ account, apiKeyId, params, input, commit, clientAddress }) =>
  commit.transaction(async (tx) => {
    const { expiresIn, redirectUrl } = input
    const terms = { validMs: expiresIn * SECOND_MS, redirectUrl }
    const { id, url, expiresAt, customer } = await issueBankAccountLink(
      tx,
      account.id,
      params.customer_id,
      terms,
    )
    const act = { action: 'bank_account.requested', subjectId: customer.id, detail: customer.name } as const
    await recordKeyAct(tx, account, { apiKeyId, clientAddress }, act)
    const bank_account_link = { id, customer_id: customer.id, url, expires_at: expiresAt.toISOString() }
    return { status: 201, body: { status: 'success', bank_account_link } }
  }),
)
