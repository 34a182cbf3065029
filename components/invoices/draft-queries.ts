import { useMutation, useQueryClient } from '@tanstack/react-query'
import { requestJson } from '@/components/browser/request'
import type { Mode } from '@/lib/auth/mode'
import type { InvoiceFields } from '@/lib/invoices/invoice-fields'

const PATH = '/api/dashboard/invoice-drafts'

/** The draft that a page shows: its id and its version. */
export type OpenDraft = { id: string; version: number }

/** Saves the form as it stands, as a new draft or over the version that the page has of one. */
export function useSaveDraft(mode: Mode) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ draft, fields }: { draft: OpenDraft | null; fields: InvoiceFields }) =>
      draft
        ? requestJson<OpenDraft>(`${PATH}/${draft.id}?mode=${mode}`, {
            method: 'POST',
            body: { version: draft.version, fields },
          })
        : requestJson<OpenDraft>(`${PATH}?mode=${mode}`, { method: 'POST', body: fields }),
    onSuccess: () => client.invalidateQueries({ queryKey: [mode] }),
  })
}

/** Creates the draft's invoice. A repeat gets the same one. */
export function useSendDraft(mode: Mode) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, version }: OpenDraft) =>
      requestJson<{ id: string }>(`${PATH}/${id}/send?mode=${mode}`, { method: 'POST', body: { version } }),
    onSuccess: () => client.invalidateQueries({ queryKey: [mode] }),
  })
}

export function useDeleteDraft(mode: Mode) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => requestJson(`${PATH}/${id}?mode=${mode}`, { method: 'DELETE' }),
    onSuccess: () => client.invalidateQueries({ queryKey: [mode] }),
  })
}

/** Makes a draft like an invoice or another draft. */
export function useDuplicate(mode: Mode) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ kind, id }: { kind: 'invoices' | 'invoice-drafts'; id: string }) =>
      requestJson<OpenDraft>(`/api/dashboard/${kind}/${id}/duplicate?mode=${mode}`, { method: 'POST' }),
    onSuccess: () => client.invalidateQueries({ queryKey: [mode] }),
  })
}
