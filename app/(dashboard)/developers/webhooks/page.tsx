import type { Metadata } from 'next'
import { WebhooksPanel } from '@/components/webhooks/webhooks-panel'
import { currentMode } from '@/lib/auth/mode'
import { isReadOnly } from '@/lib/auth/permissions'
import { requireVendor } from '@/lib/auth/session'
import { readFirstList } from '@/lib/lists/list-query'
import { readSigning, readWebhooks } from '@/lib/webhooks/event-list'

export const metadata: Metadata = { title: 'Webhooks' }

type WebhooksPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function WebhooksPage({ searchParams }: WebhooksPageProps) {
  const vendor = await requireVendor('developers.read')
  const mode = await currentMode()
  const signing = await readSigning(vendor.id, mode)
  const first = await readFirstList(await searchParams, (params) => readWebhooks(vendor.id, mode, params))
  return (
    <WebhooksPanel
      key={mode}
      signing={signing}
      first={first}
      isReadOnly={isReadOnly(vendor, 'webhooks.manage')}
    />
  )
}
