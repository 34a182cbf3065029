import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { requestJson } from '@/components/browser/request'
import { newFormKey } from '@/components/forms/send-once'
import type { Mode } from '@/lib/auth/mode'
import type { IssuedFields } from '@/lib/invoices/invoice-fields'
import type { IssuedForm } from '@/lib/invoices/issued-paper'
import type { EInvoiceView } from '@/lib/payments/invoice-dashboard'
import type { InvoiceView } from '@/lib/payments/queries'
import type { OUTSIDE_METHODS } from '@/lib/payments/status'
import type { CreditedItem } from './item-choice'

const PATH = '/api/dashboard/invoices'

/** Polling interval while a payment or a delivery is in progress. */
const SOON_MS = 2000

export const invoiceQuery = (mode: Mode, id: string) =>
  queryOptions({
    queryKey: [mode, 'invoice', id],
    queryFn: ({ signal }) => requestJson<InvoiceView>(`${PATH}/${id}?mode=${mode}`, { signal }),
    refetchInterval: ({ state }) => (state.data?.isMoving ? SOON_MS : false),
  })

/** The e-invoices of an invoice and its credit notes, each with its missing facts. */
export const eInvoiceQuery = (mode: Mode, id: string) =>
  queryOptions({
    queryKey: [mode, 'invoice', id, 'e-invoice'],
    queryFn: ({ signal }) => requestJson<EInvoiceView>(`${PATH}/${id}/e-invoice?mode=${mode}`, { signal }),
  })

export type InvoiceAct =
  | { path: 'void'; body: { reason: string } }
  | { path: 'send'; body?: undefined }
  | { path: 'reminders'; body: { isOn: boolean } }
  | { path: 'uncollectible'; body: { isUncollectible: boolean } }

/** Does something with an invoice that a repeat does no more than once. */
export function useInvoiceAct(mode: Mode, invoiceId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ path, body }: InvoiceAct) =>
      requestJson<{ keptBecause?: string | null }>(`${PATH}/${invoiceId}/${path}?mode=${mode}`, {
        method: 'POST',
        body: body ?? {},
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: [mode] }),
  })
}

/** The present values of the fields that may change on an issued invoice. */
export const issuedFormQuery = (mode: Mode, id: string) =>
  queryOptions({
    queryKey: [mode, 'invoice', id, 'form'],
    queryFn: ({ signal }) => requestJson<IssuedForm>(`${PATH}/${id}/form?mode=${mode}`, { signal }),
    staleTime: 0,
  })

type SavedEdits = { revision: number; edits: Partial<IssuedFields>; mailsCustomer: boolean }

/** Changes an issued invoice, over the revision that the form is of. A repeat after a lost answer counts once. */
export function useChangeInvoice(mode: Mode, invoiceId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: SavedEdits) =>
      requestJson<{ isChanged: boolean; keptBecause: string | null }>(`${PATH}/${invoiceId}?mode=${mode}`, {
        method: 'PATCH',
        body,
      }),
    // A refusal says that the invoice is no longer as the page has it.
    onSettled: () => client.invalidateQueries({ queryKey: [mode] }),
  })
}

/** Voids an invoice and saves a draft with its content under the id. A repeat after a lost answer counts once. */
export function useVoidAndDuplicate(mode: Mode, invoiceId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { draftId: string; edits: Partial<IssuedFields> }) =>
      requestJson<{ id: string }>(`${PATH}/${invoiceId}/void-and-duplicate?mode=${mode}`, {
        method: 'POST',
        body,
      }),
    // A refusal says that the invoice is no longer as the page has it.
    onSettled: () => client.invalidateQueries({ queryKey: [mode] }),
  })
}

export type RefundFields = { reason: string } & ({ amount: string } | { items: CreditedItem[] })

type RefundAnswer = { id: string; status: 'PENDING' | 'SUCCEEDED' | 'FAILED'; failureReason: string | null }

/** Refunds an invoice. A retry after a lost answer refunds once: the key changes only with the input or a refusal. */
export function useRefundInvoice(mode: Mode, invoiceId: string) {
  const client = useQueryClient()
  const sent = useRef({ body: '', key: '' })
  return useMutation({
    mutationFn: async ({ reason, ...wish }: RefundFields) => {
      const body = { ...wish, ...(reason.trim() ? { reason: reason.trim() } : {}) }
      const text = JSON.stringify(body)
      if (sent.current.body !== text) sent.current = { body: text, key: newFormKey() }
      const refund = await requestJson<RefundAnswer>(`${PATH}/${invoiceId}/refund?mode=${mode}`, {
        method: 'POST',
        body,
        headers: { 'Idempotency-Key': sent.current.key },
      })
      // Its key is used up: the next click asks for another refund.
      sent.current = { body: '', key: '' }
      return refund
    },
    onSuccess: () => client.invalidateQueries({ queryKey: [mode] }),
  })
}

export type CreditFields = { reason: string; mailsCustomer: boolean } & (
  | { amount: string }
  | { items: CreditedItem[] }
)

/** Credits an invoice that is not paid yet. A retry after a lost answer credits once: the key changes only with the input or a refusal. */
export function useCreditInvoice(mode: Mode, invoiceId: string) {
  const client = useQueryClient()
  const sent = useRef({ body: '', key: '' })
  return useMutation({
    mutationFn: async ({ reason, mailsCustomer, ...wish }: CreditFields) => {
      const body = {
        ...wish,
        ...(reason.trim() ? { reason: reason.trim() } : {}),
        mails_customer: mailsCustomer,
      }
      const text = JSON.stringify(body)
      if (sent.current.body !== text) sent.current = { body: text, key: newFormKey() }
      return requestJson<{ id: string; number: string }>(`${PATH}/${invoiceId}/credit?mode=${mode}`, {
        method: 'POST',
        body,
        headers: { 'Idempotency-Key': sent.current.key },
      })
    },
    onSuccess: () => client.invalidateQueries({ queryKey: [mode] }),
  })
}

export type PaymentFields = {
  method: keyof typeof OUTSIDE_METHODS
  amount: string
  receivedOn: string
  reference: string
  mailsReceipt: boolean
}

/** Records a payment. A retry after a lost answer records it once: the key changes only with the input or a refusal. */
export function useRecordPayment(mode: Mode, invoiceId: string) {
  const client = useQueryClient()
  const sent = useRef({ body: '', key: '' })
  return useMutation({
    mutationFn: async ({ method, amount, receivedOn, reference, mailsReceipt }: PaymentFields) => {
      const body = {
        method,
        amount,
        received_on: receivedOn,
        ...(reference.trim() ? { reference: reference.trim() } : {}),
        mails_receipt: mailsReceipt,
      }
      const text = JSON.stringify(body)
      if (sent.current.body !== text) sent.current = { body: text, key: newFormKey() }
      return requestJson<{ id: string; isPaid: boolean }>(`${PATH}/${invoiceId}/payments?mode=${mode}`, {
        method: 'POST',
        body,
        headers: { 'Idempotency-Key': sent.current.key },
      })
    },
    onSuccess: () => client.invalidateQueries({ queryKey: [mode] }),
  })
}

/** Removes a recorded payment. */
export function useRemovePayment(mode: Mode, invoiceId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (paymentId: string) =>
      requestJson(`${PATH}/${invoiceId}/payments/${paymentId}?mode=${mode}`, { method: 'DELETE' }),
    onSuccess: () => client.invalidateQueries({ queryKey: [mode] }),
  })
}

/** Marks a test invoice as paid. */
export function useMarkInvoicePaid() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => requestJson(`${PATH}/${id}/mark-paid?mode=test`, { method: 'POST' }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['test'] }),
  })
}
