import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { requestJson } from '@/components/browser/request'
import { newFormKey } from '@/components/forms/send-once'
import type { Mode } from '@/lib/auth/mode'
import type { RecurringPayoutFields } from '@/lib/payouts/recurring-payout-fields'
import type { RecurringPayoutView } from '@/lib/payouts/recurring-payout-view'

export const RECURRING_PAYOUTS_PATH = '/api/dashboard/recurring-payouts'

/** Polling interval while a payout is about to be sent. */
const SOON_MS = 2000

export const recurringPayoutQuery = (mode: Mode, id: string) =>
  queryOptions({
    queryKey: [mode, 'recurring-payout', id],
    queryFn: ({ signal }) =>
      requestJson<RecurringPayoutView>(`${RECURRING_PAYOUTS_PATH}/${id}?mode=${mode}`, { signal }),
    refetchInterval: ({ state }) => (state.data?.isMoving ? SOON_MS : false),
  })

/** A new series to a customer, or the one that was opened, with its revision. */
export type SavedSeries = { customerId: string } | { id: string; revision: number }

/** Saves a series, new or over the revision that was opened. A retry after a lost answer creates it once. */
export function useSaveRecurringPayout(mode: Mode, saved: SavedSeries) {
  const client = useQueryClient()
  const sent = useRef({ body: '', key: '' })
  return useMutation({
    mutationFn: (fields: RecurringPayoutFields) => {
      const isNew = 'customerId' in saved
      const body = isNew
        ? { ...fields, customerId: saved.customerId }
        : { ...fields, revision: saved.revision }
      const text = JSON.stringify(body)
      if (sent.current.body !== text) sent.current = { body: text, key: newFormKey() }
      const path = isNew ? RECURRING_PAYOUTS_PATH : `${RECURRING_PAYOUTS_PATH}/${saved.id}`
      return requestJson<{ id: string }>(`${path}?mode=${mode}`, {
        method: 'POST',
        body,
        ...(isNew ? { headers: { 'Idempotency-Key': sent.current.key } } : {}),
      })
    },
    onSuccess: () => client.invalidateQueries({ queryKey: [mode] }),
  })
}

export type RecurringPayoutAct = 'pause' | 'resume' | 'end'

export function useActOnRecurringPayout(mode: Mode, id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (act: RecurringPayoutAct) =>
      requestJson(`${RECURRING_PAYOUTS_PATH}/${id}/${act}?mode=${mode}`, { method: 'POST' }),
    onSuccess: () => client.invalidateQueries({ queryKey: [mode] }),
  })
}
