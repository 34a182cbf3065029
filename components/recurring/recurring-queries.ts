import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { requestJson } from '@/components/browser/request'
import { newFormKey } from '@/components/forms/send-once'
import type { Mode } from '@/lib/auth/mode'
import type { InvoiceFields } from '@/lib/invoices/invoice-fields'
import type { RecurringView } from '@/lib/recurring/queries'
import type { RecurringFields } from '@/lib/recurring/recurring-fields'

export const RECURRING_PATH = '/api/dashboard/recurring-invoices'

/** Polling interval while the worker is about to issue an invoice. */
const SOON_MS = 2000

export const recurringQuery = (mode: Mode, id: string) =>
  queryOptions({
    queryKey: [mode, 'recurring-invoice', id],
    queryFn: ({ signal }) => requestJson<RecurringView>(`${RECURRING_PATH}/${id}?mode=${mode}`, { signal }),
    refetchInterval: ({ state }) => (state.data?.isDue ? SOON_MS : false),
  })

export type OpenRecurring = { id: string; revision: number }

/** Saves a series, new or over the revision that was opened. A retry after a lost answer creates it once. */
export function useSaveRecurring(mode: Mode, opened?: OpenRecurring) {
  const client = useQueryClient()
  const sent = useRef({ body: '', key: '' })
  return useMutation({
    mutationFn: (input: RecurringFields & { fields: InvoiceFields }) => {
      const body = opened ? { ...input, revision: opened.revision } : input
      const text = JSON.stringify(body)
      if (sent.current.body !== text) sent.current = { body: text, key: newFormKey() }
      const path = opened ? `${RECURRING_PATH}/${opened.id}` : RECURRING_PATH
      return requestJson<{ id: string }>(`${path}?mode=${mode}`, {
        method: 'POST',
        body,
        ...(opened ? {} : { headers: { 'Idempotency-Key': sent.current.key } }),
      })
    },
    onSuccess: () => client.invalidateQueries({ queryKey: [mode] }),
  })
}

export type RecurringAct = 'pause' | 'resume' | 'end' | 'delete'

export function useActOnRecurring(mode: Mode, id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (act: RecurringAct) =>
      act === 'delete'
        ? requestJson(`${RECURRING_PATH}/${id}?mode=${mode}`, { method: 'DELETE' })
        : requestJson(`${RECURRING_PATH}/${id}/${act}?mode=${mode}`, { method: 'POST' }),
    // The page of a deleted one is about to be left.
    onSuccess: (_, act) => (act === 'delete' ? undefined : client.invalidateQueries({ queryKey: [mode] })),
  })
}
