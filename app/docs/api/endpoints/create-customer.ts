import type { Endpoint } from '@/components/docs/reference'
import { CUSTOMER } from './example-values'
import { BANNED, INVALID_KEY, KEY_IN_BODY, missingKey, NOT_TEXT, TOO_LONG } from './shared-rows'

const ADDRESS_FIELD = { type: 'string', required: 'no', fallback: '`null`', text: 'At most 255 characters.' }

export const createCustomer: Endpoint = {
  id: 'create-customer',
  title: 'Create a customer',
  method: 'POST',
  path: '/api/v2/customer',
  text: 'Adds somebody whom you bill or pay out to.',
  fields: [
    KEY_IN_BODY,
    { name: 'name', type: 'string', required: 'yes', text: 'Full name. At most 255 characters.' },
    {
      name: 'email',
      type: 'string',
      required: 'yes',
      text: 'At most 254 characters. One customer per email address in an account; upper and lower case count as the same.',
    },
    {
      name: 'group',
      type: 'string',
      required: 'no',
      fallback: '`null`',
      text: 'A label of your own to sort customers by. At most 255 characters.',
    },
    {
      name: 'preferred_currency',
      type: 'string',
      required: 'no',
      fallback: '`USD`',
      text: 'An ISO 4217 code, in either case. It is kept for you to read; an invoice has a currency of its own.',
    },
    { name: 'address_line1', ...ADDRESS_FIELD },
    { name: 'address_line2', ...ADDRESS_FIELD },
    { name: 'city', ...ADDRESS_FIELD },
    { name: 'state', ...ADDRESS_FIELD },
    { name: 'zip', ...ADDRESS_FIELD },
    { name: 'country', ...ADDRESS_FIELD },
  ],
  errors: [
    missingKey(401, 'Invalid API Key'),
    INVALID_KEY,
    BANNED,
    { status: 400, message: 'name and email are required', text: 'Either of them is absent or blank.' },
    { status: 400, message: 'Invalid email format', text: '`email` is no email address.' },
    NOT_TEXT,
    TOO_LONG,
    { status: 400, message: 'Invalid currency', text: '`preferred_currency` is no ISO 4217 code.' },
    {
      status: 409,
      message: 'Customer with this email already exists',
      text: 'The account has a customer with this address.',
    },
  ],
  example: {
    path: '/api/v2/customer',
    body: {
      name: 'Mary Jackson',
      email: 'mary@example.com',
      group: 'Retainer',
      city: 'Hampton',
      state: 'VA',
      zip: '23666',
      country: 'US',
    },
    status: 201,
    answer: { status: 'success', message: 'Customer created successfully', customer: CUSTOMER },
  },
  notes: [],
}
