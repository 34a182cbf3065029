import type { Entries } from '@/lib/error-entry'

export const bankAccountRefusals = {
  email_required: { status: 400, message: 'email is required', meaning: '`email` is missing or blank.' },
  invalid_entity_type: {
    status: 400,
    message: 'entity_type must be PERSONAL or COMPANY',
    meaning: 'Any other value, including a different case.',
  },
  address_incomplete: {
    status: 400,
    message: 'address.state, address.city, address.postcode and address.street_address are required',
    meaning: 'One of them is missing or blank.',
  },
  bank_details_incomplete: {
    status: 400,
    message: 'bank_details.account_name, account_number, routing_number and bank_name are required',
    meaning: 'One of them is missing or blank.',
  },
  person_name_required: {
    status: 400,
    message: 'first_name and last_name are required for PERSONAL accounts',
    meaning: 'One of them is missing or blank.',
  },
  company_name_required: {
    status: 400,
    message: 'company_name is required for COMPANY accounts',
    meaning: '`company_name` is missing or blank.',
  },
  invalid_country_code: {
    status: 400,
    message: 'Invalid country_code',
    meaning: '`address.country_code` is not an ISO 3166 code of two letters.',
  },
  invalid_account_number: {
    status: 400,
    message: 'account_number must be 4 to 17 digits',
    meaning: '`bank_details.account_number` has a different length, or characters that are not digits.',
  },
  invalid_routing_number: {
    status: 400,
    message: 'routing_number must be a 9-digit ABA routing number',
    meaning: 'Not 9 digits or, in live mode, a wrong checksum.',
  },
  invalid_account_category: {
    status: 400,
    message: 'account_category must be Checking or Savings',
    meaning: 'Any other value, including a different case.',
  },
  invalid_expires_in: {
    status: 400,
    message: 'expires_in must be a whole number from 300 to 2592000',
    meaning: 'The seconds that the link is valid: 5 minutes to 30 days.',
  },
  invalid_date_of_birth: {
    status: 400,
    message: 'Invalid date_of_birth format. Use YYYY-MM-DD',
    meaning: 'A different format, or a day that does not exist.',
  },
} as const satisfies Entries

export const bankAccountErrors = {
  /** There is no such link for payees, or it takes no bank account any more. */
  bank_account_link_closed: { status: 404, message: 'This link is not valid any more' },
  /** A payee entered it through a link, and the dashboard asks a person before the first payouts. */
  bank_account_unconfirmed: {
    status: 409,
    message: 'This bank account is new. Confirm that it is the customer’s before you pay out to it',
  },
  /** The vendor's own, in live mode: its owners hear of it before money goes there. */
  bank_account_waits: {
    status: 409,
    message: 'This bank account was added in the last 24 hours. It takes withdrawals after that',
  },
  bank_account_not_found: {
    status: 404,
    message: 'Bank account not found for this customer',
    meaning: 'The id is unknown, belongs to another customer, or is that of an archived bank account.',
  },
} as const satisfies Entries
