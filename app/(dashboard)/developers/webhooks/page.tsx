import type { Metadata } from 'next'
import { WebhooksPanel } from '@/components/webhooks/webhooks-panel'
import { isReadOnly } from '@/lib/auth/permissions'
import { currentAccount, requireVendor } from '@/lib/auth/session'
import { readFirstList } from '@/lib/lists/list-query'
import { mayWrite, readLiveMode } from '@/lib/vendors/live-mode-view'
import { deliveryList, readSigning } from '@/lib/webhooks/delivery-list'

export const metadata: Metadata = { title: 'Webhooks' }

type WebhooksPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function WebhooksPage({ searchParams }: WebhooksPageProps) {
  const vendor = await requireVendor('developers.read')
  const account = await currentAccount()
  const liveMode = await readLiveMode(account.vendorId, account.mode)
  const signing = await readSigning(account)
  const first = await readFirstList(await searchParams, (params) =>
    deliveryList.read(account.id, params, account.zone),
  )
  return (
    <WebhooksPanel
      key={account.mode}
      signing={signing}
      first={first}
      liveMode={liveMode}
      isReadOnly={!mayWrite(liveMode) || isReadOnly(vendor, 'webhooks.manage')}
    />
  )
}
