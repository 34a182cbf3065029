import { z } from 'zod'
import { recordKeyAct } from '@/lib/api-keys/api-keys'
import { apiKey } from '@/lib/api-keys/key-access'
import { sharedReads } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import { object } from '@/lib/http/fields'
import { orderedBody } from '@/lib/http/input'
import { paymentLink } from '@/lib/http/links'
import { metadata } from '@/lib/http/metadata'
import { operation } from '@/lib/http/operation'
import { asJsonText, dayText, jsonNumber, shortDayText, success } from '@/lib/http/schemas'
import { JsonText, jsonAmount, jsonQuantity } from '@/lib/json'
import { LIST_NOTES, listErrors, nextCursor } from '@/lib/lists/api-list'
import { formatIsoDate, formatShortDate } from '@/lib/time/dates'
import { invoice, invoiceDetail, OPEN_EXAMPLE, reference, VOIDED_EXAMPLE } from './answer'
import { presentOwn, totalMinor } from './invoice'
import { invoiceBody, invoiceChangesBody } from './invoice-body'
import { invoicesForPrograms } from './invoice-list'
import { issueInvoice, type SavedInvoice } from './issue-invoice'
import { sendInvoiceAgain } from './send-invoice'
import { readInvoiceDetailJson, readInvoiceJson } from './snapshot-json'
import { API_STATUSES, apiStatus } from './status'
import { changeInvoice } from './update-invoice'
import { markInvoiceVoid } from './void-invoice'

const newInvoice = z
  .object({
    id: z.uuid().describe('The `invoice_id` in paths.'),
    amount: jsonNumber.describe('The amount that the buyer pays: the base amount and any fee on top.'),
    base_amount: jsonNumber.describe(
      'The amount before any fee on top. Your wallet receives it when a card pays, less the fee if you pay it.',
    ),
    currency: z.string().describe('ISO 4217, in upper case.'),
    payment_link: z.string().describe('The page where the buyer pays.'),
    provider_checkout_session_id: z.int().describe('Our number for the checkout session.'),
    status: z.enum(API_STATUSES).describe('Always `Invoice Created`.'),
    email: z.string().describe("The customer's email."),
    customer_id: z.uuid(),
    items: z
      .array(
        z.object({
          title: z.string().describe('The name of the item.'),
          qty: jsonNumber.describe('The quantity.'),
          price: jsonNumber.describe('The price of one unit, before the fee.'),
        }),
      )
      .describe('At least one.'),
    due_date: dayText.describe('`YYYY-MM-DD`.'),
    created_on: shortDayText.describe('`DD Mon, YYYY`, such as `02 Mar, 2026`.'),
    reference,
    metadata,
  })
  .meta({
    id: 'NewInvoice',
    title: 'New invoice',
    description: 'Returned when you create an invoice.',
    examples: [
      {
        id: '0199d1c2-468f-765b-aa4c-21f0cb229f3f',
        amount: 159.28,
        base_amount: 154.5,
        currency: 'USD',
        payment_link: 'https://pay.example.com/pay/0351LT10lcnLt9rW77EtbO7cMm510JrottE6HBF1Fw21',
        provider_checkout_session_id: 1042,
        status: 'Invoice Created',
        email: 'mary@example.com',
        customer_id: '0199d1c2-4101-7487-8f43-cf036d7d314b',
        items: [
          { title: 'Consulting, hours', qty: 1.5, price: 80 },
          { title: 'Travel', qty: 1, price: 34.5 },
        ],
        due_date: '2026-04-01',
        created_on: '02 Mar, 2026',
        reference: 'order-1042',
        metadata: { source: 'web shop' },
      },
    ],
  })

/** Contract, endpoint 6. */
export const createInvoice = operation({
  method: 'POST',
  path: '/api/v2/invoice',
  summary: 'Create an invoice',
  description:
    'Creates an invoice and returns its payment link. The link works until the invoice is paid, even if it is overdue.',
  tag: 'Invoices',
  notes: [
    '`amount` in the response is what the buyer pays: `base_amount` plus the fee, or `base_amount` alone if you pay the fee (Settings → Invoicing). The fee and who pays it are fixed when the invoice is created; a later change of your terms does not affect it.',
    'An item’s name is called `title` here, and `name` everywhere else.',
    'Creating an invoice sends no webhook.',
  ],
  access: apiKey({ missingKey: 'api_key_missing', refusesBanned: true, scope: 'invoices' }),
  body: orderedBody(invoiceBody),
  answers: {
    201: z
      .object({
        status: success,
        message: z.literal('Invoice created successfully'),
        invoice: newInvoice,
      })
      .describe('Invoice created'),
  },
  errors: [
    'live_mode_unavailable',
    'customer_not_found',
    'invoice_amount_below_minimum',
    'payment_provider_failed',
  ],
  idempotency: 'for 24 hours',
  example: {
    idempotencyKey: 'order-1042',
    body: {
      customer_id: '0199d1c2-4101-7487-8f43-cf036d7d314b',
      items: [
        { title: 'Consulting, hours', qty: 1.5, price: 80 },
        { title: 'Travel', qty: 1, price: 34.5 },
      ],
      redirect_url: 'https://shop.example.com/thanks',
      webhook_url: 'https://shop.example.com/hooks/counterfoil',
      reference: 'order-1042',
      metadata: { source: 'web shop' },
    },
  },
}).handle(({ account, input, commit }) =>
  issueInvoice(account, input, commit, (saved) => ({
    status: 201,
    body: {
      status: 'success',
      message: 'Invoice created successfully',
      invoice: presentNewInvoice(saved),
    },
  })),
)

/** Contract, endpoint 7. A banned vendor may still read. */
export const getInvoice = operation({
  method: 'GET',
  path: '/api/v2/invoice/{invoice_id}',
  summary: 'Check an invoice',
  description: 'Returns the current state of an invoice, in the same format as webhooks.',
  tag: 'Invoices',
  notes: [
    '`provider` and `paid_on` are `null` until the invoice is paid.',
    'A banned vendor can still check invoices.',
    'This is the object of webhooks. A row of [List invoices](/docs/api/list-invoices) has more: `number`, `amount_due`, `amount_refunded`, `transaction_id` and the times.',
  ],
  params: { invoice_id: 'The invoice.' },
  access: apiKey({ missingKey: 'api_key_parameter_required', refusesBanned: false, scope: 'read' }),
  answers: { 200: z.object({ status: success, invoice: asJsonText(invoice) }).describe('The invoice') },
  errors: ['invoice_not_found'],
}).handle(async ({ account, params }) => {
  const invoice = await readInvoiceJson(sharedReads(), account.id, params.invoice_id)
  return { status: 200, body: { status: 'success', invoice } }
})

/** Beyond the contract. */
export const listInvoices = operation({
  method: 'GET',
  path: '/api/v2/invoices',
  summary: 'List invoices',
  description: 'Returns your invoices, newest first, a page at a time.',
  tag: 'Invoices',
  notes: LIST_NOTES,
  access: apiKey({ missingKey: 'api_key_parameter_required', refusesBanned: false, scope: 'read' }),
  query: invoicesForPrograms.query,
  answers: {
    200: z
      .object({ status: success, invoices: asJsonText(z.array(invoiceDetail)), next_cursor: nextCursor })
      .describe('A page of invoices'),
  },
  errors: listErrors,
}).handle(async ({ account, query }) => {
  const { rows, nextCursor } = await invoicesForPrograms.read(account.id, query)
  const invoices = new JsonText(`[${rows.map(({ json }) => json).join()}]`)
  return { status: 200, body: { status: 'success', invoices, next_cursor: nextCursor } }
})

/** Beyond the contract. */
export const updateInvoice = operation({
  method: 'PATCH',
  path: '/api/v2/invoice/{invoice_id}',
  summary: 'Update an invoice',
  description: 'Updates the fields that you send, of an invoice that is neither paid nor voided.',
  tag: 'Invoices',
  notes: [
    'A field that is not sent stays as it is. A URL or `reference` that is `null` or blank is cleared.',
    'The status stays. An `Unpaid` invoice with a later due date is still `Unpaid`, and can be paid as before. One that is not `Unpaid` becomes so once its new due date is over.',
    'The reminders follow the new due date. An email that was sent before is not changed; send the invoice again if the buyer should have the new date.',
    'A change makes the event `invoice.updated`. There is no invoice webhook, which reports statuses. A request that changes nothing makes none.',
  ],
  params: { invoice_id: 'The invoice.' },
  access: apiKey({ missingKey: 'api_key_required', refusesBanned: true, scope: 'invoices' }),
  body: orderedBody(invoiceChangesBody),
  answers: {
    200: z
      .object({ status: success, invoice: asJsonText(invoiceDetail.meta({ examples: [OPEN_EXAMPLE] })) })
      .describe('Invoice updated'),
  },
  errors: ['invoice_not_found', 'invoice_voided', 'invoice_already_paid'],
  example: { body: { due_date: '2026-04-01', metadata: { source: 'web shop', coupon: null } } },
}).handle(({ account, apiKeyId, params, input, clientAddress, requestId }) =>
  inTransaction(async (tx) => {
    const of = { accountId: account.id, invoiceId: params.invoice_id }
    const { invoice, changed } = await changeInvoice(tx, of, input, { requestId })
    if (changed.length > 0) {
      const act = { action: 'invoice.changed', subjectId: invoice.id, detail: changed.join('; ') } as const
      await recordKeyAct(tx, account, { apiKeyId, clientAddress }, act)
    }
    const detail = await readInvoiceDetailJson(tx, account.id, invoice.id)
    return { status: 200, body: { status: 'success', invoice: detail } }
  }),
)

/** Beyond the contract. */
export const voidInvoice = operation({
  method: 'POST',
  path: '/api/v2/invoice/{invoice_id}/void',
  summary: 'Void an invoice',
  description: 'Cancels an invoice for good: nobody can pay it any more, and its payment link says so.',
  tag: 'Invoices',
  notes: [
    '`status` stays what it was; `voided_on` says that the invoice is void. There is no invoice webhook.',
    'A buyer who is paying at that moment gets the money back, without a call of yours: a payment that succeeds after the void is refunded in full.',
    'To void an invoice again changes nothing and is answered in the same way.',
  ],
  params: { invoice_id: 'The invoice.' },
  access: apiKey({ missingKey: 'api_key_required', refusesBanned: true, scope: 'invoices' }),
  body: orderedBody(object({})),
  answers: {
    200: z
      .object({ status: success, invoice: asJsonText(invoiceDetail.meta({ examples: [VOIDED_EXAMPLE] })) })
      .describe('Invoice voided'),
  },
  errors: ['invoice_not_found', 'invoice_already_paid', 'invoice_partly_paid', 'invoice_partly_credited'],
  idempotency: 'for 24 hours',
  example: { body: {} },
}).handle(({ account, apiKeyId, params, clientAddress, commit }) =>
  commit.transaction(async (tx) => {
    const invoiceId = params.invoice_id
    const isNew = await markInvoiceVoid(tx, { accountId: account.id, invoiceId }, commit.requestId)
    const by = { apiKeyId, clientAddress }
    if (isNew) await recordKeyAct(tx, account, by, { action: 'invoice.voided', subjectId: invoiceId })
    const voided = await readInvoiceDetailJson(tx, account.id, invoiceId)
    return { status: 200, body: { status: 'success', invoice: voided } }
  }),
)

const sentMail = z
  .object({
    recipient: z.string(),
    status: z.enum(['queued', 'kept']).describe('`kept`: it is in your mailbox, and will not be sent.'),
    reason: z.string().nullable().describe('Why it is kept; else `null`.'),
  })
  .meta({
    examples: [
      {
        recipient: 'mary@example.com',
        status: 'kept',
        reason: 'Test mode sends email only to your own address',
      },
    ],
  })

/** Beyond the contract. */
export const sendInvoice = operation({
  method: 'POST',
  path: '/api/v2/invoice/{invoice_id}/send',
  summary: 'Send an invoice again',
  description: 'Mails the payment link to the buyer again, as when the invoice was created.',
  tag: 'Invoices',
  notes: [
    '`mail.status` is `queued` for a mail that will be sent, and `kept` for one that won’t, with the reason: there is no mail server, mail to customers is off, or test mode, which sends mail only to your own address.',
    'An invoice can be sent five times a day.',
  ],
  params: { invoice_id: 'The invoice.' },
  access: apiKey({ missingKey: 'api_key_required', refusesBanned: true, scope: 'invoices' }),
  body: orderedBody(object({})),
  answers: {
    200: z
      .object({
        status: success,
        invoice: asJsonText(invoiceDetail.meta({ examples: [OPEN_EXAMPLE] })),
        mail: sentMail,
      })
      .describe('Mail created'),
  },
  errors: ['invoice_not_found', 'invoice_voided', 'invoice_already_paid', 'invoice_sent_too_often'],
  idempotency: 'for 24 hours',
  example: { body: {} },
}).handle(async ({ account, apiKeyId, params, clientAddress, commit }) => {
  const invoiceId = params.invoice_id
  return commit.transaction(async (tx) => {
    const of = { accountId: account.id, invoiceId }
    const { invoice, keptBecause } = await sendInvoiceAgain(tx, of, commit.requestId)
    const by = { apiKeyId, clientAddress }
    await recordKeyAct(tx, account, by, { action: 'invoice.sent', subjectId: invoice.id })
    const mail = {
      recipient: invoice.email,
      status: keptBecause === null ? ('queued' as const) : ('kept' as const),
      reason: keptBecause,
    }
    const detail = await readInvoiceDetailJson(tx, account.id, invoice.id)
    return { status: 200, body: { status: 'success', invoice: detail, mail } }
  })
})

/** The answer to creating an invoice. Everywhere else the API shows an `invoice` of answer.ts. */
function presentNewInvoice(invoice: SavedInvoice) {
  const { currency } = invoice
  return {
    id: invoice.id,
    amount: jsonAmount(totalMinor(invoice), currency),
    base_amount: jsonAmount(invoice.baseAmountMinor, currency),
    currency,
    payment_link: paymentLink(invoice.accountId, invoice.payToken),
    provider_checkout_session_id: Number(invoice.checkoutSessionNumber),
    status: apiStatus(invoice),
    email: invoice.email,
    customer_id: invoice.customerId,
    items: invoice.items.map((item) => ({
      title: item.title,
      qty: jsonQuantity(item.quantityMicros),
      price: jsonAmount(item.unitPriceMinor, currency),
    })),
    due_date: formatIsoDate(invoice.dueDate),
    created_on: formatShortDate(invoice.createdAt),
    ...presentOwn(invoice),
  }
}
