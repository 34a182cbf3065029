import { useMutation, useQueryClient } from '@tanstack/react-query'
import { requestJson } from './request'

/** Pays a test invoice by hand. */
export function useMarkInvoicePaid() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) =>
      requestJson(`/api/dashboard/invoices/${id}/mark-paid?mode=test`, { method: 'POST' }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['test'] }),
  })
}
