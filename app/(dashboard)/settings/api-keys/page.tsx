import type { Metadata } from 'next'
import { ApiKeysPanel } from '@/components/api-keys/api-keys-panel'
import { readApiKeys } from '@/lib/api-keys/queries'
import { isReadOnly, scopesOf } from '@/lib/auth/permissions'
import { currentAccount, requireVendor } from '@/lib/auth/session'

export const metadata: Metadata = { title: 'API keys' }

export default async function ApiKeysPage() {
  const vendor = await requireVendor('keys.manage')
  const apiKeys = await readApiKeys(await currentAccount())
  return (
    <ApiKeysPanel
      key={apiKeys.mode}
      initial={apiKeys}
      scopes={scopesOf(vendor.role, apiKeys.mode)}
      isReadOnly={isReadOnly(vendor, 'keys.manage')}
    />
  )
}
