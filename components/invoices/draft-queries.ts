import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { requestJson } from '@/components/browser/request'
import type { Mode } from '@/lib/auth/mode'
import type { BilledToView } from '@/lib/invoices/draft-dashboard'
import type { DraftPreview } from '@/lib/invoices/draft-preview'
import type { FormFee, InvoiceFields } from '@/lib/invoices/invoice-fields'

const PATH = '/api/dashboard/invoice-drafts'

/** The draft that a page shows: its id and its version, which is 0 until it is saved for the first time. */
export type OpenDraft = { id: string; version: number }

type WrittenDraft = { draft: OpenDraft; fields: InvoiceFields }

/** The email that would bring the draft's invoice, as this version of the draft and the fee are. */
export const draftPreviewQuery = (mode: Mode, { id, version }: OpenDraft, fee: FormFee) =>
  queryOptions({
    queryKey: [mode, 'invoice-draft-preview', id, version, fee],
    queryFn: ({ signal }) => requestJson<DraftPreview>(`${PATH}/${id}/preview?mode=${mode}`, { signal }),
    placeholderData: keepPreviousData,
  })

/** The customer's address, tax ID and language; nothing for an email that is no customer's yet. */
export const billedToQuery = (mode: Mode, customerId: string | null) =>
  queryOptions({
    queryKey: [mode, 'billed-to', customerId],
    queryFn: ({ signal }) =>
      requestJson<BilledToView>(`/api/dashboard/customers/${customerId}/billed-to?mode=${mode}`, { signal }),
    enabled: customerId !== null,
  })

/** Saves the form as it stands over the version that the page has. A repeat after a lost answer counts once. */
export function useSaveDraft(mode: Mode) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ draft: { id, version }, fields }: WrittenDraft) =>
      requestJson<OpenDraft>(`${PATH}/${id}?mode=${mode}`, { method: 'POST', body: { version, fields } }),
    // Nothing that the form's own page shows depends on it, and it happens every few words.
    onSuccess: () => client.invalidateQueries({ queryKey: [mode], refetchType: 'none' }),
  })
}

/** Creates the draft's invoice, of the form as it is, with the fee that the page shows. A repeat gets the same one. */
export function useSendDraft(mode: Mode) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ draft: { id, version }, fields, fee }: WrittenDraft & { fee: FormFee }) =>
      requestJson<{ id: string }>(`${PATH}/${id}/send?mode=${mode}`, {
        method: 'POST',
        body: { version, fields, fee },
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: [mode] }),
  })
}

/** Has the draft sent by itself on a day (`YYYY-MM-DD`), as the form is by then. */
export function useScheduleDraft(mode: Mode) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ draft: { id, version }, fields, sendOn }: WrittenDraft & { sendOn: string }) =>
      requestJson<OpenDraft>(`${PATH}/${id}/schedule?mode=${mode}`, {
        method: 'POST',
        body: { version, fields, send_on: sendOn },
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: [mode] }),
  })
}

/** Takes a draft off its schedule. */
export function useUnscheduleDraft(mode: Mode) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => requestJson(`${PATH}/${id}/unschedule?mode=${mode}`, { method: 'POST' }),
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
