import { z } from 'zod'
import { provenSession, session } from '@/lib/auth/session-access'
import { PayoutStatus } from '@/lib/db/generated/enums'
import { DomainError } from '@/lib/errors'
import { jsonFields } from '@/lib/http/input'
import { operation } from '@/lib/http/operation'
import { parameterErrors } from '@/lib/lists/list-parameters'
import { listParameters, listView } from '@/lib/lists/list-query'
import type { Account } from '@/lib/vendors/account'
import { approvalList, approvalRow, readWaiting, waitingView } from './approval-list'
import { type ApprovalView, approvalView, readApprovalIn } from './approval-view'
import { approvePayoutRequest, cancelApproval, rejectPayoutRequest } from './payout-approval'

const PATH = '/api/dashboard/payout-approvals'
const TAG = 'Payouts'

export const listPayoutApprovals = operation({
  method: 'GET',
  path: PATH,
  summary: 'List payouts that need two people',
  tag: TAG,
  access: session('read'),
  query: listParameters(approvalList),
  answers: { 200: listView(approvalRow) },
  errors: parameterErrors,
}).handle(async ({ account, query }) => ({
  status: 200,
  body: await approvalList.read(account.id, query, account.zone),
}))

export const getWaitingPayouts = operation({
  method: 'GET',
  path: `${PATH}/waiting`,
  summary: 'Read which payouts and batches wait for approval',
  tag: TAG,
  access: session('read'),
  answers: { 200: waitingView },
}).handle(async ({ account }) => ({ status: 200, body: await readWaiting(account.id) }))

export const getPayoutApproval = operation({
  method: 'GET',
  path: `${PATH}/{id}`,
  summary: 'Read a payout that needs two people',
  tag: TAG,
  access: session('read'),
  answers: { 200: approvalView },
  errors: ['payout_approval_not_found'],
}).handle(async ({ account, vendor, params: { id } }) => ({
  status: 200,
  body: await viewOf(account, vendor, id),
}))

export const approvePayout = operation({
  method: 'POST',
  path: `${PATH}/{id}/approve`,
  summary: 'Approve a payout',
  description:
    'Sends the payout that somebody else asked for. A repeat by the same person answers the payout as it is now. After a refusal, for the balance for example, it goes on waiting.',
  tag: TAG,
  access: provenSession('payouts.write'),
  answers: { 200: z.object({ payout: z.object({ id: z.uuid(), status: z.enum(PayoutStatus) }) }) },
  errors: [
    'live_mode_unavailable',
    'payout_approval_not_found',
    'payout_approval_over',
    'payout_approval_own',
    'approver_too_new',
    'payout_limit_exceeded',
    'daily_payout_limit_exceeded',
    'insufficient_balance',
  ],
}).handle(async (call) => {
  const { id, status } = await approvePayoutRequest(call.account, call.params.id, call.by, call.requestId)
  return { status: 200, body: { payout: { id, status } } }
})

const rejectFields = z.object({
  reason: z.string().trim().max(500, 'Reasons can be at most 500 characters').default(''),
})

export const rejectPayout = operation({
  method: 'POST',
  path: `${PATH}/{id}/reject`,
  summary: 'Reject a payout',
  tag: TAG,
  access: session('payouts.write'),
  body: jsonFields(rejectFields),
  answers: { 200: approvalView },
  errors: ['invalid_input', 'payout_approval_not_found', 'payout_approval_over', 'payout_approval_own'],
}).handle(async (call) => {
  const { account, vendor, params, input } = call
  await rejectPayoutRequest(account.id, params.id, call.by, input.reason || null)
  return { status: 200, body: await viewOf(account, vendor, params.id) }
})

export const cancelPayoutApproval = operation({
  method: 'POST',
  path: `${PATH}/{id}/cancel`,
  summary: 'Cancel a payout that waits for approval',
  tag: TAG,
  access: session('payouts.write'),
  answers: { 200: approvalView },
  errors: ['payout_approval_not_found', 'payout_approval_over', 'payout_approval_of_another'],
}).handle(async (call) => {
  const { account, vendor, params } = call
  await cancelApproval(account.id, params.id, call.by)
  return { status: 200, body: await viewOf(account, vendor, params.id) }
})

async function viewOf(account: Account, vendor: { memberId: string }, id: string): Promise<ApprovalView> {
  const view = await readApprovalIn(account, vendor, id)
  if (!view) throw new DomainError('payout_approval_not_found')
  return view
}
