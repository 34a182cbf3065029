import { z } from 'zod'
import { session } from '@/lib/auth/session-access'
import { connectionPool } from '@/lib/db/client'
import { OutsideMethod } from '@/lib/db/generated/enums'
import { inTransaction } from '@/lib/db/transaction'
import * as field from '@/lib/http/fields'
import { orderedBody } from '@/lib/http/input'
import { operation } from '@/lib/http/operation'
import { inputFault, refuse, refuseInput } from '@/lib/http/refusals'
import { nothing } from '@/lib/http/schemas'
import { findInvoice } from '@/lib/invoices/invoice'
import { exponentOf } from '@/lib/money/currencies'
import { toMinor } from '@/lib/money/decimals'
import { now } from '@/lib/time/clock'
import { dayIn } from '@/lib/time/zone'
import { outsideDetail, recordOutsidePayment, removeOutsidePayment } from './outside-payment'

const PATH = '/api/dashboard/invoices/{id}/payments'

const MAX_REFERENCE_CHARACTERS = 140

/** An earlier day is a slip of the keyboard. */
const FIRST_DAY = new Date('2000-01-01')

const receivedOn = field
  .day(inputFault('Enter the day on which you received the payment'))
  .check((day) => day >= FIRST_DAY, inputFault('Enter a day from 2000 on'))
  .describe('Not after today, in the vendor’s time zone.')

const paymentBody = field.object({
  method: field.oneOf(Object.values(OutsideMethod), inputFault('Choose how you received the payment')),
  amount: field
    .decimal()
    .check((amount) => amount.digits > 0n, 'amount_not_positive')
    .optional()
    .describe('In major units. Absent: all that is left to pay.'),
  received_on: receivedOn,
  reference: field
    .name(MAX_REFERENCE_CHARACTERS)
    .optional()
    .describe('Such as the bank’s reference or the check number.'),
  mails_receipt: field
    .custom(
      z.boolean(),
      (value) => (typeof value === 'boolean' ? value : null),
      inputFault('Choose whether the customer gets a receipt'),
    )
    .describe('True: the buyer gets a receipt by email.'),
})

export const recordPayment = operation({
  method: 'POST',
  path: PATH,
  summary: 'Record a payment of an invoice',
  description:
    'A payment that came in outside the wallet. The last of what is left to pay makes the invoice paid. Requires an Idempotency-Key, so that a second click records nothing.',
  tag: 'Invoices',
  access: session('invoices.write'),
  body: orderedBody(paymentBody),
  answers: { 201: z.object({ id: z.uuid(), isPaid: z.boolean() }) },
  errors: [
    'invoice_not_found',
    'invalid_amount',
    'invoice_voided',
    'invoice_already_paid',
    'payment_too_large',
  ],
  idempotency: 'for 24 hours',
}).handle(async ({ account, audit, params, input, commit, requestId }) => {
  const { id: invoiceId, currency } = await findInvoice(connectionPool(), account.id, params.id)
  if (!commit.claim) refuseInput('Idempotency-Key is required')
  if (input.receivedOn > dayIn(account.zone, now())) refuseInput('Enter a day that is not in the future')
  const { amount, reference, ...rest } = input
  const amountMinor = amount && (toMinor(amount, exponentOf(currency)) ?? refuse('invalid_amount'))
  return commit.transaction(async (tx) => {
    const { payment, invoice } = await recordOutsidePayment(
      tx,
      { accountId: account.id, invoiceId },
      { ...rest, amountMinor, reference: reference?.trim() || null },
      requestId,
    )
    const detail = outsideDetail(payment)
    await audit(tx, { action: 'invoice.payment_recorded', subjectId: invoiceId, detail })
    return { status: 201, body: { id: payment.id, isPaid: invoice.status === 'PAID' } }
  })
})

export const removePayment = operation({
  method: 'DELETE',
  path: `${PATH}/{payment}`,
  summary: 'Remove a recorded payment',
  description: 'By a reversing entry in the ledger. Once the invoice is paid, its payments stay.',
  tag: 'Invoices',
  access: session('invoices.write'),
  answers: { 200: nothing },
  errors: ['invoice_not_found', 'payment_not_found', 'invoice_already_paid'],
}).handle(async ({ account, audit, params: { id: invoiceId, payment: paymentId } }) => {
  await inTransaction(async (tx) => {
    const removed = await removeOutsidePayment(tx, { accountId: account.id, invoiceId, paymentId })
    await audit(tx, {
      action: 'invoice.payment_removed',
      subjectId: invoiceId,
      detail: outsideDetail(removed),
    })
  })
  return { status: 200, body: {} }
})
