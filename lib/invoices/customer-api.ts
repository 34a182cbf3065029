import { z } from 'zod'
import { apiKey } from '@/lib/api-keys/key-access'
import { customer, presentCustomer } from '@/lib/customers/answer'
import { connectionPool } from '@/lib/db/client'
import { customerUrl } from '@/lib/http/links'
import { operation } from '@/lib/http/operation'
import { asJsonText, jsonNumber, success } from '@/lib/http/schemas'
import { tenantTurns } from '@/lib/http/tenant-turns'
import { invoice } from './answer'
import { readCustomerWithPaidInvoices } from './snapshot-json'

/**
 * A customer with thousands of invoices takes the database some milliseconds. More of them at once would be no
 * faster, and would keep everybody else's short statements waiting; with fewer, small ones would leave it idle.
 */
const inTurn = tenantTurns({ atOnce: 6, atOncePerTenant: 4, waitingPerTenant: 100 })

/** Contract, endpoint 2. A banned vendor may still read. */
export const getCustomer = operation({
  method: 'GET',
  path: '/api/v2/customer/{customer_id}',
  summary: 'Get a customer',
  description: 'Returns a customer with all of their paid invoices, latest payment first.',
  tag: 'Customers',
  notes: [
    "`customer_url` is the customer's page in your dashboard.",
    '`total_paid_amount` has one total per currency, including fees that the customer paid. It is `{}` before the first payment.',
    'A banned vendor can still get customers.',
  ],
  params: { customer_id: 'The customer.' },
  access: apiKey({ missingKey: 'api_key_parameter_required', refusesBanned: false, scope: 'read' }),
  answers: {
    200: z
      .object({
        status: success,
        customer,
        customer_url: z
          .string()
          .describe("The customer's page in the dashboard.")
          .meta({ examples: ['https://pay.example.com/customers/0199d1c2-4101-7487-8f43-cf036d7d314b'] }),
        paid_invoices: asJsonText(z.array(invoice).describe('Sorted by payment date, newest first.')),
        total_paid_count: z
          .int()
          .describe('The number of paid invoices.')
          .meta({ examples: [1] }),
        total_paid_amount: asJsonText(
          z
            .record(z.string(), jsonNumber)
            .describe('The total paid, by currency code.')
            .meta({ examples: [{ USD: 159.28 }] }),
        ),
      })
      .describe('The customer'),
  },
  errors: ['customer_not_found'],
}).handle(async ({ account, params, onDisconnect }) => {
  const { customer, paidInvoices, paidCount, paidTotals } = await inTurn(
    { tenantId: account.id, onDisconnect },
    () => readCustomerWithPaidInvoices(connectionPool(), account.id, params.customer_id),
  )
  return {
    status: 200,
    body: {
      status: 'success',
      customer: presentCustomer(customer),
      customer_url: customerUrl(customer.id),
      paid_invoices: paidInvoices,
      total_paid_count: paidCount,
      total_paid_amount: paidTotals,
    },
  }
})
