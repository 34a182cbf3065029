import type { Endpoint } from '@/components/docs/reference'
import { BANK_ACCOUNT, CUSTOMER_ID } from './example-values'
import {
  BANNED,
  CUSTOMER_IN_PATH,
  CUSTOMER_NOT_FOUND,
  INVALID_KEY,
  KEY_IN_QUERY,
  missingKey,
} from './shared-rows'

export const listBankAccounts: Endpoint = {
  id: 'list-bank-accounts',
  title: "List a customer's bank accounts",
  method: 'GET',
  path: '/api/v2/customer/{customer_id}/bank-accounts',
  text: 'All bank accounts that were saved for the customer, in one answer: there are no pages.',
  fields: [CUSTOMER_IN_PATH, KEY_IN_QUERY],
  errors: [missingKey(400, 'api_key parameter is required'), INVALID_KEY, BANNED, CUSTOMER_NOT_FOUND],
  example: {
    path: '/api/v2/customer/$CUSTOMER_ID/bank-accounts',
    status: 200,
    answer: {
      status: 'success',
      customer_id: CUSTOMER_ID,
      total: 1,
      bank_accounts: [BANK_ACCOUNT],
    },
  },
  notes: [
    'Account numbers come back in full, as you sent them: treat the answer as you would treat the number itself. They are encrypted where they are stored.',
  ],
}
