import assert from 'node:assert/strict'
import { z } from 'zod'
import { session } from '@/lib/auth/session-access'
import { connectionPool } from '@/lib/db/client'
import * as field from '@/lib/http/fields'
import { orderedBody } from '@/lib/http/input'
import { isAbsent } from '@/lib/http/json-body'
import { operation } from '@/lib/http/operation'
import { inputFault, refuseInput } from '@/lib/http/refusals'
import { creditNoteNumber } from '@/lib/invoices/document-numbers'
import { findInvoice } from '@/lib/invoices/invoice'
import { creditDetail, issueCredit } from './credit-invoice'
import { amountOrItems, chosenAmount, chosenInMinor, chosenItems } from './refund-invoice'

const creditBody = field
  .object({
    amount: chosenAmount
      .requiredIf(({ items }) => isAbsent(items), inputFault('Enter an amount'))
      .describe('Of the base amount, in major units. This or `items` is required.'),
    items: chosenItems.optional(isAbsent).describe('The items that it is about, with their amounts.'),
    reason: field.text().optional().describe('On the credit note and in the email to the customer.'),
    mails_customer: field
      .custom(
        z.boolean(),
        (value) => (typeof value === 'boolean' ? value : null),
        inputFault('Choose whether the customer gets the credit note'),
      )
      .describe('True: the customer gets the credit note by email.'),
  })
  .map(amountOrItems, 'amount_and_items')

export const creditInvoice = operation({
  method: 'POST',
  path: '/api/dashboard/invoices/{id}/credit',
  summary: 'Credit an invoice that is not paid yet',
  description:
    'Adds a credit note and lowers what is due. All that is due ends the invoice. Requires an Idempotency-Key, so that a second click credits nothing.',
  tag: 'Invoices',
  access: session('invoices.write'),
  body: orderedBody(creditBody),
  answers: { 201: z.object({ id: z.uuid(), number: z.string() }) },
  errors: [
    'invoice_not_found',
    'invalid_amount',
    'invoice_voided',
    'invoice_already_paid',
    'credited_item_not_found',
    'credited_item_too_large',
    'credit_too_large',
    'too_many_credits',
  ],
  idempotency: 'for 24 hours',
}).handle(async ({ account, audit, params, input, commit, requestId }) => {
  const { id: invoiceId, currency } = await findInvoice(connectionPool(), account.id, params.id)
  if (!commit.claim) refuseInput('Idempotency-Key is required')
  const { amountMinor, items } = chosenInMinor(input, currency)
  assert(amountMinor !== null, 'the body has one of both')
  const note = input.reason?.trim() || null
  return commit.ormTransaction(async (tx) => {
    const { credit: row, invoice } = await issueCredit(
      tx,
      { accountId: account.id, invoiceId },
      { amountMinor, items, note, mailsCustomer: input.mailsCustomer },
      requestId,
    )
    const detail = creditDetail(invoice, row)
    await audit(tx, { action: 'invoice.credited', subjectId: invoiceId, detail })
    return {
      status: 201,
      body: { id: row.id, number: creditNoteNumber(invoice.number, row.creditNoteNumber) },
    }
  })
})
