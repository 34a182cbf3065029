import assert from 'node:assert/strict'
import { z } from 'zod'
import { requireProofAbove, session } from '@/lib/auth/session-access'
import { holdSession } from '@/lib/auth/sessions'
import { connectionPool } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import { runIdempotently } from '@/lib/http/idempotency'
import { jsonFields } from '@/lib/http/input'
import { operation } from '@/lib/http/operation'
import { refuseInput } from '@/lib/http/refusals'
import { nothing } from '@/lib/http/schemas'
import { csvFile } from '@/lib/lists/csv'
import { parameterErrors } from '@/lib/lists/list-parameters'
import { listParameters, listView } from '@/lib/lists/list-query'
import { centsOf } from '@/lib/money/decimals'
import { seriesRow } from '@/lib/series/series-view'
import { formatIsoDate } from '@/lib/time/dates'
import { scheduleOf } from '@/lib/time/schedule-fields'
import {
  changePayoutSeries,
  createPayoutSeries,
  endPayoutSeries,
  findRecurringPayout,
  pausePayoutSeries,
  resumePayoutSeries,
  type SeriesTerms,
  termsInWords,
} from './recurring-payout'
import { type RecurringPayoutFields, recurringPayoutFields } from './recurring-payout-fields'
import { readRecurringPayout, recurringPayoutList, recurringPayoutView } from './recurring-payout-view'

const PATH = '/api/dashboard/recurring-payouts'
const TAG = 'Payouts'

const createBody = recurringPayoutFields.safeExtend({ customerId: z.string('Choose a customer') })
const changeBody = recurringPayoutFields.safeExtend({
  revision: z.int().describe('The `revision` that was read.'),
})

const orderErrors = [
  'password_needed',
  'code_needed',
  'customer_not_found',
  'bank_account_not_found',
  'bank_account_unconfirmed',
  'bank_account_waits',
  'payout_limit_exceeded',
] as const

function termsOf(fields: RecurringPayoutFields): SeriesTerms {
  const { bankAccountId, amount, reference } = fields
  const amountMinor = centsOf(amount)
  assert(amountMinor !== null, 'the fields were checked')
  return { bankAccountId, amountMinor, reference: reference || null, ...scheduleOf(fields) }
}

export const listRecurringPayouts = operation({
  method: 'GET',
  path: PATH,
  summary: 'List recurring payouts',
  tag: TAG,
  access: session('read'),
  query: listParameters(recurringPayoutList),
  answers: { 200: listView(seriesRow) },
  errors: parameterErrors,
}).handle(async ({ account, query }) => ({
  status: 200,
  body: await recurringPayoutList.read(account.id, query, account.zone),
}))

export const exportRecurringPayouts = operation({
  method: 'GET',
  path: `${PATH}/export`,
  summary: 'Export recurring payouts',
  tag: TAG,
  access: session('read'),
  query: listParameters(recurringPayoutList),
  answers: { 200: csvFile },
  errors: parameterErrors,
}).handle(({ account, query }) => recurringPayoutList.export(account, query))

export const createRecurringPayout = operation({
  method: 'POST',
  path: PATH,
  summary: 'Create a recurring payout',
  description:
    'Each payout is requested when its day begins in the vendor’s time zone, the first at once if that is today. Requires an Idempotency-Key. Above the vendor’s own threshold it takes a session that was proven lately. Each payout from the vendor’s threshold for two people on waits for somebody else’s approval.',
  tag: TAG,
  access: session('payouts.write'),
  body: jsonFields(createBody),
  answers: { 201: z.object({ id: z.uuid() }) },
  errors: [
    ...orderErrors,
    'idempotency_key_too_long',
    'idempotency_key_reused',
    'idempotency_key_in_progress',
  ],
}).handle(async (call) => {
  const { account, audit, input, vendor } = call
  const terms = termsOf(input)
  requireProofAbove(vendor, terms.amountMinor)
  if (!call.headers.get('idempotency-key')) refuseInput('Idempotency-Key is required')
  return runIdempotently(call, account.id, 'for 24 hours', (commit) =>
    commit.transaction(async (tx) => {
      // It pays when nobody looks: no session that was ended may create one.
      await holdSession(tx, vendor)
      const { customerId } = input
      const requester = { member: call.by.member, requestId: call.requestId }
      const { id, customer } = await createPayoutSeries(tx, account, { ...terms, customerId }, requester)
      const detail = `${customer.name}: ${termsInWords(terms)}`
      await audit(tx, { action: 'recurring_payout.created', subjectId: id, detail })
      return { status: 201 as const, body: { id } }
    }),
  )
})

export const getRecurringPayout = operation({
  method: 'GET',
  path: `${PATH}/{id}`,
  summary: 'Read a recurring payout',
  description: 'With its next days, its payouts and its history.',
  tag: TAG,
  access: session('read'),
  answers: { 200: recurringPayoutView },
  errors: ['recurring_payout_not_found'],
}).handle(async ({ account, params }) => {
  const series = await readRecurringPayout(account, params.id)
  if (!series) throw new DomainError('recurring_payout_not_found')
  return { status: 200, body: series }
})

export const changeRecurringPayout = operation({
  method: 'POST',
  path: `${PATH}/{id}`,
  summary: 'Change a recurring payout',
  description: 'Replaces everything but the customer, from the next payout on.',
  tag: TAG,
  access: session('payouts.write'),
  body: jsonFields(changeBody),
  answers: { 200: z.object({ id: z.uuid() }) },
  errors: [
    ...orderErrors,
    'recurring_payout_not_found',
    'recurring_payout_ended',
    'recurring_payout_changed',
  ],
}).handle(async (call) => {
  const { account, audit, input, vendor } = call
  const { id } = call.params
  const terms = termsOf(input)
  requireProofAbove(vendor, terms.amountMinor)
  await inOrmTransaction(async (tx) => {
    await holdSession(tx, vendor)
    const requester = { member: call.by.member, requestId: call.requestId }
    await changePayoutSeries(tx, account, { id, revision: input.revision }, terms, requester)
    await audit(tx, { action: 'recurring_payout.changed', subjectId: id, detail: termsInWords(terms) })
  })
  return { status: 200, body: { id } }
})

export const pauseRecurringPayout = operation({
  method: 'POST',
  path: `${PATH}/{id}/pause`,
  summary: 'Pause a recurring payout',
  description: 'Payouts of the periods until it is resumed are skipped.',
  tag: TAG,
  access: session('payouts.write'),
  answers: { 200: nothing },
  errors: ['recurring_payout_not_found', 'recurring_payout_ended'],
}).handle(async ({ account, audit, params: { id } }) => {
  await inOrmTransaction(async (tx) => {
    if (!(await pausePayoutSeries(tx, account, id))) return
    await audit(tx, { action: 'recurring_payout.paused', subjectId: id })
  })
  return { status: 200, body: {} }
})

export const resumeRecurringPayout = operation({
  method: 'POST',
  path: `${PATH}/{id}/resume`,
  summary: 'Resume a recurring payout',
  description:
    'Goes on with the first period from today, in the name of the member. Above the vendor’s own threshold it takes a session that was proven lately.',
  tag: TAG,
  access: session('payouts.write'),
  answers: { 200: nothing },
  errors: [
    'password_needed',
    'code_needed',
    'recurring_payout_not_found',
    'recurring_payout_ended',
    'recurring_payout_over',
    'payout_recipient_archived',
  ],
}).handle(async (call) => {
  const { account, audit, vendor } = call
  const { id } = call.params
  const { amountMinor } = await findRecurringPayout(connectionPool(), account, id)
  requireProofAbove(vendor, amountMinor)
  await inOrmTransaction(async (tx) => {
    await holdSession(tx, vendor)
    const requester = { member: call.by.member, requestId: call.requestId }
    const nextOn = await resumePayoutSeries(tx, account, id, requester)
    if (!nextOn) return
    const detail = `Next payout on ${formatIsoDate(nextOn)}`
    await audit(tx, { action: 'recurring_payout.resumed', subjectId: id, detail })
  })
  return { status: 200, body: {} }
})

export const endRecurringPayout = operation({
  method: 'POST',
  path: `${PATH}/{id}/end`,
  summary: 'End a recurring payout',
  description: 'For good. Payouts that were requested stay as they are.',
  tag: TAG,
  access: session('payouts.write'),
  answers: { 200: nothing },
  errors: ['recurring_payout_not_found'],
}).handle(async ({ account, audit, params: { id } }) => {
  await inOrmTransaction(async (tx) => {
    if (!(await endPayoutSeries(tx, account, id))) return
    await audit(tx, { action: 'recurring_payout.ended', subjectId: id })
  })
  return { status: 200, body: {} }
})
