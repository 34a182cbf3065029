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

type Deciding = { mode: Mode; id: string }

/** A decision on a payout. Whether it was made or refused, the page shows how things stand now. */
function useDecision<Given, Answer>({ mode, id }: Deciding, name: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Given) =>
      requestJson<Answer>(`${APPROVALS_PATH}/${id}/${name}?mode=${mode}`, {
        method: 'POST',
        body: body ?? {},
      }),
    onSettled: () => client.invalidateQueries({ queryKey: [mode] }),
  })
}

export const useApprovePayout = (deciding: Deciding) =>
  useDecision<void, { payout: { id: string } }>(deciding, 'approve')

export const useRejectPayout = (deciding: Deciding) =>
  useDecision<{ reason: string }, ApprovalView>(deciding, 'reject')

export const useCancelApproval = (deciding: Deciding) => useDecision<void, ApprovalView>(deciding, 'cancel')
