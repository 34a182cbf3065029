'use client'

import { useQuery } from '@tanstack/react-query'
import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import type { ApiKeyRow, ApiKeysView } from '@/lib/api/dashboard/read-api-keys'
import { apiKeysQuery } from '@/lib/client/api-keys'
import { Button } from '../ui/button'
import { Card } from '../ui/card'
import { EmptyState } from '../ui/empty-state'
import { Notice } from '../ui/notice'
import { PageHeader } from '../ui/page-header'
import { ApiKeyTable } from './api-key-table'
import { GenerateKeyDialog } from './generate-key-dialog'
import { RevokeKeyDialog } from './revoke-key-dialog'
import { RollKeyDialog } from './roll-key-dialog'

export function ApiKeysPanel({ initial, isBanned }: { initial: ApiKeysView; isBanned: boolean }) {
  const { data } = useQuery({ ...apiKeysQuery(initial.mode), initialData: initial })
  const { mode, keys, isLiveModeAvailable } = data
  const [isGenerating, setGenerating] = useState(false)
  const [rolling, setRolling] = useState<ApiKeyRow | null>(null)
  const [revoking, setRevoking] = useState<ApiKeyRow | null>(null)
  const isUnavailable = mode === 'live' && !isLiveModeAvailable
  const canGenerate = !isUnavailable && !isBanned
  const generate = canGenerate && (
    <Button onClick={() => setGenerating(true)}>
      <Plus aria-hidden className="size-4" />
      Generate new key
    </Button>
  )
  return (
    <div className="space-y-6">
      <PageHeader
        title="API keys"
        description={`Keys for the ${mode} mode of your account. Keep them on your server: whoever has one can act as you.`}
        action={keys.length > 0 && generate}
      />
      {isUnavailable && (
        <Notice kind="warning" title="Live keys can’t be generated yet">
          This service has no payment and payout provider configured for live mode. Its operator has to set
          one up first. Switch to test mode to try everything out.
        </Notice>
      )}
      <Card aria-label="API keys" className="overflow-hidden">
        {keys.length > 0 ? (
          <ApiKeyTable
            keys={keys}
            actions={isBanned ? null : { onRoll: isUnavailable ? null : setRolling, onRevoke: setRevoking }}
          />
        ) : (
          <EmptyState Icon={KeyRound} title={`No ${mode} keys yet`} action={generate}>
            A key lets your server create customers and invoices, and pay out.
          </EmptyState>
        )}
      </Card>
      <GenerateKeyDialog mode={mode} open={isGenerating} onClose={() => setGenerating(false)} />
      {rolling && <RollKeyDialog mode={mode} apiKey={rolling} onClose={() => setRolling(null)} />}
      <RevokeKeyDialog mode={mode} apiKey={revoking} onClose={() => setRevoking(null)} />
    </div>
  )
}
