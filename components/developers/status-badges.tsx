import { Badge, type Tone } from '@/components/ui/badge'
import type { DeliveryRow } from '@/lib/webhooks/delivery-list'

/** An HTTP status, coloured by whether the request succeeded, was refused or failed. */
export function ResponseStatusBadge({ status }: { status: number }) {
  return <Badge tone={toneOf(status)}>{status}</Badge>
}

function toneOf(status: number): Tone {
  if (status >= 500) return 'danger'
  if (status >= 400) return 'warning'
  return 'success'
}

const STATUSES: Record<DeliveryRow['status'], { label: string; tone: Tone }> = {
  PENDING: { label: 'Pending', tone: 'accent' },
  DELIVERED: { label: 'Delivered', tone: 'success' },
  FAILED: { label: 'Failed', tone: 'danger' },
}

export function WebhookStatusBadge({ status }: Pick<DeliveryRow, 'status'>) {
  const { label, tone } = STATUSES[status]
  return <Badge tone={tone}>{label}</Badge>
}
