import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { requestJson } from '@/components/browser/request'
import type { Mode } from '@/lib/auth/mode'
import type { EndpointsView } from '@/lib/webhooks/delivery-list'
import type { DeliveryView } from '@/lib/webhooks/queries'
import type { EndpointInput } from './endpoint-form'

/** Polling intervals while the next attempt is near, and while it is further away. */
const SOON_MS = 1000
const LATER_MS = 15_000
const NEAR_MS = 60_000

/** Refresh interval of a delivery: a pending one ends by itself. */
export function refreshDeliveryMs(delivery: {
  status: string
  nextAttemptAt: string | null
}): number | false {
  if (delivery.status !== 'PENDING') return false
  const awayMs = delivery.nextAttemptAt ? Date.parse(delivery.nextAttemptAt) - Date.now() : 0
  return awayMs < NEAR_MS ? SOON_MS : LATER_MS
}

export const deliveryQuery = (mode: Mode, id: string) =>
  queryOptions({
    queryKey: [mode, 'webhook-delivery', id],
    queryFn: ({ signal }) =>
      requestJson<DeliveryView>(`/api/dashboard/webhooks/deliveries/${id}?mode=${mode}`, { signal }),
    refetchInterval: ({ state }) => (state.data ? refreshDeliveryMs(state.data) : false),
  })

type SigningSecret = { secret: string; previousSecretExpiresAt: string | null }

/**
 * Reads the signing secret, or rotates it while the old one keeps signing for some hours. The secret stays
 * out of the query cache.
 */
export function useSigningSecret(mode: Mode) {
  return useMutation({
    mutationFn: (rotation: { overlapHours: number } | null) =>
      requestJson<SigningSecret>(`/api/dashboard/webhooks/secret?mode=${mode}`, {
        method: rotation ? 'POST' : 'GET',
        ...(rotation ? { body: rotation } : {}),
      }),
    gcTime: 0,
  })
}

export function useRedeliver(mode: Mode) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) =>
      requestJson(`/api/dashboard/webhooks/deliveries/${id}/redeliver?mode=${mode}`, { method: 'POST' }),
    onSuccess: () => client.invalidateQueries({ queryKey: [mode] }),
  })
}

/** Counts the deliveries that have failed since then. Disabled while `since` is null. */
export function useFailedCount(mode: Mode, since: string | null) {
  return useQuery({
    queryKey: [mode, 'failed-webhooks', since],
    queryFn: ({ signal }) =>
      requestJson<{ count: number; limit: number }>(
        `/api/dashboard/webhooks/redelivery?mode=${mode}&since=${encodeURIComponent(since ?? '')}`,
        { signal },
      ),
    enabled: since !== null,
    staleTime: 0,
    gcTime: 0,
  })
}

export function useRedeliverFailed(mode: Mode) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (since: string) =>
      requestJson<{ count: number; remaining: number }>(`/api/dashboard/webhooks/redelivery?mode=${mode}`, {
        method: 'POST',
        body: { since },
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: [mode] }),
  })
}

export function useSendTestEvent(mode: Mode) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (url: string) =>
      requestJson<{ id: string }>(`/api/dashboard/webhooks/test?mode=${mode}`, {
        method: 'POST',
        body: { url },
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: [mode, 'list'] }),
  })
}

const ENDPOINTS = '/api/dashboard/webhooks/endpoints'

export const endpointsQuery = (mode: Mode) =>
  queryOptions({
    queryKey: [mode, 'webhook-endpoints'],
    queryFn: ({ signal }) => requestJson<EndpointsView>(`${ENDPOINTS}?mode=${mode}`, { signal }),
  })

export function useAddEndpoint(mode: Mode) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (endpoint: EndpointInput) =>
      requestJson<{ id: string; secret: string }>(`${ENDPOINTS}?mode=${mode}`, {
        method: 'POST',
        body: endpoint,
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: endpointsQuery(mode).queryKey }),
    gcTime: 0,
  })
}

type EndpointChange = {
  id: string
  status?: EndpointsView['endpoints'][number]['status']
} & Partial<EndpointInput>

export function useChangeEndpoint(mode: Mode) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, ...body }: EndpointChange) =>
      requestJson<{ id: string }>(`${ENDPOINTS}/${id}?mode=${mode}`, { method: 'PATCH', body }),
    onSuccess: () => client.invalidateQueries({ queryKey: endpointsQuery(mode).queryKey }),
  })
}

/** The new secret stays out of the query cache. */
export function useRotateEndpointSecret(mode: Mode) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, overlapHours }: { id: string; overlapHours: number }) =>
      requestJson<{ secret: string }>(`${ENDPOINTS}/${id}/rotate-secret?mode=${mode}`, {
        method: 'POST',
        body: { overlapHours },
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: endpointsQuery(mode).queryKey }),
    gcTime: 0,
  })
}

export function useDeleteEndpoint(mode: Mode) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) =>
      requestJson<{ id: string }>(`${ENDPOINTS}/${id}?mode=${mode}`, { method: 'DELETE' }),
    onSuccess: () => client.invalidateQueries({ queryKey: endpointsQuery(mode).queryKey }),
  })
}
