import assert from 'node:assert/strict'
import { z } from 'zod'
import { requireProof, session } from '@/lib/auth/session-access'
import { connectionPool, database } from '@/lib/db/client'
import type { Refund } from '@/lib/db/generated/client'
import { RefundStatus } from '@/lib/db/generated/enums'
import { inTransaction } from '@/lib/db/transaction'
import * as field from '@/lib/http/fields'
import { runIdempotently } from '@/lib/http/idempotency'
import { orderedBody } from '@/lib/http/input'
import { isAbsent } from '@/lib/http/json-body'
import { type JsonAnswer, operation } from '@/lib/http/operation'
import { inputFault, refuseInput } from '@/lib/http/refusals'
import { findInvoice } from '@/lib/invoices/invoice'
import { formatMajor } from '@/lib/money/money'
import { paymentProviderFor } from '@/lib/providers/registry'
import {
  amountOrItems,
  chosenAmount,
  chosenInMinor,
  chosenItems,
  findRefund,
  makeRefund,
} from './refund-invoice'
import { recordTestPayment } from './settle-payment'

/** Contract, "Authentication", 5. */
export const markInvoicePaid = operation({
  method: 'POST',
  path: '/api/dashboard/invoices/{id}/mark-paid',
  summary: 'Mark a test invoice as paid',
  tag: 'Invoices',
  access: session('invoices.write'),
  answers: { 200: z.object({ id: z.uuid(), status: z.literal('PAID') }) },
  errors: ['invoice_not_found', 'invoice_not_in_test_mode', 'invoice_voided', 'invoice_already_paid'],
}).handle(async ({ account, audit, params, requestId }) => {
  const invoiceId = params.id
  await inTransaction(async (tx) => {
    const subject = { accountId: account.id, invoiceId, mode: account.mode }
    await recordTestPayment(tx, subject, paymentProviderFor('test'), requestId)
    await audit(tx, { action: 'invoice.marked_paid', subjectId: invoiceId })
  })
  return { status: 200, body: { id: invoiceId, status: 'PAID' } }
})

const refundBody = field.object({
  amount: chosenAmount
    .requiredIf(({ items }) => isAbsent(items), inputFault('Enter an amount'))
    .describe('Of the base amount, in major units. This or `items` is required.'),
  items: chosenItems.optional(isAbsent).describe('The items that it is about, with their amounts.'),
  reason: field.text().optional().describe('On the credit note and in the email to the buyer.'),
})

const answer = z.object({
  id: z.uuid(),
  status: z.enum(RefundStatus),
  failureReason: z.string().nullable(),
})

/**
 * Refunds as the API does, under the dialog's own Idempotency-Key: without one, a second click or a repeat after a
 * lost answer could refund twice.
 */
export const refundInvoice = operation({
  method: 'POST',
  path: '/api/dashboard/invoices/{id}/refund',
  summary: 'Refund an invoice',
  description:
    'Requires an Idempotency-Key. A repeat answers the refund as it is now. Above the vendor’s own threshold for payouts, and in another currency, it takes a session that was proven lately.',
  tag: 'Invoices',
  access: session('payouts.write'),
  body: orderedBody(refundBody.map(amountOrItems, 'amount_and_items')),
  answers: { 200: answer },
  errors: [
    'idempotency_key_too_long',
    'idempotency_key_reused',
    'idempotency_key_in_progress',
    'password_needed',
    'code_needed',
    'invoice_not_found',
    'invoice_not_paid',
    'invoice_not_paid_by_card',
    'credited_item_not_found',
    'credited_item_too_large',
    'refund_too_large',
    'insufficient_balance',
  ],
}).handle(async (call) => {
  const { account, audit, input, params, vendor } = call
  const { id: invoiceId, currency } = await findInvoice(connectionPool(), account.id, params.id)
  const { amountMinor, items } = chosenInMinor(input, currency)
  assert(amountMinor !== null, 'the body has one of both')
  const { payoutProofAboveMinor } = vendor
  // Before the key is claimed: the browser repeats the request with the same key once the proof is given.
  if (payoutProofAboveMinor !== null && (currency !== 'USD' || amountMinor > payoutProofAboveMinor)) {
    requireProof(vendor)
  }
  if (!call.headers.get('idempotency-key')) refuseInput('Idempotency-Key is required')
  const detail = [`${formatMajor(amountMinor, currency)} ${currency}`, input.reason]
    .filter(Boolean)
    .join(': ')
  return runIdempotently(
    call,
    account.id,
    'for 24 hours',
    async (commit) => {
      const request = { invoiceId, amountMinor, items, note: input.reason }
      const refund = await makeRefund(account.id, request, commit, (tx) =>
        audit(tx, { action: 'refund.requested', subjectId: invoiceId, detail }),
      )
      return commit.answer(answerWith(refund))
    },
    async (refundId) => answerWith(await findRefund(database(), account.id, refundId)),
  )
})

function answerWith({ id, status, failureReason }: Refund): JsonAnswer<200, z.infer<typeof answer>> {
  return { status: 200, body: { id, status, failureReason } }
}
