import type { WebhookDeliveryStatus, WebhookEndpointStatus } from '@/lib/db/generated/enums'

/** Each status of a delivery as our own pages call it. */
export const DELIVERY_STATUSES = {
  PENDING: { displayStatus: 'Pending', tone: 'accent' },
  DELIVERED: { displayStatus: 'Delivered', tone: 'success' },
  FAILED: { displayStatus: 'Failed', tone: 'danger' },
} as const satisfies Record<WebhookDeliveryStatus, { displayStatus: string; tone: string }>

/** Each status of an endpoint, likewise. */
export const ENDPOINT_STATUSES = {
  enabled: { displayStatus: 'Enabled', tone: 'success' },
  disabled: { displayStatus: 'Disabled', tone: 'neutral' },
} as const satisfies Record<WebhookEndpointStatus, { displayStatus: string; tone: string }>
