import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { requestJson } from '@/components/browser/request'
import type { Mode } from '@/lib/auth/mode'
import type { BatchListRow, BatchView } from '@/lib/payouts/batch-view'

const PATH = '/api/dashboard/payout-batches'

/** Polling interval while payouts of a batch are being made. */
const RUNNING_REFRESH_MS = 1500

export const batchesQuery = (mode: Mode) =>
  queryOptions({
    queryKey: [mode, 'payout-batches'],
    queryFn: ({ signal }) => requestJson<{ batches: BatchListRow[] }>(`${PATH}?mode=${mode}`, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.batches.some(({ status }) => status === 'running') ? RUNNING_REFRESH_MS : false,
  })

export const batchQuery = (mode: Mode, id: string) =>
  queryOptions({
    queryKey: [mode, 'payout-batch', id],
    queryFn: ({ signal }) => requestJson<BatchView>(`${PATH}/${id}?mode=${mode}`, { signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? RUNNING_REFRESH_MS : false),
  })

export function batchFileUrl({ mode, id }: Pick<BatchView, 'mode' | 'id'>): string {
  return `${PATH}/${id}/export?mode=${mode}`
}

export function useUploadBatch(mode: Mode) {
  return useMutation({
    mutationFn: async (file: { name: string; text: () => Promise<string> }) =>
      requestJson<{ id: string }>(`${PATH}?mode=${mode}`, {
        method: 'POST',
        body: { name: file.name.slice(0, 255), file: await file.text() },
      }),
  })
}

/** Confirms what the page shows: the service refuses if it has changed. */
export function usePayBatch({ mode, id }: Pick<BatchView, 'mode' | 'id'>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ selection, batch }: { selection: 'new' | 'failed'; batch: BatchView }) => {
      const { count, sum } = batch[selection]
      const body = { selection, count, sum: sum.amount }
      return requestJson<{ id: string }>(`${PATH}/${id}/pay?mode=${mode}`, { method: 'POST', body })
    },
    // After a refusal or a lost answer too: the page then shows the current state.
    onSettled: () => client.invalidateQueries({ queryKey: [mode] }),
  })
}

/** Approves what another person has confirmed, or sends it back. */
export function useDecideOnBatch({ mode, id }: Pick<BatchView, 'mode' | 'id'>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ isApproved, batch }: { isApproved: boolean; batch: BatchView }) => {
      const body = { isApproved, count: batch.held.count, sum: batch.held.sum.amount }
      return requestJson<{ id: string }>(`${PATH}/${id}/decide?mode=${mode}`, { method: 'POST', body })
    },
    onSettled: () => client.invalidateQueries({ queryKey: [mode] }),
  })
}

export type RowChange =
  | { rowId: string; cells: { recipient: string; bankAccount: string; amount: string; reference: string } }
  | { rowId: string; cells: null }

/** Corrects a row or, without cells, removes it. */
export function useChangeRow({ mode, id }: Pick<BatchView, 'mode' | 'id'>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ rowId, cells }: RowChange) =>
      requestJson<BatchView>(`${PATH}/${id}/rows/${rowId}${cells ? '' : '/remove'}?mode=${mode}`, {
        method: 'POST',
        ...(cells ? { body: cells } : {}),
      }),
    onSuccess: (batch) => client.setQueryData(batchQuery(mode, id).queryKey, batch),
  })
}

export function useStopBatch({ mode, id }: Pick<BatchView, 'mode' | 'id'>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => requestJson<BatchView>(`${PATH}/${id}/stop?mode=${mode}`, { method: 'POST' }),
    onSettled: () => client.invalidateQueries({ queryKey: [mode] }),
  })
}
