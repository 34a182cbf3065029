import type { Metadata } from 'next'
import { foundWebhookEvent } from '@/app/(dashboard)/found-records'
import { WebhookEvent } from '@/components/webhooks/webhook-event'
import { isReadOnly } from '@/lib/auth/permissions'
import { requireVendor } from '@/lib/auth/session'

export const metadata: Metadata = { title: 'Webhook event' }

export default async function WebhookEventPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  const vendor = await requireVendor('developers.read')
  const event = await foundWebhookEvent(vendor.id, id)
  return <WebhookEvent key={event.id} initial={event} isReadOnly={isReadOnly(vendor, 'webhooks.manage')} />
}
