import { z } from 'zod'
import { apiKey } from '@/lib/api-keys/key-access'
import { connectionPool, database } from '@/lib/db/client'
import type { Refund } from '@/lib/db/generated/client'
import * as field from '@/lib/http/fields'
import { orderedBody } from '@/lib/http/input'
import { isAbsent } from '@/lib/http/json-body'
import { type JsonAnswer, operation } from '@/lib/http/operation'
import { success } from '@/lib/http/schemas'
import { findInvoice } from '@/lib/invoices/invoice'
import { LIST_NOTES, listErrors, nextCursor } from '@/lib/lists/api-list'
import { presentRefund, refund } from './answer'
import {
  amountOrItems,
  chosenAmount,
  chosenInMinor,
  chosenItems,
  findRefund,
  makeRefund,
} from './refund-invoice'
import { refundsForPrograms } from './refund-list'

const refundBody = field.object({
  // A blank one is refused: a variable that a client forgot to set must not refund everything.
  amount: chosenAmount
    .optional(isAbsent)
    .describe(
      'In major units of the invoice’s currency, above 0, before a fee that your customer paid. Left out, without `items`: all that is left of the base amount.',
    ),
  items: chosenItems
    .optional(isAbsent)
    .describe(
      'Instead of `amount`: the items that the refund is about, each with its amount. Their sum is refunded, and the credit note has these items alone.',
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
    'Your part of it leaves your wallet at once: first what is pending, the invoice’s own hold before others, then what is available. A refund never makes a debt.',
    'Your part is the amount that you ask for. The fee is kept, unless the operator has set that a refund gives it back, in proportion. A fee that your customer paid then goes back to them on top, and is in the `amount` of the answer; a fee that you paid is taken off your part.',
    'Where you pay the fee and a refund keeps it, refunding a whole sale takes the fee more than the sale brought. Without other income, a first sale can’t be refunded in full then: a refund of more than the wallet has is refused with `insufficient_balance`.',
    '`PENDING` means that the provider has not confirmed yet: the service keeps asking. `FAILED` means that it refused, or could not reach the buyer’s bank: the money it took is back in your wallet.',
    'Always send an `Idempotency-Key`. A repeat with the same key answers the refund as it is now and never refunds twice.',
    'Without `items`, the credit note shares the amount among all items, in proportion to what earlier credits and refunds have left of them. With `items` it has exactly those: an amount is at most what is left of its item, tax included.',
    'The invoice stays `Paid`. Refunds made in the provider’s own dashboard count towards the amount that is left.',
  ],
  params: { invoice_id: 'The invoice.' },
  access: apiKey({ missingKey: 'api_key_missing', refusesBanned: true, scope: 'payouts' }),
  body: orderedBody(refundBody.map(amountOrItems, 'amount_and_items')),
  answers: { 200: answer },
  errors: [
    'invoice_not_found',
    'invoice_not_paid',
    'invoice_not_paid_by_card',
    'credited_item_not_found',
    'credited_item_too_large',
    'refund_too_large',
    'insufficient_balance',
  ],
  idempotency: 'for 24 hours',
  example: { idempotencyKey: 'refund-1042', body: { amount: 34.5 } },
}).handle(
  async ({ account, params, input, commit }) => {
    const { id: invoiceId, currency } = await findInvoice(connectionPool(), account.id, params.invoice_id)
    const refund = await makeRefund(account.id, { invoiceId, ...chosenInMinor(input, currency) }, commit)
    return commit.answer(answerWith(refund))
  },
  {
    replay: async (refundId, { account }) => answerWith(await findRefund(database(), account.id, refundId)),
  },
)

function answerWith(refund: Refund): JsonAnswer<200, z.input<typeof answer>> {
  return { status: 200, body: { status: 'success', refund: presentRefund(refund) } }
}

const reader = apiKey({ missingKey: 'api_key_parameter_required', refusesBanned: false, scope: 'read' })

/** Beyond the contract. */
export const getRefund = operation({
  method: 'GET',
  path: '/api/v2/refund/{refund_id}',
  summary: 'Get a refund',
  description: 'Returns a refund as it is now: what became of one that was `PENDING`, or why it failed.',
  tag: 'Refunds',
  params: { refund_id: 'The refund.' },
  access: reader,
  answers: { 200: answer },
  errors: ['refund_not_found'],
}).handle(async ({ account, params }) =>
  answerWith(await findRefund(database(), account.id, params.refund_id)),
)

/** Beyond the contract. */
export const listRefunds = operation({
  method: 'GET',
  path: '/api/v2/refunds',
  summary: 'List refunds',
  description: 'Returns the refunds of your invoices, newest first, a page at a time.',
  tag: 'Refunds',
  notes: [...LIST_NOTES, 'Refunds made in the provider’s own dashboard are among them.'],
  access: reader,
  query: refundsForPrograms.query,
  answers: {
    200: z
      .object({ status: success, refunds: z.array(refund), next_cursor: nextCursor })
      .describe('A page of refunds'),
  },
  errors: listErrors,
}).handle(async ({ account, query }) => {
  const { rows, nextCursor } = await refundsForPrograms.read(account.id, query)
  return {
    status: 200,
    body: { status: 'success', refunds: rows.map(presentRefund), next_cursor: nextCursor },
  }
})
