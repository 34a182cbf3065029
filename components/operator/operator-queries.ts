import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { requestJson } from '@/components/browser/request'
import type { Mode } from '@/lib/auth/mode'
import type { OperatorHealthView } from '@/lib/operator/health'
import type { MoneyView } from '@/lib/operator/money-dashboard'
import type { FundingFields } from '@/lib/operator/money-fields'
import type { LedgerCheckView } from '@/lib/operator/operator-dashboard'
import type { OperatorVendorView } from '@/lib/operator/vendor-view'
import type { ReconciliationView } from '@/lib/reconciliation/reconciliation-dashboard'
import type { BanFields, VendorTermsFields } from '@/lib/vendors/vendor-terms-fields'

const PATH = '/api/dashboard/operator'
/** Every dashboard operation takes a mode; the operator's pages are the same in both. */
const IN_ANY_MODE = 'mode=test'
const HEALTH_REFRESH_MS = 5000

export const operatorVendorQuery = (id: string) =>
  queryOptions({
    queryKey: ['operator', 'vendor', id],
    queryFn: ({ signal }) =>
      requestJson<OperatorVendorView>(`${PATH}/vendors/${id}?${IN_ANY_MODE}`, { signal }),
  })

export type VendorChange =
  | { what: 'ban'; body: BanFields }
  | { what: 'unban' | 'approve-live' | 'suspend-live'; body: object }
  | { what: 'terms'; body: VendorTermsFields }

/** Changes a vendor as the operator; returns the updated vendor. */
export function useChangeVendor(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ what, body }: VendorChange) =>
      requestJson<OperatorVendorView>(`${PATH}/vendors/${id}/${what}?${IN_ANY_MODE}`, {
        method: 'POST',
        body,
      }),
    onSuccess: (vendor) => {
      client.setQueryData(operatorVendorQuery(id).queryKey, vendor)
      // The vendor list shows the change too.
      return client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === 'list' })
    },
  })
}

export const operatorHealthQuery = queryOptions({
  queryKey: ['operator', 'health'],
  queryFn: ({ signal }) => requestJson<OperatorHealthView>(`${PATH}/health?${IN_ANY_MODE}`, { signal }),
  refetchInterval: HEALTH_REFRESH_MS,
})

/** Verifies the ledger of all accounts, or of one. A mutation, so that no cached result is shown. */
export function useCheckLedger() {
  return useMutation({
    mutationFn: (account: { vendorId: string; mode: Mode } | null) => {
      const scope = account ? `&vendor=${account.vendorId}&of=${account.mode}` : ''
      return requestJson<LedgerCheckView>(`${PATH}/ledger?${IN_ANY_MODE}${scope}`)
    },
  })
}

/** Compares a day with the providers. Slow, and never cached. */
export function useReconcile() {
  return useMutation({
    mutationFn: ({ date, mode }: { date: string; mode: Mode }) =>
      requestJson<ReconciliationView>(
        `${PATH}/reconciliation?${IN_ANY_MODE}&date=${encodeURIComponent(date)}&of=${mode}`,
      ),
  })
}

/** Asks the live providers, so only when the page opens or a person wants it anew. */
export const operatorMoneyQuery = queryOptions({
  queryKey: ['operator', 'money'],
  queryFn: ({ signal }) => requestJson<MoneyView>(`${PATH}/money?${IN_ANY_MODE}`, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
})

/** Records a movement of the operator's money. */
export function useRecordFunding() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: FundingFields) =>
      requestJson<{ id: string }>(`${PATH}/money/movements?${IN_ANY_MODE}`, { method: 'POST', body }),
    onSuccess: () => client.invalidateQueries({ queryKey: operatorMoneyQuery.queryKey }),
  })
}
