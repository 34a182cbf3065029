import type { Metadata } from 'next'
import { foundWebhookEvent } from '@/app/(dashboard)/found-records'
import { WebhookEvent } from '@/components/webhooks/webhook-event'
import { requireVendor } from '@/lib/auth/session'

export const metadata: Metadata = { title: 'Webhook event' }

export default async function WebhookEventPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  const vendor = await requireVendor()
  const event = await foundWebhookEvent(vendor.id, id)
  return <WebhookEvent key={event.id} initial={event} isBanned={vendor.isBanned} />
}
