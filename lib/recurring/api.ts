import { z } from 'zod'
import { recordKeyAct } from '@/lib/api-keys/api-keys'
import { apiKey } from '@/lib/api-keys/key-access'
import { connectionPool, sharedReads } from '@/lib/db/client'
import { inOrmTransaction, type OrmTransaction } from '@/lib/db/transaction'
import { orderedBody } from '@/lib/http/input'
import { operation } from '@/lib/http/operation'
import { success } from '@/lib/http/schemas'
import { planInvoice, providerOf, requireMinimum } from '@/lib/invoices/issue-invoice'
import { LIST_NOTES, listErrors, nextCursor } from '@/lib/lists/api-list'
import { paymentProviderFor } from '@/lib/providers/registry'
import { formatIsoDate } from '@/lib/time/dates'
import type { Account } from '@/lib/vendors/account'
import { PAUSED_RECURRING, presentRecurring, recurringInvoice } from './answer'
import { recurringBody, recurringChangesBody } from './recurring-body'
import {
  createRecurring,
  endRecurring,
  pauseRecurring,
  resumeRecurring,
  termsInWords,
} from './recurring-invoice'
import { findRecurringFacts, recurringForPrograms, withForm } from './recurring-list'

const PATH = '/api/v2/recurring-invoices'
const TAG = 'Recurring invoices'

const writer = apiKey({ missingKey: 'api_key_required', refusesBanned: true, scope: 'invoices' })
const reader = apiKey({ missingKey: 'api_key_parameter_required', refusesBanned: false, scope: 'read' })

/** Beyond the contract. */
export const createRecurringInvoice = operation({
  method: 'POST',
  path: PATH,
  summary: 'Create a recurring invoice',
  description:
    'Creates an invoice every week, month, quarter or year, starting on `start_on`. It takes the same fields as a single invoice.',
  tag: TAG,
  notes: [
    'There is no `due_date`: each invoice is due `due_after_days` after the day on which it is created.',
    'With `send`, each invoice is like one that you create yourself: with the next number, an email to the customer, the event `invoice.created` and the fee of that day. With `draft`, it waits in the dashboard until somebody sends it.',
    'Each invoice has the `reference`, the `metadata` and both URLs. [List invoices](/docs/api/list-invoices) with `recurring_invoice_id` to see them.',
    'A customer with a new `email` is created at once.',
    'In test mode the [test clock](/docs/testing) moves recurring invoices too.',
  ],
  access: writer,
  body: orderedBody(recurringBody),
  answers: {
    201: z
      .object({ status: success, recurring_invoice: recurringInvoice })
      .describe('Recurring invoice created'),
  },
  errors: ['live_mode_unavailable', 'customer_not_found', 'invoice_amount_below_minimum'],
  idempotency: 'for 24 hours',
  example: {
    idempotencyKey: 'contract-17',
    body: {
      customer_id: '0199d1c2-4101-7487-8f43-cf036d7d314b',
      items: [{ title: 'Hosting', qty: 1, price: 49 }],
      webhook_url: 'https://shop.example.com/hooks/counterfoil',
      reference: 'contract-17',
      metadata: { plan: 'small' },
      interval: 'month',
      start_on: '2030-01-31',
      delivery: 'send',
      due_after_days: 14,
    },
  },
}).handle(async ({ account, apiKeyId, clientAddress, input, commit }) => {
  // All that would be refused on the day of an invoice is refused now.
  paymentProviderFor(account.mode)
  const plan = await planInvoice(connectionPool(), account, input.invoice)
  requireMinimum(plan, providerOf(account, plan))
  const terms = { ...input.terms, baseAmountMinor: plan.baseAmountMinor }
  return commit.transaction(async (tx) => {
    const { id, customer } = await createRecurring(tx, account, terms, {
      isUtc: true,
      requestId: commit.requestId,
    })
    const detail = `${customer.name}: ${termsInWords(terms)}`
    const act = { action: 'recurring_invoice.created', subjectId: id, detail } as const
    await recordKeyAct(tx, account, { apiKeyId, clientAddress }, act)
    const series = await findRecurringFacts(tx, account.id, id)
    return { status: 201, body: { status: 'success', recurring_invoice: presentRecurring(series) } }
  })
})

/** Beyond the contract. */
export const listRecurringInvoices = operation({
  method: 'GET',
  path: PATH,
  summary: 'List recurring invoices',
  description: 'Returns your recurring invoices, newest first, a page at a time.',
  tag: TAG,
  notes: LIST_NOTES,
  access: reader,
  query: recurringForPrograms.query,
  answers: {
    200: z
      .object({ status: success, recurring_invoices: z.array(recurringInvoice), next_cursor: nextCursor })
      .describe('A page of recurring invoices'),
  },
  errors: listErrors,
}).handle(async ({ account, query }) => {
  const { rows, nextCursor } = await recurringForPrograms.read(account.id, query)
  const recurring_invoices = rows.map((row) => presentRecurring(withForm(row)))
  return { status: 200, body: { status: 'success', recurring_invoices, next_cursor: nextCursor } }
})

const PARAMS = { recurring_invoice_id: 'The recurring invoice.' }

/** Beyond the contract. */
export const getRecurringInvoice = operation({
  method: 'GET',
  path: `${PATH}/{recurring_invoice_id}`,
  summary: 'Get a recurring invoice',
  description: 'Returns a recurring invoice as it is now: the day of the next invoice, and the latest one.',
  tag: TAG,
  notes: ['Those that somebody has set up in the dashboard are found here too.'],
  params: PARAMS,
  access: reader,
  answers: {
    200: z.object({ status: success, recurring_invoice: recurringInvoice }).describe('The recurring invoice'),
  },
  errors: ['recurring_not_found'],
}).handle(async ({ account, params }) => {
  const series = await findRecurringFacts(sharedReads(), account.id, params.recurring_invoice_id)
  return { status: 200, body: { status: 'success', recurring_invoice: presentRecurring(series) } }
})

type Act = 'recurring_invoice.paused' | 'recurring_invoice.resumed' | 'recurring_invoice.ended'

/** Beyond the contract. */
export const updateRecurringInvoice = operation({
  method: 'PATCH',
  path: `${PATH}/{recurring_invoice_id}`,
  summary: 'Pause, resume or end a recurring invoice',
  description: 'Changes the `status`. Invoices that were created stay as they are.',
  tag: TAG,
  notes: [
    'While it is `paused` nothing is sent. With `active` it goes on with the first invoice from today; those that were missed are skipped.',
    '`ended` is for good. Setting the status that it already has changes nothing.',
    'The amount, the items and the days are changed in the dashboard. From a program, end it and create another one.',
  ],
  params: PARAMS,
  access: writer,
  body: orderedBody(recurringChangesBody),
  answers: {
    200: z
      .object({
        status: success,
        recurring_invoice: recurringInvoice.meta({ examples: [PAUSED_RECURRING] }),
      })
      .describe('Status changed'),
  },
  errors: ['recurring_not_found', 'recurring_ended', 'recurring_over'],
  example: { body: { status: 'paused' } },
}).handle(({ account, apiKeyId, clientAddress, params, input }) =>
  inOrmTransaction(async (tx) => {
    const id = params.recurring_invoice_id
    const act = await changeStatus(tx, account, id, input.status)
    if (act) await recordKeyAct(tx, account, { apiKeyId, clientAddress }, { ...act, subjectId: id })
    const series = await findRecurringFacts(tx, account.id, id)
    return { status: 200, body: { status: 'success', recurring_invoice: presentRecurring(series) } }
  }),
)

/** Returns what was done for the audit log; null if the status was this one already. */
async function changeStatus(
  tx: OrmTransaction,
  account: Account,
  id: string,
  status: z.infer<typeof recurringInvoice>['status'],
): Promise<{ action: Act; detail?: string } | null> {
  switch (status) {
    case 'paused':
      return (await pauseRecurring(tx, account, id)) ? { action: 'recurring_invoice.paused' } : null
    case 'ended':
      return (await endRecurring(tx, account, id)) ? { action: 'recurring_invoice.ended' } : null
    case 'active': {
      const nextOn = await resumeRecurring(tx, account, id)
      if (!nextOn) return null
      return { action: 'recurring_invoice.resumed', detail: `Next invoice on ${formatIsoDate(nextOn)}` }
    }
  }
}
