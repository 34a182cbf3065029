import type { JsonObject } from '@/components/docs/reference'

/* What the examples of the reference are about: one customer, her invoice, her bank account. */

export const CUSTOMER_ID = '0199d1c2-4101-7487-8f43-cf036d7d314b'
const INVOICE_ID = '0199d1c2-468f-765b-aa4c-21f0cb229f3f'
const BANK_ACCOUNT_ID = '0199d1c2-7363-74fb-b0b1-82d04b0c66f9'
const PAYOUT_ID = '0199d1c2-84a9-7373-9ef8-5288bf1b10c4'

/** Where the examples' service is reached. */
export const EXAMPLE_URL = 'https://pay.example.com'

const PAYMENT_LINK = `${EXAMPLE_URL}/pay/0351LT10lcnLt9rW77EtbO7cMm510JrottE6HBF1Fw21`

export const CUSTOMER: JsonObject = {
  id: CUSTOMER_ID,
  name: 'Mary Jackson',
  email: 'mary@example.com',
  group: 'Retainer',
  preferred_currency: 'USD',
  address_line1: null,
  address_line2: null,
  city: 'Hampton',
  state: 'VA',
  zip: '23666',
  country: 'US',
  created_on: '2026-03-02 14:05:09',
}

export const NEW_INVOICE: JsonObject = {
  id: INVOICE_ID,
  amount: 159.28,
  base_amount: 154.5,
  currency: 'USD',
  payment_link: PAYMENT_LINK,
  provider_checkout_session_id: 1042,
  status: 'Invoice Created',
  email: 'mary@example.com',
  customer_id: CUSTOMER_ID,
  items: [
    { title: 'Consulting, hours', qty: 1.5, price: 80 },
    { title: 'Travel', qty: 1, price: 34.5 },
  ],
  due_date: '2026-04-01',
  created_on: '02 Mar, 2026',
}

/** The same invoice as everything but its creation shows it. */
export const PAID_INVOICE: JsonObject = {
  id: INVOICE_ID,
  amount: 159.28,
  currency: 'USD',
  email: 'mary@example.com',
  provider: 'card',
  status: 'Paid',
  created_on: '02 Mar, 2026',
  paid_on: '03 Mar, 2026',
  payment_link: PAYMENT_LINK,
  items: [
    { name: 'Consulting, hours', qty: 1.5, price: 80 },
    { name: 'Travel', qty: 1, price: 34.5 },
  ],
  due_date: '2026-04-01',
  customer_id: CUSTOMER_ID,
}

export const BANK_ACCOUNT: JsonObject = {
  id: BANK_ACCOUNT_ID,
  customer_id: CUSTOMER_ID,
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
}

export const PAYOUT: JsonObject = {
  id: PAYOUT_ID,
  customer_id: CUSTOMER_ID,
  bank_account_id: BANK_ACCOUNT_ID,
  amount: 25.5,
  currency: 'USD',
  status: 'PAID',
  provider_transfer_id: 'sbx_tr_0199d1c2-852f-77bd-a983-ba237bffc061',
  provider_transfer_status: 'DELIVERED',
}
