import { Badge, type Tone } from '@/components/ui/badge'
import type { DeliveryRow } from '@/lib/webhooks/delivery-list'
import { DELIVERY_STATUSES } from '@/lib/webhooks/status'

/** An HTTP status, coloured by whether the request succeeded, was refused or failed. */
export function ResponseStatusBadge({ status }: { status: number }) {
  return <Badge tone={toneOf(status)}>{status}</Badge>
}

function toneOf(status: number): Tone {
  if (status >= 500) return 'danger'
  if (status >= 400) return 'warning'
  return 'success'
}

export function WebhookStatusBadge({ status }: Pick<DeliveryRow, 'status'>) {
  const { displayStatus, tone } = DELIVERY_STATUSES[status]
  return <Badge tone={tone}>{displayStatus}</Badge>
}
