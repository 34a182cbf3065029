import type { WebhookDeliveryStatus, WebhookEndpointStatus } from '@/lib/db/generated/enums'

/** Each status of a delivery as our own pages call it. */
export const DELIVERY_STATUSES = {
  PENDING: { displayStatus: 'Pending', tone: 'accent' },
  DELIVERED: { displayStatus: 'Delivered', tone: 'success' },
  FAILED: { displayStatus: 'Failed', tone: 'danger' },
} as const satisfies Record<WebhookDeliveryStatus, { displayStatus: string; tone: string }>

/** Each status of an endpoint, likewise, and as the API calls it. */
export const ENDPOINT_STATUSES = {
  ENABLED: { apiStatus: 'enabled', displayStatus: 'Enabled', tone: 'success' },
  DISABLED: { apiStatus: 'disabled', displayStatus: 'Disabled', tone: 'neutral' },
} as const satisfies Record<WebhookEndpointStatus, { apiStatus: string; displayStatus: string; tone: string }>

export const API_ENDPOINT_STATUSES = Object.values(ENDPOINT_STATUSES).map(({ apiStatus }) => apiStatus)
