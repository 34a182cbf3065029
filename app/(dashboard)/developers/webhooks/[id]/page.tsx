import type { Metadata } from 'next'
import { foundDelivery } from '@/app/(dashboard)/found-records'
import { WebhookDelivery } from '@/components/webhooks/webhook-delivery'
import { isReadOnly } from '@/lib/auth/permissions'
import { requireVendor } from '@/lib/auth/session'

type WebhookDeliveryPageProps = { params: Promise<{ id: string }> }

export async function generateMetadata({ params }: WebhookDeliveryPageProps): Promise<Metadata> {
  await requireVendor('developers.read')
  const { sequence } = await foundDelivery((await params).id)
  return { title: `Webhook delivery ${sequence}` }
}

export default async function WebhookDeliveryPage({ params }: WebhookDeliveryPageProps) {
  const { id } = await params
  const vendor = await requireVendor('developers.read')
  const delivery = await foundDelivery(id)
  return (
    <WebhookDelivery
      key={delivery.id}
      initial={delivery}
      isReadOnly={isReadOnly(vendor, 'webhooks.manage')}
    />
  )
}
