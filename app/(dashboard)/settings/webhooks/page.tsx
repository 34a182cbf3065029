import type { Metadata } from 'next'
import { WebhooksPanel } from '@/components/webhooks/webhooks-panel'
import { readWebhooks } from '@/lib/api/dashboard/read-webhooks'
import { currentMode } from '@/lib/auth/mode'
import { requireVendor } from '@/lib/auth/session'

export const metadata: Metadata = { title: 'Webhooks' }

export default async function WebhooksPage() {
  const vendor = await requireVendor('/settings/webhooks')
  const webhooks = await readWebhooks(vendor.id, await currentMode())
  return <WebhooksPanel key={webhooks.mode} initial={webhooks} isBanned={vendor.isBanned} />
}
