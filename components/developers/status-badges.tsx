import { Badge, type Tone } from '@/components/ui/badge'
import type { WebhookEventRow } from '@/lib/webhooks/event-list'

/** An HTTP status, coloured by whether the request succeeded, was refused or failed. */
export function ResponseStatusBadge({ status }: { status: number }) {
  return <Badge tone={toneOf(status)}>{status}</Badge>
}

function toneOf(status: number): Tone {
  if (status >= 500) return 'danger'
  if (status >= 400) return 'warning'
  return 'success'
}

const STATUSES: Record<WebhookEventRow['status'], { label: string; tone: Tone }> = {
  PENDING: { label: 'Pending', tone: 'accent' },
  DELIVERED: { label: 'Delivered', tone: 'success' },
  FAILED: { label: 'Failed', tone: 'danger' },
}

export function WebhookStatusBadge({ status }: Pick<WebhookEventRow, 'status'>) {
  const { label, tone } = STATUSES[status]
  return <Badge tone={tone}>{label}</Badge>
}
