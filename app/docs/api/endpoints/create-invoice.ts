import type { Endpoint, ErrorRow, RequestField } from '@/components/docs/reference'
import { NEW_INVOICE } from './example-values'
import {
  BANNED,
  CUSTOMER_NOT_FOUND,
  INVALID_KEY,
  KEY_IN_BODY,
  missingKey,
  NOT_TEXT,
  TOO_LONG,
} from './shared-rows'

const NUMBER = 'number or decimal string'

const FIELDS: RequestField[] = [
  KEY_IN_BODY,
  {
    name: 'customer_id',
    type: 'UUID',
    required: 'this or `email`',
    text: "Whom the invoice is for. Given both, this counts, and the email address is the customer's.",
  },
  {
    name: 'email',
    type: 'string',
    required: 'this or `customer_id`',
    text: "The account's customer with this address; one is made, named by the address, where there is none. At most 254 characters.",
  },
  {
    name: 'amount',
    type: NUMBER,
    required: 'this or `items`',
    text: 'The whole amount before the fee, above 0. It becomes one item, titled `Payment`. Ignored where there are items.',
  },
  {
    name: 'items',
    type: 'array of objects',
    required: 'this or `amount`',
    text: 'Up to 100. An empty array counts as not given. The total is their sum.',
  },
  {
    name: 'items[].title',
    type: 'string',
    required: 'in each item',
    text: 'At most 255 characters.',
  },
  {
    name: 'items[].qty',
    type: NUMBER,
    required: 'in each item',
    text: 'Above 0, at most six decimals.',
  },
  {
    name: 'items[].price',
    type: NUMBER,
    required: 'in each item',
    text: "Of one unit, 0 or more, with at most the currency's decimals.",
  },
  {
    name: 'currency',
    type: 'string',
    required: 'no',
    fallback: '`USD`',
    text: 'An ISO 4217 code, in either case.',
  },
  {
    name: 'due_date',
    type: 'string',
    required: 'no',
    fallback: 'in 30 days',
    text: '`YYYY-MM-DD`. The invoice becomes `Unpaid` once this day is over in UTC. A day in the past is taken.',
  },
  {
    name: 'redirect_url',
    type: 'string',
    required: 'no',
    fallback: 'a thank-you page',
    text: 'Where the buyer goes after paying; `transaction_id` is added to its query. http or https, no user name in it, at most 2048 characters.',
  },
  {
    name: 'webhook_url',
    type: 'string',
    required: 'no',
    fallback: 'no webhook',
    text: "Where this invoice's changes of status are sent: see Webhooks. The same rules as for `redirect_url`.",
  },
]

const ERRORS: ErrorRow[] = [
  missingKey(401, 'api_key is required'),
  INVALID_KEY,
  BANNED,
  { status: 400, message: 'email or customer_id is required', text: 'Both are absent or blank.' },
  { status: 400, message: 'amount or items are required', text: 'Both are absent or empty.' },
  {
    status: 400,
    message: 'Invoice amount must be greater than 0',
    text: 'The amount is 0 or below, or the items add up to 0.',
  },
  { status: 400, message: 'Invalid redirect_url', text: 'It is no http or https address.' },
  { status: 400, message: 'Invalid webhook_url', text: 'It is no http or https address.' },
  {
    status: 400,
    message: 'Invalid due_date format. Use YYYY-MM-DD',
    text: 'Another format, or a day that does not exist.',
  },
  NOT_TEXT,
  TOO_LONG,
  { status: 400, message: 'Invalid email format', text: '`email` is no email address.' },
  { status: 400, message: 'items must be an array', text: '`items` is an object, a text or the like.' },
  { status: 400, message: 'items must have at most 100 entries', text: 'There are more.' },
  {
    status: 400,
    message: 'Each item must have title, qty and price',
    text: 'An item lacks one of them, or is no object.',
  },
  {
    status: 400,
    message: 'Invalid amount format',
    text: '`amount`, a `qty` or a `price` is no decimal, or has too many decimals.',
  },
  {
    status: 400,
    message: 'Each item must have a qty above 0 and a price of 0 or more',
    text: 'A quantity of 0, or a negative number.',
  },
  { status: 400, message: 'Invalid currency', text: '`currency` is no ISO 4217 code.' },
  {
    status: 400,
    message: 'Invoice amount must be at most 999999999.99',
    text: 'The sum before the fee is above it, whatever the currency.',
  },
  CUSTOMER_NOT_FOUND,
  {
    status: 502,
    message: 'Payment provider error (<status>)',
    text: 'The payment provider refused to open a checkout, with this HTTP status; 504 where it gave no answer. No invoice was made.',
  },
]

export const createInvoice: Endpoint = {
  id: 'create-invoice',
  title: 'Create an invoice',
  method: 'POST',
  path: '/api/v2/invoice',
  text: 'Makes an invoice and answers the link that its buyer pays at. The link works until the invoice is paid, overdue or not.',
  fields: FIELDS,
  errors: ERRORS,
  example: {
    path: '/api/v2/invoice',
    idempotencyKey: 'order-1042',
    body: {
      customer_id: '$CUSTOMER_ID',
      items: [
        { title: 'Consulting, hours', qty: 1.5, price: 80 },
        { title: 'Travel', qty: 1, price: 34.5 },
      ],
      redirect_url: 'https://shop.example.com/thanks',
      webhook_url: 'https://shop.example.com/hooks/counterfoil',
    },
    status: 201,
    answer: { status: 'success', message: 'Invoice created successfully', invoice: NEW_INVOICE },
  },
  notes: [
    '`amount` in the answer is what the buyer pays: `base_amount` and the customer fee. The fee is fixed at this moment: later changes of your terms leave the invoice as it is.',
    'An item is called by its `title` here, and by its `name` everywhere else the invoice is shown.',
    'The creation is no change of status: it sends no webhook.',
  ],
}
