import type { Endpoint, ErrorRow, RequestField } from '@/components/docs/reference'
import { BANK_ACCOUNT } from './example-values'
import {
  BANNED,
  CUSTOMER_IN_PATH,
  CUSTOMER_NOT_FOUND,
  INVALID_KEY,
  KEY_IN_BODY,
  missingKey,
  NOT_TEXT,
  TOO_LONG,
} from './shared-rows'

const TEXT = { type: 'string', required: 'yes', text: 'At most 255 characters.' }

const FIELDS: RequestField[] = [
  CUSTOMER_IN_PATH,
  KEY_IN_BODY,
  {
    name: 'entity_type',
    type: 'string',
    required: 'no',
    fallback: '`PERSONAL`',
    text: '`PERSONAL` or `COMPANY`, exactly so.',
  },
  {
    name: 'email',
    type: 'string',
    required: 'yes',
    text: "Of the account's holder. At most 254 characters.",
  },
  {
    name: 'address.country_code',
    type: 'string',
    required: 'no',
    fallback: '`US`',
    text: 'An ISO 3166-1 code of two letters, in either case.',
  },
  { name: 'address.state', ...TEXT },
  { name: 'address.city', ...TEXT },
  { name: 'address.postcode', ...TEXT },
  { name: 'address.street_address', ...TEXT },
  {
    name: 'bank_details.account_name',
    type: 'string',
    required: 'yes',
    text: 'The name that the account is held in. At most 255 characters.',
  },
  { name: 'bank_details.account_number', type: 'string', required: 'yes', text: '4 to 17 digits.' },
  {
    name: 'bank_details.routing_number',
    type: 'string',
    required: 'yes',
    text: 'An ABA routing number of 9 digits. In live mode its check digit must be right as well.',
  },
  { name: 'bank_details.bank_name', ...TEXT },
  {
    name: 'bank_details.account_category',
    type: 'string',
    required: 'no',
    fallback: '`Checking`',
    text: '`Checking` or `Savings`, exactly so.',
  },
  { name: 'first_name', type: 'string', required: 'for `PERSONAL`', text: 'At most 255 characters.' },
  { name: 'last_name', type: 'string', required: 'for `PERSONAL`', text: 'At most 255 characters.' },
  {
    name: 'date_of_birth',
    type: 'string',
    required: 'no',
    fallback: 'empty string',
    text: '`YYYY-MM-DD`, a day that the calendar has.',
  },
  { name: 'company_name', type: 'string', required: 'for `COMPANY`', text: 'At most 255 characters.' },
]

const ERRORS: ErrorRow[] = [
  missingKey(400, 'api_key is required'),
  INVALID_KEY,
  BANNED,
  {
    status: 400,
    message: 'entity_type must be PERSONAL or COMPANY',
    text: '`entity_type` is any other word.',
  },
  { status: 400, message: 'email is required', text: '`email` is absent or blank.' },
  { status: 400, message: 'Invalid email format', text: '`email` is no email address.' },
  {
    status: 400,
    message: 'address.state, address.city, address.postcode and address.street_address are required',
    text: 'One of the four is absent or blank, or there is no `address`.',
  },
  {
    status: 400,
    message: 'bank_details.account_name, account_number, routing_number and bank_name are required',
    text: 'One of the four is absent or blank, or there are no `bank_details`.',
  },
  {
    status: 400,
    message: 'first_name and last_name are required for PERSONAL accounts',
    text: 'Either of them is absent or blank.',
  },
  {
    status: 400,
    message: 'company_name is required for COMPANY accounts',
    text: '`company_name` is absent or blank.',
  },
  NOT_TEXT,
  TOO_LONG,
  { status: 400, message: 'Invalid country_code', text: '`address.country_code` is no code of a country.' },
  {
    status: 400,
    message: 'account_number must be 4 to 17 digits',
    text: 'Letters, spaces or another number of digits.',
  },
  {
    status: 400,
    message: 'routing_number must be a 9-digit ABA routing number',
    text: 'Not 9 digits; in live mode also a wrong check digit.',
  },
  {
    status: 400,
    message: 'account_category must be Checking or Savings',
    text: '`bank_details.account_category` is any other word.',
  },
  {
    status: 400,
    message: 'Invalid date_of_birth format. Use YYYY-MM-DD',
    text: 'Another format, or a day that does not exist.',
  },
  CUSTOMER_NOT_FOUND,
]

export const addBankAccount: Endpoint = {
  id: 'add-bank-account',
  title: 'Add a bank account',
  method: 'POST',
  path: '/api/v2/customer/{customer_id}/bank-account',
  text: 'Saves a US bank account for the customer. Its `id` is what a payout is sent to.',
  fields: FIELDS,
  errors: ERRORS,
  example: {
    path: '/api/v2/customer/$CUSTOMER_ID/bank-account',
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
    },
    status: 201,
    answer: {
      status: 'success',
      message: 'Bank account added successfully',
      bank_account: BANK_ACCOUNT,
    },
  },
  notes: [
    'In live mode a routing number needs a right check digit; in test mode any nine digits do, so that made-up numbers work.',
  ],
}
