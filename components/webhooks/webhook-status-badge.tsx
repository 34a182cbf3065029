import type { WebhookEventRow } from '@/lib/api/dashboard/read-webhooks'
import { Badge, type Tone } from '../ui/badge'

const STATUSES: Record<WebhookEventRow['status'], { label: string; tone: Tone }> = {
  PENDING: { label: 'Pending', tone: 'accent' },
  DELIVERED: { label: 'Delivered', tone: 'success' },
  FAILED: { label: 'Failed', tone: 'danger' },
}

export function WebhookStatusBadge({ status }: Pick<WebhookEventRow, 'status'>) {
  const { label, tone } = STATUSES[status]
  return <Badge tone={tone}>{label}</Badge>
}
