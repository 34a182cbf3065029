import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { requestJson } from '@/components/browser/request'
import type { GracePeriod } from '@/lib/api-keys/api-key-expiry'
import type { ApiKeyRow, ApiKeysView } from '@/lib/api-keys/queries'
import type { Mode } from '@/lib/auth/mode'

export const apiKeysQuery = (mode: Mode) =>
  queryOptions({
    queryKey: [mode, 'api-keys'],
    queryFn: ({ signal }) => requestJson<ApiKeysView>(`/api/dashboard/api-keys?mode=${mode}`, { signal }),
  })

export type NewApiKey = {
  name: string
  /** Null, with `lastDay` null too, for a key that never expires. */
  expiresInDays: number | null
  /** `YYYY-MM-DD`; set instead of `expiresInDays`. */
  lastDay: string | null
  scopes: readonly ApiKeyRow['scopes'][number][]
  /** IP addresses and CIDR blocks. Blank allows every address. */
  allowedAddresses: string
}

/** The answer holds the key itself, which is shown once, so it stays out of the query cache. */
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

/** Replaces a key with a new one, which is shown once. */
export function useRotateApiKey(mode: Mode) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, grace }: { id: string; grace: GracePeriod }) =>
      requestJson<{ id: string; key: string; oldExpiresAt: string }>(
        `/api/dashboard/api-keys/${id}/rotate?mode=${mode}`,
        { method: 'POST', body: { grace } },
      ),
    gcTime: 0,
    onSuccess: () => client.invalidateQueries({ queryKey: [mode] }),
  })
}
