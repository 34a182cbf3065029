import { z } from 'zod'
import { provenSession, session } from '@/lib/auth/session-access'
import { holdSession } from '@/lib/auth/sessions'
import { database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { runIdempotently } from '@/lib/http/idempotency'
import { orderedBody } from '@/lib/http/input'
import { operation } from '@/lib/http/operation'
import { refuseInput } from '@/lib/http/refusals'
import { formatMajor } from '@/lib/money/money'
import { formatIsoDate } from '@/lib/time/dates'
import { scheduledChangeBody, scheduledOrderBody } from './payout-body'
import { requirePayoutProof } from './payout-proof'
import {
  approveScheduledRequest,
  cancelScheduledPayout,
  changeScheduledPayout,
  createScheduledPayout,
  readScheduledPayouts,
  type ScheduledChange,
  scheduledPayoutsView,
} from './scheduled-payouts'

const PATH = '/api/dashboard/scheduled-payouts'

const orderErrors = [
  'password_needed',
  'code_needed',
  'customer_not_found',
  'bank_account_not_found',
  'bank_account_unconfirmed',
  'bank_account_waits',
  'payout_limit_exceeded',
] as const

export const listScheduledPayouts = operation({
  method: 'GET',
  path: PATH,
  summary: 'List scheduled payouts',
  tag: 'Payouts',
  access: session('read'),
  answers: { 200: scheduledPayoutsView },
}).handle(async ({ account }) => ({ status: 200, body: await readScheduledPayouts(database(), account) }))

export const schedulePayout = operation({
  method: 'POST',
  path: PATH,
  summary: 'Schedule a payout',
  description:
    'The service sends it when the day begins in the vendor’s time zone. Requires an Idempotency-Key. Above the vendor’s own threshold it takes a session that was proven lately. From the vendor’s threshold for two people on, it waits for somebody else’s approval: if that comes after its day, it is sent then.',
  tag: 'Payouts',
  access: session('payouts.write'),
  body: orderedBody(scheduledOrderBody),
  answers: { 201: z.object({ id: z.uuid() }) },
  errors: [
    ...orderErrors,
    'idempotency_key_too_long',
    'idempotency_key_reused',
    'idempotency_key_in_progress',
  ],
}).handle(async (call) => {
  const { account, audit, input, vendor } = call
  await requirePayoutProof(vendor, account.id, input)
  if (!call.headers.get('idempotency-key')) refuseInput('Idempotency-Key is required')
  return runIdempotently(call, account.id, 'for 24 hours', (commit) =>
    commit.transaction(async (tx) => {
      // It pays when nobody looks: no session that was ended may schedule one.
      await holdSession(tx, vendor)
      const id = await createScheduledPayout(tx, account, input, {
        member: call.by.member,
        requestId: call.requestId,
      })
      await audit(tx, { action: 'payout.scheduled', subjectId: id, detail: inWords(input) })
      return { status: 201 as const, body: { id } }
    }),
  )
})

export const updateScheduledPayout = operation({
  method: 'POST',
  path: `${PATH}/{id}`,
  summary: 'Change a scheduled payout',
  description:
    'Also schedules one again that was refused. One that somebody has approved has to be approved again, if its amount still needs two people.',
  tag: 'Payouts',
  access: session('payouts.write'),
  body: orderedBody(scheduledChangeBody),
  answers: { 200: scheduledPayoutsView },
  errors: [...orderErrors, 'scheduled_payout_not_found', 'scheduled_payout_over'],
}).handle(async (call) => {
  const { account, audit, input, params, vendor } = call
  await requirePayoutProof(vendor, account.id, { ...input, requestId: params.id })
  await inOrmTransaction(async (tx) => {
    await changeScheduledPayout(tx, account, params.id, input, {
      member: call.by.member,
      requestId: call.requestId,
    })
    await audit(tx, { action: 'payout.rescheduled', subjectId: params.id, detail: inWords(input) })
  })
  return { status: 200, body: await readScheduledPayouts(database(), account) }
})

export const approveScheduledPayout = operation({
  method: 'POST',
  path: `${PATH}/{id}/approve`,
  summary: 'Approve a scheduled payout',
  description:
    'With the account, amount and day as they were shown. It is sent on its day or, if that has begun, at once.',
  tag: 'Payouts',
  access: provenSession('payouts.write'),
  body: orderedBody(scheduledChangeBody),
  answers: { 200: scheduledPayoutsView },
  errors: [
    'scheduled_payout_not_found',
    'payout_approval_over',
    'scheduled_payout_over',
    'scheduled_payout_changed',
    'payout_approval_own',
    'approver_too_new',
  ],
}).handle(async (call) => {
  const { account, audit, input, params } = call
  await inOrmTransaction(async (tx) => {
    await approveScheduledRequest(tx, account, params.id, input, call.by.member)
    await audit(tx, { action: 'payout.approved', subjectId: params.id, detail: inWords(input) })
  })
  return { status: 200, body: await readScheduledPayouts(database(), account) }
})

export const unschedulePayout = operation({
  method: 'POST',
  path: `${PATH}/{id}/cancel`,
  summary: 'Cancel a scheduled payout',
  description: 'Also declines one that waits for approval: the person who scheduled it is told by email.',
  tag: 'Payouts',
  access: session('payouts.write'),
  answers: { 200: scheduledPayoutsView },
  errors: ['scheduled_payout_not_found', 'scheduled_payout_over'],
}).handle(async (call) => {
  const { account, audit, params } = call
  await inOrmTransaction(async (tx) => {
    await cancelScheduledPayout(tx, account, params.id, call.by.member)
    await audit(tx, { action: 'payout.unscheduled', subjectId: params.id })
  })
  return { status: 200, body: await readScheduledPayouts(database(), account) }
})

function inWords({ amountMinor, day }: ScheduledChange): string {
  return `${formatMajor(amountMinor, 'USD')} USD on ${formatIsoDate(day)}`
}
