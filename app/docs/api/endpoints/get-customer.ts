import type { Endpoint } from '@/components/docs/reference'
import { CUSTOMER, CUSTOMER_ID, EXAMPLE_URL, PAID_INVOICE } from './example-values'
import { CUSTOMER_IN_PATH, CUSTOMER_NOT_FOUND, INVALID_KEY, KEY_IN_QUERY, missingKey } from './shared-rows'

export const getCustomer: Endpoint = {
  id: 'get-customer',
  title: 'Read a customer',
  method: 'GET',
  path: '/api/v2/customer/{customer_id}',
  text: 'A customer together with every invoice that the customer has paid, the latest payment first.',
  fields: [CUSTOMER_IN_PATH, KEY_IN_QUERY],
  errors: [missingKey(400, 'api_key parameter is required'), INVALID_KEY, CUSTOMER_NOT_FOUND],
  example: {
    path: '/api/v2/customer/$CUSTOMER_ID',
    status: 200,
    answer: {
      status: 'success',
      customer: CUSTOMER,
      customer_url: `${EXAMPLE_URL}/customers/${CUSTOMER_ID}`,
      paid_invoices: [PAID_INVOICE],
      total_paid_count: 1,
      total_paid_amount: { USD: 159.28 },
    },
  },
  notes: [
    "`customer_url` is the customer's page in your dashboard.",
    '`total_paid_amount` has one sum for each currency that was paid in, customer fees included; it is `{}` before the first payment.',
    'A banned vendor may still read customers.',
  ],
}
