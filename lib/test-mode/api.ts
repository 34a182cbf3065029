import { z } from 'zod'
import { apiKey } from '@/lib/api-keys/key-access'
import { sharedReads } from '@/lib/db/client'
import * as field from '@/lib/http/fields'
import { orderedBody } from '@/lib/http/input'
import { type BodyValue, isNumber } from '@/lib/http/json-body'
import { operation } from '@/lib/http/operation'
import { asJsonText, jsonNumber, success } from '@/lib/http/schemas'
import { invoice } from '@/lib/invoices/answer'
import { readInvoiceJson } from '@/lib/invoices/snapshot-json'
import { jsonAmount } from '@/lib/json'
import { exponentOf } from '@/lib/money/currencies'
import { toMinor } from '@/lib/money/decimals'
import { dispute, fraudWarning, presentDispute } from '@/lib/payments/answer'
import { payoutDetail, presentPayoutDetail } from '@/lib/payouts/answer'
import { creditTestFunds } from '@/lib/wallet/add-test-funds'
import { advanceClock, MAX_DAYS } from './advance-clock'
import { DISPUTE_OUTCOMES, disputeAsBuyer, warnOfFraudAsBank } from './dispute-test-invoice'
import { PAYMENT_OUTCOMES, payAsBuyer } from './pay-test-invoice'
import { PAYOUT_OUTCOMES, settleAsBank } from './settle-test-payout'

/* Helpers that trigger events in test mode, through the same code as the real ones. A live key gets 404. */

const TAG = 'Test helpers'
const LIVE_NOTE = 'Works with test keys only: a live key is answered 404.'

const testKey = (scope: 'invoices' | 'payouts') =>
  apiKey({ missingKey: 'api_key_missing', refusesBanned: true, scope, isTestOnly: true })

/** A body with an `outcome`, which may be left out if it has a fallback. */
function outcomeBody<const Outcomes extends readonly [string, ...string[]]>(
  outcomes: Outcomes,
  { fallback, text: description }: { fallback?: Outcomes[number]; text: string },
) {
  const choice = z.enum(outcomes as unknown as [string, ...string[]])
  const outcome = field.custom(
    fallback === undefined ? choice : choice.default(fallback),
    (outcome = fallback): Outcomes[number] | null => outcomes.find((each) => each === outcome) ?? null,
    ['invalid_outcome', { values: outcomes.join(', ') }],
  )
  return orderedBody(field.object({ outcome: outcome.describe(description) }))
}

export const payTestInvoice = operation({
  method: 'POST',
  path: '/api/v2/test/invoice/{invoice_id}/pay',
  summary: 'Pay a test invoice',
  description:
    'Pays with a sandbox card, as the buyer would on the sandbox’s checkout page, and returns the invoice.',
  tag: TAG,
  notes: [
    LIVE_NOTE,
    'A decline is no error: the invoice is `Failed`, or stays `Unpaid`, and can be paid again.',
    'The outcomes that begin with `refund_` pay too, and choose what becomes of a later refund.',
  ],
  params: { invoice_id: 'The invoice.' },
  access: testKey('invoices'),
  body: outcomeBody(PAYMENT_OUTCOMES, { fallback: 'paid', text: 'By default `paid`.' }),
  answers: { 200: z.object({ status: success, invoice: asJsonText(invoice) }).describe('The invoice') },
  errors: ['invoice_not_found', 'invoice_voided', 'invoice_already_paid'],
  idempotency: 'for 24 hours',
  example: { body: { outcome: 'paid' } },
}).handle(async ({ account, params, input, commit }) => {
  await payAsBuyer(account.id, params.invoice_id, input.outcome)
  const paid = await readInvoiceJson(sharedReads(), account.id, params.invoice_id)
  return commit.answer({ status: 200, body: { status: 'success', invoice: paid } })
})

export const disputeTestInvoice = operation({
  method: 'POST',
  path: '/api/v2/test/invoice/{invoice_id}/dispute',
  summary: 'Dispute a test invoice',
  description:
    'Has the buyer’s bank dispute what is left of the payment, or decide the dispute, and returns the dispute.',
  tag: TAG,
  notes: [
    LIVE_NOTE,
    'An opened dispute takes the vendor’s part from the wallet at once; what is missing is owed, and payouts are refused until it is settled. One that is `won` gives it back.',
  ],
  params: { invoice_id: 'The invoice.' },
  access: testKey('payouts'),
  body: outcomeBody(DISPUTE_OUTCOMES, {
    fallback: 'opened',
    text: 'By default `opened`. `won` and `lost` are from your point of view.',
  }),
  answers: { 200: z.object({ status: success, dispute }).describe('The dispute') },
  errors: [
    'invoice_not_found',
    'invoice_not_paid',
    'payment_not_made',
    'nothing_to_dispute',
    'no_open_dispute',
    'refund_in_progress',
  ],
  idempotency: 'for 24 hours',
  example: { body: { outcome: 'opened' } },
}).handle(async ({ account, params, input, commit }) => {
  const disputed = await disputeAsBuyer(account.id, params.invoice_id, input.outcome)
  return commit.answer({ status: 200, body: { status: 'success', dispute: presentDispute(disputed) } })
})

export const warnOfTestFraud = operation({
  method: 'POST',
  path: '/api/v2/test/invoice/{invoice_id}/fraud-warning',
  summary: 'Warn of fraud about a test invoice',
  description: 'Has the card’s bank warn that the payment is fraud, and returns the warning.',
  tag: TAG,
  notes: [
    LIVE_NOTE,
    'A warning moves no money. The event `fraud_warning.created` reports it, and the invoice shows it in the dashboard until you refund it.',
    'A payment has one warning: the next request returns the first.',
  ],
  params: { invoice_id: 'The invoice.' },
  access: testKey('payouts'),
  body: orderedBody(field.object({})),
  answers: { 200: z.object({ status: success, fraud_warning: fraudWarning }).describe('The warning') },
  errors: ['invoice_not_found', 'invoice_not_paid', 'payment_not_made'],
  idempotency: 'for 24 hours',
  example: { body: {} },
}).handle(async ({ account, params, commit }) => {
  const warning = await warnOfFraudAsBank(account.id, params.invoice_id)
  return commit.answer({ status: 200, body: { status: 'success', fraud_warning: warning } })
})

export const settleTestPayout = operation({
  method: 'POST',
  path: '/api/v2/test/payout/{payout_id}/settle',
  summary: 'Settle a test payout',
  description: 'Decides what the bank says of a payout, and returns the payout as it then is.',
  tag: TAG,
  notes: [LIVE_NOTE, '`returned` works for a `PAID` payout too: the bank sends the money back.'],
  params: { payout_id: 'The payout.' },
  access: testKey('payouts'),
  body: outcomeBody(PAYOUT_OUTCOMES, { text: 'The outcome of the payout.' }),
  answers: { 200: z.object({ status: success, payout: payoutDetail }).describe('The payout') },
  errors: ['payout_not_found', 'payout_settled_already'],
  idempotency: 'for 24 hours',
  example: { body: { outcome: 'paid' } },
}).handle(async ({ account, params, input, commit }) => {
  const settled = await settleAsBank(account.id, params.payout_id, input.outcome)
  return commit.answer({ status: 200, body: { status: 'success', payout: presentPayoutDetail(settled) } })
})

/** The limit of an invoice: it keeps a wallet's balance far below the largest number of its column. */
const MAX_MINOR = 99_999_999_999n

const creditBody = field
  .object({
    amount: field
      .decimal()
      .check((amount) => amount.digits > 0n, 'amount_not_positive')
      .required('amount_required')
      .describe('In major units, above 0.'),
    currency: field.currency().default('USD').describe('ISO 4217, in either case.'),
  })
  .parse(({ amount, currency }) => {
    const amountMinor = toMinor(amount, exponentOf(currency))
    return amountMinor !== null && amountMinor <= MAX_MINOR ? { amountMinor, currency } : null
  }, 'invalid_amount')

export const creditTestWallet = operation({
  method: 'POST',
  path: '/api/v2/test/wallet/credit',
  summary: 'Credit the test wallet',
  description: 'Adds play money to your wallet, to pay out or refund.',
  tag: TAG,
  notes: [LIVE_NOTE],
  access: testKey('payouts'),
  body: orderedBody(creditBody),
  answers: {
    200: z
      .object({
        status: success,
        credit: z
          .object({ amount: jsonNumber, currency: z.string() })
          .meta({ examples: [{ amount: 100, currency: 'USD' }] }),
      })
      .describe('The credit'),
  },
  idempotency: 'for 24 hours',
  example: { body: { amount: 100 } },
}).handle(({ account, input, commit }) => {
  const { amountMinor, currency } = input
  return commit.transaction(async (tx) => {
    await creditTestFunds(tx, account, input)
    const credit = { amount: jsonAmount(amountMinor, currency), currency }
    return { status: 200, body: { status: 'success', credit } }
  })
})

const clockBody = field.object({
  days: field
    .custom(z.int().min(1).max(MAX_DAYS), parseDays, ['invalid_days', { most: MAX_DAYS }])
    .describe('The number of days that pass.'),
})

function parseDays(days: BodyValue | undefined): number | null {
  const count = isNumber(days) && /^\d{1,3}$/.test(days.value) ? Number(days.value) : 0
  return count >= 1 && count <= MAX_DAYS ? count : null
}

export const advanceTestClock = operation({
  method: 'POST',
  path: '/api/v2/test/clock/advance',
  summary: 'Advance the test clock',
  description:
    'Lets days pass in your test account: invoices become overdue, reminders are sent, and whatever waits to be tried again is due.',
  tag: TAG,
  notes: [
    LIVE_NOTE,
    'The clock itself stays: what is due in your account moves to earlier days, so an unpaid invoice’s `due_date` does too. What has happened keeps its time, `created_on` included.',
    'A recurring invoice counts on by its own calendar: its `next_on` is ahead of today by the days that you let pass.',
    'One request at a time can advance the clock of an account.',
    'Webhooks, mail and unsettled payouts and refunds are tried within a second or two after the response.',
  ],
  access: testKey('invoices'),
  body: orderedBody(clockBody),
  answers: {
    200: z
      .object({
        status: success,
        clock: z.object({ advanced_days: z.int() }).meta({ examples: [{ advanced_days: 30 }] }),
      })
      .describe('The days that have passed'),
  },
  errors: ['test_clock_advancing'],
  idempotency: 'for 24 hours',
  example: { body: { days: 30 } },
}).handle(async ({ account, input, commit }) => {
  await advanceClock(account.id, input.days)
  return commit.answer({ status: 200, body: { status: 'success', clock: { advanced_days: input.days } } })
})
