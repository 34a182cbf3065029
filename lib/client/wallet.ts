import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { WalletView } from '@/lib/api/dashboard/read-wallet'
import type { Mode } from '@/lib/auth/mode'
import { requestJson } from './request'

const PATH = '/api/dashboard/wallet'

export const walletQuery = (mode: Mode) =>
  queryOptions({
    queryKey: [mode, 'wallet'],
    queryFn: ({ signal }) => requestJson<WalletView>(`${PATH}?mode=${mode}`, { signal }),
  })

/** Puts money that is none into the test wallet. */
export function useAddTestFunds() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (funds: { amount: string; currency: string }) =>
      requestJson<WalletView>(`${PATH}/test-funds?mode=test`, { method: 'POST', body: funds }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['test'] }),
  })
}
