import type { Endpoint } from '@/components/docs/reference'
import { PAID_INVOICE } from './example-values'
import { INVALID_KEY, KEY_IN_QUERY, missingKey } from './shared-rows'

export const getInvoice: Endpoint = {
  id: 'get-invoice',
  title: 'Check an invoice',
  method: 'GET',
  path: '/api/v2/invoice/{invoice_id}',
  text: 'An invoice as it is now. The object is the one that webhooks carry.',
  fields: [
    { name: 'invoice_id', type: 'UUID, in the path', required: 'yes', text: 'The invoice.' },
    KEY_IN_QUERY,
  ],
  errors: [
    missingKey(400, 'api_key parameter is required'),
    INVALID_KEY,
    { status: 404, message: 'Invoice not found', text: 'No invoice of this account has the id.' },
  ],
  example: {
    path: '/api/v2/invoice/$INVOICE_ID',
    status: 200,
    answer: { status: 'success', invoice: PAID_INVOICE },
  },
  notes: [
    '`provider` and `paid_on` are `null` until the invoice is paid.',
    'A banned vendor may still read invoices.',
  ],
}
