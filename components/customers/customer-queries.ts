import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { requestJson } from '@/components/browser/request'
import type { Mode } from '@/lib/auth/mode'
import type { CustomerRow } from '@/lib/customers/customer-list'
import type { CustomerFields } from '@/lib/home/customer-overview'
import type { ListView } from '@/lib/lists/list-view'
import { bodyOf } from './customer-edits'

const PATH = '/api/dashboard/customers'

/** Customers that the text finds, such as the beginning of a name, or the latest ones if it is empty. */
export const customerSearchQuery = (mode: Mode, text: string) =>
  queryOptions({
    queryKey: [mode, 'customer-search', text],
    queryFn: ({ signal }) =>
      requestJson<ListView<CustomerRow>>(
        `${PATH}?mode=${mode}${text ? `&q=${encodeURIComponent(text)}` : ''}`,
        { signal },
      ),
    placeholderData: keepPreviousData,
  })

/**
 * Creates a customer, or changes the given fields of the one with this id. Throws `RequestFailure` 409 when the email is
 * taken.
 */
export function useSaveCustomer(mode: Mode, id: string | null) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (fields: Partial<CustomerFields>) =>
      requestJson<{ id: string }>(`${PATH}${id ? `/${id}` : ''}?mode=${mode}`, {
        method: id ? 'PATCH' : 'POST',
        body: bodyOf(fields),
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: [mode] }),
  })
}

export type NewBankAccountBody = {
  entity_type: 'PERSONAL' | 'COMPANY'
  email: string
  first_name: string
  last_name: string
  date_of_birth: string
  company_name: string
  address: { country_code: string; state: string; city: string; postcode: string; street_address: string }
  bank_details: {
    account_name: string
    account_number: string
    routing_number: string
    bank_name: string
    account_category: 'Checking' | 'Savings'
  }
}

/** Adds an account of a customer, or (null) of the vendor itself. The account number stays out of every cache. */
export function useAddBankAccount(mode: Mode, customerId: string | null) {
  const path =
    customerId === null ? '/api/dashboard/withdrawal-accounts' : `${PATH}/${customerId}/bank-accounts`
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: NewBankAccountBody) =>
      requestJson<{ id: string }>(`${path}?mode=${mode}`, {
        method: 'POST',
        body,
      }),
    gcTime: 0,
    onSuccess: () => client.invalidateQueries({ queryKey: [mode] }),
  })
}

/** Archives a customer or a bank account, takes it back, or confirms it. `path` follows that of the customers. */
export function useRecordAct(mode: Mode, path: string, act: 'archive' | 'unarchive' | 'confirm') {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () =>
      requestJson<{ id: string }>(`${PATH}/${path}/${act}?mode=${mode}`, { method: 'POST', body: {} }),
    onSuccess: () => client.invalidateQueries({ queryKey: [mode] }),
  })
}

/** Makes a link on whose page the customer enters a bank account. Its URL stays out of every cache. */
export function useRequestBankDetails(mode: Mode, customerId: string) {
  return useMutation({
    mutationFn: () =>
      requestJson<{ url: string; expiresAt: string }>(
        `${PATH}/${customerId}/bank-account-link?mode=${mode}`,
        { method: 'POST', body: {} },
      ),
    gcTime: 0,
  })
}

/** Mails the customer a link into the portal. */
export function useSendPortalLink(mode: Mode, customerId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () =>
      requestJson<{ keptBecause: string | null }>(`${PATH}/${customerId}/portal-link?mode=${mode}`, {
        method: 'POST',
        body: {},
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: [mode] }),
  })
}

/** The full account number. Each call is recorded in the audit log. */
export async function revealBankAccount(mode: Mode, id: string): Promise<string> {
  const path = `/api/dashboard/bank-accounts/${id}/reveal?mode=${mode}`
  const answer = await requestJson<{ account_number: string }>(path, { method: 'POST' })
  return answer.account_number
}
