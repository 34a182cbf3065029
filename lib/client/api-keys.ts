import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ApiKeysView } from '@/lib/api/dashboard/read-api-keys'
import type { Mode } from '@/lib/auth/mode'
import { requestJson } from './request'

export const apiKeysQuery = (mode: Mode) =>
  queryOptions({
    queryKey: [mode, 'api-keys'],
    queryFn: ({ signal }) => requestJson<ApiKeysView>(`/api/dashboard/api-keys?mode=${mode}`, { signal }),
  })

export type NewApiKey = { name: string; expiresInDays: number | null }

/** The answer holds the key itself, which is never told again: it stays out of the query cache. */
export function useGenerateApiKey(mode: Mode) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: NewApiKey) =>
      requestJson<{ id: string; key: string }>(`/api/dashboard/api-keys?mode=${mode}`, {
        method: 'POST',
        body,
      }),
    gcTime: 0,
    onSuccess: () => client.invalidateQueries({ queryKey: [mode] }),
  })
}

export function useRevokeApiKey(mode: Mode) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) =>
      requestJson(`/api/dashboard/api-keys/${id}?mode=${mode}`, { method: 'DELETE' }),
    onSuccess: () => client.invalidateQueries({ queryKey: [mode] }),
  })
}
