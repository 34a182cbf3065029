import type { Metadata } from 'next'
import { ApiKeysPanel } from '@/components/api-keys/api-keys-panel'
import { readApiKeys } from '@/lib/api-keys/queries'
import { currentMode } from '@/lib/auth/mode'
import { requireVendor } from '@/lib/auth/session'

export const metadata: Metadata = { title: 'API keys' }

export default async function ApiKeysPage() {
  const vendor = await requireVendor()
  const apiKeys = await readApiKeys(vendor.id, await currentMode())
  return <ApiKeysPanel key={apiKeys.mode} initial={apiKeys} isBanned={vendor.isBanned} />
}
