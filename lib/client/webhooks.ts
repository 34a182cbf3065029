import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { WebhooksView } from '@/lib/api/dashboard/read-webhooks'
import type { Mode } from '@/lib/auth/mode'
import { requestJson } from './request'

const REFRESH_MS = 5000

export const webhooksQuery = (mode: Mode) =>
  queryOptions({
    queryKey: [mode, 'webhooks'],
    queryFn: ({ signal }) => requestJson<WebhooksView>(`/api/dashboard/webhooks?mode=${mode}`, { signal }),
    // A delivery that is under way ends without anybody's doing.
    refetchInterval: ({ state }) =>
      state.data?.events.some((event) => event.status === 'PENDING') ? REFRESH_MS : false,
  })

/** Shows the signing secret, or gives the account a new one. It stays out of the query cache. */
export function useSigningSecret(mode: Mode) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (method: 'GET' | 'POST') =>
      requestJson<{ secret: string }>(`/api/dashboard/webhooks/secret?mode=${mode}`, { method }),
    gcTime: 0,
    onSuccess: () => client.invalidateQueries({ queryKey: [mode, 'webhooks'] }),
  })
}

export function useRedeliver(mode: Mode) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) =>
      requestJson(`/api/dashboard/webhooks/events/${id}/redeliver?mode=${mode}`, { method: 'POST' }),
    onSuccess: () => client.invalidateQueries({ queryKey: [mode, 'webhooks'] }),
  })
}
