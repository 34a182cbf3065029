import assert from 'node:assert/strict'
import { z } from 'zod'
import { provenSession, session } from '@/lib/auth/session-access'
import { holdSession } from '@/lib/auth/sessions'
import { inOrmTransaction } from '@/lib/db/transaction'
import { jsonFields } from '@/lib/http/input'
import { operation } from '@/lib/http/operation'
import { nothing } from '@/lib/http/schemas'
import { centsOf } from '@/lib/money/decimals'
import { formatIsoDate } from '@/lib/time/dates'
import { endSweep, pauseSweep, readSweep, resumeSweep, saveSweep, sweepView } from './sweep'
import { sweepFields, sweepSchedule } from './sweep-fields'

const PATH = '/api/dashboard/sweep'
const TAG = 'Payouts'

const answer = z.object({ sweep: sweepView.nullable() })

export const getSweep = operation({
  method: 'GET',
  path: PATH,
  summary: 'Read the automatic withdrawals',
  description: 'With the latest ones and their history. `null` if none are set up.',
  tag: TAG,
  access: session('payouts.write'),
  answers: { 200: answer },
}).handle(async ({ account }) => ({ status: 200, body: { sweep: await readSweep(account) } }))

export const setSweep = operation({
  method: 'POST',
  path: PATH,
  summary: 'Set up or change the automatic withdrawals',
  description:
    'On each of its days, which begin in the vendor’s time zone, what the wallet has above `keep` is requested as a withdrawal, if it is `least` or more. The first one is after today. From the vendor’s threshold for two people on, each waits for somebody else’s approval.',
  tag: TAG,
  access: provenSession('withdrawals.manage'),
  body: jsonFields(
    sweepFields.extend({
      revision: z.int().nullable().describe('The `revision` that was read; null for none.'),
    }),
  ),
  answers: { 200: answer },
  errors: [
    'sweep_changed',
    'customer_not_found',
    'bank_account_not_found',
    'bank_account_unconfirmed',
    'bank_account_waits',
    'payout_limit_exceeded',
  ],
}).handle(async (call) => {
  const { account, audit, input, vendor } = call
  const [keepMinor, leastMinor] = [centsOf(input.keep), centsOf(input.least)]
  assert(keepMinor !== null && leastMinor !== null, 'the fields were checked')
  const { bankAccountId, revision } = input
  const scheduleFrom = (day: Date) => sweepSchedule(input, day)
  await inOrmTransaction(async (tx) => {
    // It pays when nobody looks: no session that was ended may set it up.
    await holdSession(tx, vendor)
    const requester = { member: call.by.member, requestId: call.requestId }
    const terms = { bankAccountId, keepMinor, leastMinor, scheduleFrom, revision }
    const { id, detail } = await saveSweep(tx, account, terms, requester)
    await audit(tx, {
      action: revision === null ? 'sweep.set_up' : 'sweep.changed',
      subjectId: id,
      detail,
    })
  })
  return { status: 200, body: { sweep: await readSweep(account) } }
})

export const pauseAutomaticWithdrawals = operation({
  method: 'POST',
  path: `${PATH}/pause`,
  summary: 'Pause the automatic withdrawals',
  tag: TAG,
  access: session('payouts.write'),
  answers: { 200: nothing },
  errors: ['sweep_not_found'],
}).handle(async ({ account, audit }) => {
  await inOrmTransaction(async (tx) => {
    const id = await pauseSweep(tx, account)
    if (id) await audit(tx, { action: 'sweep.paused', subjectId: id })
  })
  return { status: 200, body: {} }
})

export const resumeAutomaticWithdrawals = operation({
  method: 'POST',
  path: `${PATH}/resume`,
  summary: 'Resume the automatic withdrawals',
  description: 'From the first of its days from today on, in the name of the owner who resumes them.',
  tag: TAG,
  access: provenSession('withdrawals.manage'),
  answers: { 200: nothing },
  errors: ['sweep_not_found', 'payout_recipient_archived'],
}).handle(async (call) => {
  const { account, audit, vendor } = call
  await inOrmTransaction(async (tx) => {
    await holdSession(tx, vendor)
    const resumed = await resumeSweep(tx, account, { member: call.by.member, requestId: call.requestId })
    if (!resumed) return
    const detail = `Next withdrawal on ${formatIsoDate(resumed.nextOn)}`
    await audit(tx, { action: 'sweep.resumed', subjectId: resumed.id, detail })
  })
  return { status: 200, body: {} }
})

export const endAutomaticWithdrawals = operation({
  method: 'POST',
  path: `${PATH}/end`,
  summary: 'End the automatic withdrawals',
  description: 'For good. Withdrawals that were requested stay as they are.',
  tag: TAG,
  access: session('withdrawals.manage'),
  answers: { 200: nothing },
  errors: ['sweep_not_found'],
}).handle(async ({ account, audit }) => {
  await inOrmTransaction(async (tx) => {
    const id = await endSweep(tx, account)
    await audit(tx, { action: 'sweep.ended', subjectId: id })
  })
  return { status: 200, body: {} }
})
