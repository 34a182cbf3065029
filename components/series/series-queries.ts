import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { requestJson } from '@/components/browser/request'
import { newFormKey } from '@/components/forms/send-once'
import type { Mode } from '@/lib/auth/mode'
import type { SeriesView } from '@/lib/series/series-view'

/** A series creates one of these for each period. */
export type SeriesKind = 'invoice' | 'payout'

export const seriesPath = (kind: SeriesKind) => `/api/dashboard/recurring-${kind}s`

/** The list's page; that of a series is below it. */
export const seriesPage = (kind: SeriesKind) => `/${kind}s/recurring`

/** Polling interval while work on a series is about to be done. */
const SOON_MS = 2000

export const seriesQuery = <View extends SeriesView>(kind: SeriesKind, { mode, id }: SeriesView) =>
  queryOptions({
    queryKey: [mode, `recurring-${kind}`, id],
    queryFn: ({ signal }) => requestJson<View>(`${seriesPath(kind)}/${id}?mode=${mode}`, { signal }),
    refetchInterval: ({ state }) => (state.data?.isMoving ? SOON_MS : false),
  })

export type OpenSeries = { id: string; revision: number }

/** Saves a series, new or over the revision that was opened. A retry after a lost answer creates it once. */
export function useSaveSeries<Input extends object>(kind: SeriesKind, mode: Mode, opened?: OpenSeries) {
  const client = useQueryClient()
  const sent = useRef({ body: '', key: '' })
  return useMutation({
    mutationFn: (input: Input) => {
      const body = opened ? { ...input, revision: opened.revision } : input
      const text = JSON.stringify(body)
      if (sent.current.body !== text) sent.current = { body: text, key: newFormKey() }
      const path = opened ? `${seriesPath(kind)}/${opened.id}` : seriesPath(kind)
      return requestJson<{ id: string }>(`${path}?mode=${mode}`, {
        method: 'POST',
        body,
        ...(opened ? {} : { headers: { 'Idempotency-Key': sent.current.key } }),
      })
    },
    onSuccess: () => client.invalidateQueries({ queryKey: [mode] }),
  })
}

export type SeriesAct = 'pause' | 'resume' | 'end' | 'delete'

export function useActOnSeries(kind: SeriesKind, { mode, id }: Pick<SeriesView, 'mode' | 'id'>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (act: SeriesAct) =>
      act === 'delete'
        ? requestJson(`${seriesPath(kind)}/${id}?mode=${mode}`, { method: 'DELETE' })
        : requestJson(`${seriesPath(kind)}/${id}/${act}?mode=${mode}`, { method: 'POST' }),
    // The page of a deleted one is about to be left.
    onSuccess: (_, act) => (act === 'delete' ? undefined : client.invalidateQueries({ queryKey: [mode] })),
  })
}
