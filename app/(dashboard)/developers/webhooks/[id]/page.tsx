import type { Metadata } from 'next'
import { foundDelivery } from '@/app/(dashboard)/found-records'
import { WebhookEvent } from '@/components/webhooks/webhook-event'
import { isReadOnly } from '@/lib/auth/permissions'
import { requireVendor } from '@/lib/auth/session'

type WebhookEventPageProps = { params: Promise<{ id: string }> }

export async function generateMetadata({ params }: WebhookEventPageProps): Promise<Metadata> {
  await requireVendor('developers.read')
  const { sequence } = await foundDelivery((await params).id)
  return { title: `Webhook event ${sequence}` }
}

export default async function WebhookEventPage({ params }: WebhookEventPageProps) {
  const { id } = await params
  const vendor = await requireVendor('developers.read')
  const event = await foundDelivery(id)
  return <WebhookEvent key={event.id} initial={event} isReadOnly={isReadOnly(vendor, 'webhooks.manage')} />
}
