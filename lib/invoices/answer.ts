import { z } from 'zod'
import { metadata } from '@/lib/http/metadata'
import { dayText, jsonNumber, moment, shortDayText } from '@/lib/http/schemas'
import { API_STATUSES } from './status'

const EXAMPLE = {
  id: '0199d1c2-468f-765b-aa4c-21f0cb229f3f',
  amount: 159.28,
  currency: 'USD',
  email: 'mary@example.com',
  provider: 'card',
  status: 'Paid',
  created_on: '02 Mar, 2026',
  paid_on: '03 Mar, 2026',
  payment_link: 'https://pay.example.com/pay/0351LT10lcnLt9rW77EtbO7cMm510JrottE6HBF1Fw21',
  items: [
    { name: 'Consulting, hours', qty: 1.5, price: 80 },
    { name: 'Travel', qty: 1, price: 34.5 },
  ],
  due_date: '2026-04-01',
  customer_id: '0199d1c2-4101-7487-8f43-cf036d7d314b',
  reference: 'order-1042',
  metadata: { source: 'web shop' },
}

export const reference = z.string().optional().describe('Your own number, if you sent one.')

/** The invoice as all answers of the API and the webhooks show it; `invoiceSnapshot` fills it. */
export const invoice = z
  .object({
    id: z.uuid(),
    amount: jsonNumber.describe('The amount that the buyer pays or has paid, fee included.'),
    currency: z.string().describe('ISO 4217, in upper case.'),
    email: z.string().describe("The customer's email."),
    provider: z.string().nullable().describe('The payment method: `card`. `null` until the invoice is paid.'),
    status: z.enum(API_STATUSES).describe('See Statuses.'),
    created_on: shortDayText.describe('`DD Mon, YYYY`.'),
    paid_on: shortDayText.nullable().describe('`DD Mon, YYYY`. `null` until the invoice is paid.'),
    payment_link: z.string(),
    items: z
      .array(
        z.object({
          name: z.string().describe('The `title` you sent.'),
          qty: jsonNumber,
          price: jsonNumber.describe('The price of one unit, before the fee.'),
        }),
      )
      .describe('At least one.'),
    due_date: dayText.describe('`YYYY-MM-DD`.'),
    customer_id: z.uuid(),
    voided_on: shortDayText.optional().describe('`DD Mon, YYYY`. Absent unless you have voided it.'),
    reference,
    metadata,
  })
  .meta({
    id: 'Invoice',
    title: 'Invoice',
    description: 'Returned when you check an invoice or get a customer, and sent in webhooks.',
    examples: [EXAMPLE],
  })

/** Examples of an `invoiceDetail` that nobody has paid. */
export const OPEN_EXAMPLE = {
  ...EXAMPLE,
  provider: null,
  status: 'Invoice Created',
  paid_on: null,
  base_amount: 154.5,
  created_at: '2026-03-02T14:05:31.000Z',
  paid_at: null,
  voided_at: null,
}

const {
  reference: ownNumber,
  metadata: own,
  base_amount,
  created_at,
  paid_at,
  voided_at: _,
  ...contractFields
} = OPEN_EXAMPLE

export const VOIDED_EXAMPLE = {
  ...contractFields,
  voided_on: '05 Mar, 2026',
  reference: ownNumber,
  metadata: own,
  base_amount,
  created_at,
  paid_at,
  voided_at: '2026-03-05T10:20:30.000Z',
}

/** The invoice as the endpoints beyond the contract show it; `listedInvoiceJson` fills it. */
export const invoiceDetail = invoice
  .extend({
    base_amount: jsonNumber.describe('The amount that your wallet receives when the invoice is paid.'),
    created_at: moment.describe('ISO 8601.'),
    paid_at: moment.nullable().describe('ISO 8601. `null` until the invoice is paid.'),
    voided_at: moment.nullable().describe('ISO 8601. `null` unless you have voided it.'),
  })
  .meta({
    id: 'InvoiceDetail',
    title: 'Invoice, with times',
    description:
      'An invoice with its base amount and its times in ISO 8601: returned when you list or void invoices.',
    examples: [
      {
        ...EXAMPLE,
        base_amount: 154.5,
        created_at: '2026-03-02T14:05:31.000Z',
        paid_at: '2026-03-03T09:12:45.000Z',
        voided_at: null,
      },
    ],
  })
