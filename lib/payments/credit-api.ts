import { z } from 'zod'
import { recordKeyAct } from '@/lib/api-keys/api-keys'
import { apiKey } from '@/lib/api-keys/key-access'
import { connectionPool, database } from '@/lib/db/client'
import * as field from '@/lib/http/fields'
import { orderedBody } from '@/lib/http/input'
import { isAbsent } from '@/lib/http/json-body'
import { operation } from '@/lib/http/operation'
import { asJsonText, success } from '@/lib/http/schemas'
import { CREDITED_EXAMPLE, invoiceDetail } from '@/lib/invoices/answer'
import { creditNoteNumber } from '@/lib/invoices/document-numbers'
import { findInvoice } from '@/lib/invoices/invoice'
import { readInvoiceDetailJson } from '@/lib/invoices/snapshot-json'
import { LIST_NOTES, listErrors, nextCursor } from '@/lib/lists/api-list'
import { type CreditFacts, credit, presentCredit } from './answer'
import { creditDetail, findCredit, issueCredit } from './credit-invoice'
import { creditsForPrograms } from './credit-list'
import { amountOrItems, chosenAmount, chosenInMinor, chosenItems } from './refund-invoice'

const creditBody = field.object({
  amount: chosenAmount
    // Unlike in a refund, nothing stands for all: a misspelt field must not end the invoice.
    .requiredIf(({ items }) => isAbsent(items), 'amount_or_items_required', isAbsent)
    .describe(
      'In major units of the invoice’s currency, above 0, before a fee that your customer pays. This or `items` is required.',
    ),
  items: chosenItems
    .optional(isAbsent)
    .describe(
      'Instead of `amount`: the items that the credit is about, each with its amount. Their sum is credited, and the credit note has these items alone.',
    ),
  reason: field.text().optional().describe('On the credit note and in the email to your customer.'),
})

/** Beyond the contract. */
export const creditInvoice = operation({
  method: 'POST',
  path: '/api/v2/invoice/{invoice_id}/credit',
  summary: 'Credit an open invoice',
  description:
    'Issues a credit note for an invoice that is not paid yet, in whole or in part. No money moves.',
  tag: 'Invoices',
  notes: [
    'The credit note reduces the amount due on the payment page, in reminders and in what a card is charged. A fee that your customer pays is credited on top, in proportion, and is in the `amount` of the answer.',
    'A credit of all that is due ends the invoice as a void does: `status` stays what it was, `voided_on` is set, and the event is `invoice.voided`. If you recorded a payment earlier, the invoice becomes `Paid` instead.',
    'Your customer gets the credit note by email, as for a refund.',
    'Without `items`, the credit note shares the amount among all items, in proportion to what earlier credits have left of them. With `items` it has exactly those: an amount is at most what is left of its item, tax included.',
    'A credit can’t be taken back. An invoice has up to 100, and one more if it is of all that is left. Send an `Idempotency-Key`: a repeat with the same key credits nothing more.',
    'An invoice that is paid is [refunded](/docs/api/refund-invoice) instead.',
  ],
  params: { invoice_id: 'The invoice.' },
  access: apiKey({ missingKey: 'api_key_required', refusesBanned: true, scope: 'invoices' }),
  body: orderedBody(creditBody.map(amountOrItems, 'amount_and_items')),
  answers: {
    200: z
      .object({
        status: success,
        credit,
        invoice: asJsonText(invoiceDetail.meta({ examples: [CREDITED_EXAMPLE] })),
      })
      .describe('Invoice credited'),
  },
  errors: [
    'invoice_not_found',
    'invoice_voided',
    'invoice_already_paid',
    'credited_item_not_found',
    'credited_item_too_large',
    'credit_too_large',
    'too_many_credits',
  ],
  idempotency: 'for 24 hours',
  example: {
    idempotencyKey: 'credit-1042',
    body: { items: [{ item: 2, amount: 34.5 }], reason: 'The trip was canceled' },
  },
}).handle(async ({ account, apiKeyId, params, input, clientAddress, commit }) => {
  const { id: invoiceId, currency } = await findInvoice(connectionPool(), account.id, params.invoice_id)
  const wish = chosenInMinor(input, currency)
  return commit.ormTransaction(async (tx) => {
    const { credit: row, invoice } = await issueCredit(
      tx,
      { accountId: account.id, invoiceId },
      { ...wish, note: input.reason?.trim() || null, mailsCustomer: true },
      commit.requestId,
    )
    const detail = creditDetail(invoice, row)
    const by = { apiKeyId, clientAddress }
    await recordKeyAct(tx, account, by, { action: 'invoice.credited', subjectId: invoiceId, detail })
    const after = await readInvoiceDetailJson(tx, account.id, invoiceId)
    return { status: 200, body: { status: 'success', credit: present(row, invoice.number), invoice: after } }
  })
})

const reader = apiKey({ missingKey: 'api_key_parameter_required', refusesBanned: false, scope: 'read' })

/** Beyond the contract. */
export const getCredit = operation({
  method: 'GET',
  path: '/api/v2/credit/{credit_id}',
  summary: 'Get a credit',
  description: 'Returns a credit of an invoice that was not paid yet.',
  tag: 'Credits',
  params: { credit_id: 'The credit.' },
  access: reader,
  answers: { 200: z.object({ status: success, credit }).describe('The credit') },
  errors: ['credit_not_found'],
}).handle(async ({ account, params }) => {
  const row = await findCredit(database(), account.id, params.credit_id)
  return { status: 200, body: { status: 'success', credit: present(row, row.invoice.number) } }
})

/** Beyond the contract. */
export const listCredits = operation({
  method: 'GET',
  path: '/api/v2/credits',
  summary: 'List credits',
  description: 'Returns the credits of your invoices, newest first, a page at a time.',
  tag: 'Credits',
  notes: [...LIST_NOTES, 'Those that were made in the dashboard are among them.'],
  access: reader,
  query: creditsForPrograms.query,
  answers: {
    200: z
      .object({ status: success, credits: z.array(credit), next_cursor: nextCursor })
      .describe('A page of credits'),
  },
  errors: listErrors,
}).handle(async ({ account, query }) => {
  const { rows, nextCursor } = await creditsForPrograms.read(account.id, query)
  const credits = rows.map((row) => present(row, row.invoiceNumber))
  return { status: 200, body: { status: 'success', credits, next_cursor: nextCursor } }
})

function present(row: CreditFacts & { creditNoteNumber: number }, invoiceNumber: string) {
  return presentCredit(row, creditNoteNumber(invoiceNumber, row.creditNoteNumber))
}
