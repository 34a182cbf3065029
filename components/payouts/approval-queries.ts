import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { requestJson } from '@/components/browser/request'
import type { Mode } from '@/lib/auth/mode'
import type { WaitingView } from '@/lib/payouts/approval-list'
import type { ApprovalView } from '@/lib/payouts/approval-view'

export const APPROVALS_PATH = '/api/dashboard/payout-approvals'

/** A page checks for a decision at this interval. */
const REFRESH_MS = 10_000

export const waitingQuery = (mode: Mode) =>
  queryOptions({
    queryKey: [mode, 'payout-approvals', 'waiting'],
    queryFn: ({ signal }) => requestJson<WaitingView>(`${APPROVALS_PATH}/waiting?mode=${mode}`, { signal }),
    refetchInterval: ({ state }) => (state.data?.count ? REFRESH_MS : false),
  })

export const approvalQuery = (mode: Mode, id: string) =>
  queryOptions({
    queryKey: [mode, 'payout-approval', id],
    queryFn: ({ signal }) => requestJson<ApprovalView>(`${APPROVALS_PATH}/${id}?mode=${mode}`, { signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'WAITING' ? REFRESH_MS : false),
  })

type ApprovalKey = { mode: Mode; id: string }

/** A decision on a payout. Whether it was made or refused, the page shows how things stand now. */
function useDecision<Body, Answer>({ mode, id }: ApprovalKey, name: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Body) =>
      requestJson<Answer>(`${APPROVALS_PATH}/${id}/${name}?mode=${mode}`, {
        method: 'POST',
        body: body ?? {},
      }),
    onSettled: () => client.invalidateQueries({ queryKey: [mode] }),
  })
}

export const useApprovePayout = (approval: ApprovalKey) =>
  useDecision<void, { payout: { id: string } }>(approval, 'approve')

export const useRejectPayout = (approval: ApprovalKey) =>
  useDecision<{ reason: string }, ApprovalView>(approval, 'reject')

export const useCancelApproval = (approval: ApprovalKey) =>
  useDecision<void, ApprovalView>(approval, 'cancel')
