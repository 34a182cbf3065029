import { WebhookListSkeleton } from '@/components/webhooks/webhook-list'

export default function WebhooksLoading() {
  return <WebhookListSkeleton />
}
