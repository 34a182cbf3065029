import { z } from 'zod'
import { apiKey } from '@/lib/api-keys/key-access'
import { connectionPool, database } from '@/lib/db/client'
import type { Refund } from '@/lib/db/generated/client'
import * as field from '@/lib/http/fields'
import { orderedBody } from '@/lib/http/input'
import { isAbsent } from '@/lib/http/json-body'
import { type JsonAnswer, operation } from '@/lib/http/operation'
import { jsonNumber, moment, success } from '@/lib/http/schemas'
import { findInvoice } from '@/lib/invoices/invoice'
import { presentRefund } from './answer'
import { getRefund, makeRefund, refundAmount, refundAmountMinor } from './refund-invoice'

const refund = z
  .object({
    id: z.uuid(),
    invoice_id: z.uuid(),
    amount: jsonNumber.describe('The amount that the buyer gets back.'),
    currency: z.string().describe('ISO 4217, in upper case.'),
    status: z
      .enum(['PENDING', 'SUCCEEDED', 'FAILED'])
      .describe('`PENDING` until the provider has confirmed. `FAILED`: the amount is back in your wallet.'),
    failure_reason: z.string().nullable().describe("The provider's word for it. `null` unless it failed."),
    created_at: moment.describe('ISO 8601, in UTC.'),
  })
  .meta({
    id: 'Refund',
    title: 'Refund',
    description: 'Returned when you refund an invoice.',
    examples: [
      {
        id: '0199d1c2-9b1e-7f5d-8c1c-8a8f8a0a8c11',
        invoice_id: '0199d1c2-468f-765b-aa4c-21f0cb229f3f',
        amount: 34.5,
        currency: 'USD',
        status: 'SUCCEEDED',
        failure_reason: null,
        created_at: '2026-03-04T09:30:00.000Z',
      },
    ],
  })

const refundBody = field.object({
  // A blank one is refused: a variable that a client forgot to set must not refund everything.
  amount: refundAmount
    .optional(isAbsent)
    .describe(
      'In major units of the invoice’s currency, above 0. Left out: all that is left of the base amount.',
    ),
})

const answer = z.object({ status: success, refund }).describe('The refund')

export const refundInvoice = operation({
  method: 'POST',
  path: '/api/v2/invoice/{invoice_id}/refund',
  summary: 'Refund an invoice',
  description: 'Gives the buyer of a paid invoice the base amount back, in whole or in part.',
  tag: 'Invoices',
  notes: [
    'The amount leaves your wallet at once: first what is pending, the invoice’s own hold before others, then what is available. A refund never makes a debt. The fee is kept.',
    '`PENDING` means that the provider has not confirmed yet: the service keeps asking. `FAILED` means that it refused, or could not reach the buyer’s bank: the amount is back in your wallet.',
    'Always send an `Idempotency-Key`. A repeat with the same key answers the refund as it is now and never refunds twice.',
    'The invoice stays `Paid`. Refunds made in the provider’s own dashboard count towards the amount that is left.',
  ],
  params: { invoice_id: 'The invoice.' },
  access: apiKey({ missingKey: 'api_key_missing', refusesBanned: true, scope: 'payouts' }),
  body: orderedBody(refundBody),
  answers: { 200: answer },
  errors: ['invoice_not_found', 'invoice_not_paid', 'refund_too_large', 'insufficient_balance'],
  idempotency: 'for 24 hours',
  example: { idempotencyKey: 'refund-1042', body: { amount: 34.5 } },
}).handle(
  async ({ account, params, input, commit }) => {
    const { id: invoiceId, currency } = await findInvoice(connectionPool(), account.id, params.invoice_id)
    const amountMinor = input.amount && refundAmountMinor(input.amount, currency)
    const refund = await makeRefund(account.id, { invoiceId, amountMinor }, commit)
    return commit.answer(answerWith(refund))
  },
  {
    replay: async (refundId, { account }) => answerWith(await getRefund(database(), account.id, refundId)),
  },
)

function answerWith(refund: Refund): JsonAnswer<200, z.input<typeof answer>> {
  return { status: 200, body: { status: 'success', refund: presentRefund(refund) } }
}
