import { z } from 'zod'
import { session } from '@/lib/auth/session-access'
import { database } from '@/lib/db/client'
import { PayoutStatus } from '@/lib/db/generated/enums'
import { inOrmTransaction } from '@/lib/db/transaction'
import { type AnyDomainError, isDomainError } from '@/lib/errors'
import { runIdempotently } from '@/lib/http/idempotency'
import { orderedBody } from '@/lib/http/input'
import { type JsonAnswer, operation } from '@/lib/http/operation'
import { refusalOf, refuseInput } from '@/lib/http/refusals'
import { csvFile } from '@/lib/lists/csv'
import { parameterErrors } from '@/lib/lists/list-parameters'
import { listParameters, listView } from '@/lib/lists/list-query'
import { tabsView } from '@/lib/lists/status-counts'
import { refuseFailed } from './create-payout'
import { explainPayoutFailure, failureWords, nextStepAfter } from './explain-payout-failure'
import { findPayoutDetails, type PayoutRecord, readPayoutRecord } from './payout'
import { createPayoutOrRequestApproval, isApproval } from './payout-approval'
import { payoutOrderBody } from './payout-body'
import { payoutList, readPayoutTabs } from './payout-list'
import { requirePayoutProof } from './payout-proof'
import { payoutRow, payoutView, presentPayoutView } from './queries'

const PATH = '/api/dashboard/payouts'

export const listPayouts = operation({
  method: 'GET',
  path: PATH,
  summary: 'List payouts',
  tag: 'Payouts',
  access: session('read'),
  query: listParameters(payoutList),
  answers: { 200: listView(payoutRow) },
  errors: parameterErrors,
}).handle(async ({ account, query }) => ({
  status: 200,
  body: await payoutList.read(account.id, query, account.zone),
}))

export const payoutTabs = operation({
  method: 'GET',
  path: `${PATH}/tabs`,
  summary: 'Count payouts by status',
  description: 'With their sums. Stops counting at 10,000 of a status.',
  tag: 'Payouts',
  access: session('read'),
  answers: { 200: tabsView },
}).handle(async ({ account }) => ({
  status: 200,
  body: await readPayoutTabs(account.id),
}))

export const exportPayouts = operation({
  method: 'GET',
  path: `${PATH}/export`,
  summary: 'Export payouts',
  tag: 'Payouts',
  access: session('read'),
  query: listParameters(payoutList),
  answers: { 200: csvFile },
  errors: parameterErrors,
}).handle(({ account, query }) => payoutList.export(account, query))

export const getPayout = operation({
  method: 'GET',
  path: `${PATH}/{id}`,
  summary: 'Read a payout',
  tag: 'Payouts',
  access: session('read'),
  answers: { 200: payoutView },
  errors: ['payout_not_found'],
}).handle(async ({ account, params, vendor }) => {
  const payout = await findPayoutDetails(database(), account.id, params.id)
  return { status: 200, body: presentPayoutView(account.mode, payout, vendor.isOperator) }
})

const requestedPayout = z.object({ id: z.uuid(), status: z.enum(PayoutStatus) })

const waitingPayout = z
  .object({ approval: z.object({ id: z.uuid() }) })
  .describe('Waits for a second person: nothing is paid yet')

const refusedPayout = z
  .object({ error: z.string(), refused: failureWords.extend({ id: z.uuid() }) })
  .describe('Refused by the provider, and reversed')

/**
 * Creates a payout as the API does, under the form's own Idempotency-Key: without one, a second click or a
 * repeat after a lost answer would pay twice.
 */
export const requestPayout = operation({
  method: 'POST',
  path: PATH,
  summary: 'Pay out',
  description:
    'Requires an Idempotency-Key. A repeat answers the payout as it is now. Above the vendor’s own threshold it takes a session that was proven lately. From the vendor’s threshold for two people on, it waits for somebody else’s approval.',
  tag: 'Payouts',
  access: session('payouts.write'),
  body: orderedBody(payoutOrderBody),
  answers: { 201: requestedPayout, 202: waitingPayout, 502: refusedPayout },
  errors: [
    'idempotency_key_too_long',
    'idempotency_key_reused',
    'idempotency_key_in_progress',
    'live_mode_unavailable',
    'password_needed',
    'code_needed',
    'customer_not_found',
    'bank_account_not_found',
    'bank_account_unconfirmed',
    'bank_account_waits',
    'payout_limit_exceeded',
    'daily_payout_limit_exceeded',
    'insufficient_balance',
  ],
  refused: (refusal) => {
    const nextStep = nextStepAfter(refusal)
    return nextStep === null ? null : { status: refusal.status, body: { error: refusal.message, nextStep } }
  },
}).handle(async (call) => {
  const { account, input, vendor } = call
  await requirePayoutProof(vendor, account.id, input)
  if (!call.headers.get('idempotency-key')) refuseInput('Idempotency-Key is required')
  let payout: PayoutRecord | null = null
  try {
    return await runIdempotently<RequestedAnswer>(
      call,
      account.id,
      'for good',
      async (commit) => {
        const outcome = await createPayoutOrRequestApproval(account, input, commit, call.by)
        if ('approvalId' in outcome) return commit.answer(waiting(outcome.approvalId))
        payout = outcome.payout
        refuseFailed(payout)
        return commit.answer(answerWith(payout))
      },
      async (id) =>
        (await isApproval(account.id, id))
          ? waiting(id)
          : answerWith(await inOrmTransaction((tx) => readPayoutRecord(tx, account.id, id))),
    )
  } catch (error) {
    // Caught here, after the refusal has freed the key: the form shows why this payout was refused.
    if (payout && isDomainError(error, 'payout_refused')) return refusedAnswer(payout, error)
    throw error
  }
})

type RequestedAnswer = ReturnType<typeof answerWith> | ReturnType<typeof waiting>

function answerWith({ id, status }: PayoutRecord): JsonAnswer<201, z.infer<typeof requestedPayout>> {
  return { status: 201, body: { id, status } }
}

function waiting(id: string): JsonAnswer<202, z.infer<typeof waitingPayout>> {
  return { status: 202, body: { approval: { id } } }
}

function refusedAnswer(
  { id, failureCode, failureDetail }: PayoutRecord,
  error: AnyDomainError,
): JsonAnswer<502, z.infer<typeof refusedPayout>> {
  const refused = { id, ...explainPayoutFailure(failureCode, failureDetail) }
  return { status: 502, body: { error: refusalOf(error).message, refused } }
}
