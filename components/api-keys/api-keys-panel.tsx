'use client'
import { useQuery } from '@tanstack/react-query'
import { KeyRound, Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { LiveModeSteps } from '@/components/shell/live-mode-steps'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { classNames } from '@/components/ui/class-names'
import { EmptyState } from '@/components/ui/notice'
import { PageHeader } from '@/components/ui/page-header'
import { Cell, HeadCell, Row, Table, TableHead } from '@/components/ui/table'
import { Timestamp } from '@/components/ui/timestamp'
import type { Scope } from '@/lib/api-keys/api-key-limits'
import { API_KEY_SCOPES } from '@/lib/api-keys/api-key-limits'
import type { ApiKeyRow, ApiKeysView } from '@/lib/api-keys/queries'
import { API_KEY_STATUSES } from '@/lib/api-keys/status'
import { apiKeysQuery } from './api-key-queries'
import { GenerateKeyDialog } from './generate-key-dialog'
import { RevokeKeyDialog, RotateKeyDialog } from './retire-key-dialogs'

type ApiKeysPanelProps = { initial: ApiKeysView; scopes: readonly Scope[]; isReadOnly: boolean }

export function ApiKeysPanel({ initial, scopes, isReadOnly }: ApiKeysPanelProps) {
  const { data } = useQuery({ ...apiKeysQuery(initial.mode), initialData: initial })
  const { mode, keys, liveMode } = data
  const [isGenerating, setGenerating] = useState(false)
  const [rotating, setRotating] = useState<ApiKeyRow | null>(null)
  const [revoking, setRevoking] = useState<ApiKeyRow | null>(null)
  const isUnavailable = liveMode !== null && !liveMode.isOn
  const canGenerate = !isUnavailable && !isReadOnly
  const generate = canGenerate && (
    <Button onClick={() => setGenerating(true)}>
      <Plus aria-hidden className="size-4" />
      Generate API key
    </Button>
  )
  return (
    <div className="space-y-6">
      <PageHeader
        title="API keys"
        description={`Keys for ${mode} mode. Keep them on your server: anyone with a key can act as you.`}
        action={keys.length > 0 && generate}
      />
      <LiveModeSteps liveMode={liveMode} />
      <Card aria-label="API keys" className="overflow-hidden">
        {keys.length > 0 ? (
          <ApiKeyTable keys={keys} onRotate={canGenerate ? setRotating : null} onRevoke={setRevoking} />
        ) : (
          <EmptyState Icon={KeyRound} title={`No ${mode} keys yet`} action={generate}>
            Your server uses a key to create customers and invoices, and to pay out.
          </EmptyState>
        )}
      </Card>
      <GenerateKeyDialog
        mode={mode}
        scopes={scopes}
        open={isGenerating}
        onClose={() => setGenerating(false)}
      />
      {rotating && <RotateKeyDialog mode={mode} apiKey={rotating} onClose={() => setRotating(null)} />}
      <RevokeKeyDialog mode={mode} apiKey={revoking} onClose={() => setRevoking(null)} />
    </div>
  )
}

type ApiKeyTableProps = {
  keys: ApiKeyRow[]
  /** Null where no key can be generated. */
  onRotate: ((key: ApiKeyRow) => void) | null
  onRevoke: (key: ApiKeyRow) => void
}

function ApiKeyTable({ keys, onRotate, onRevoke }: ApiKeyTableProps) {
  return (
    <Table label="API keys">
      <TableHead>
        <HeadCell>Name</HeadCell>
        <HeadCell>Status</HeadCell>
        <HeadCell className="hidden md:table-cell">Created</HeadCell>
        <HeadCell className="hidden md:table-cell">Last used</HeadCell>
        <HeadCell className="hidden sm:table-cell">Expires</HeadCell>
        <HeadCell>
          <span className="sr-only">Actions</span>
        </HeadCell>
      </TableHead>
      <tbody>
        {keys.map((key) => (
          <Row key={key.id}>
            <Cell className="max-w-40 sm:max-w-60">
              <span
                className={classNames(
                  'block truncate font-medium',
                  (key.status === 'revoked' || key.status === 'expired') && 'text-muted-foreground',
                )}
              >
                {key.name}
              </span>
              <span className="block truncate font-mono text-muted-foreground text-xs leading-5">
                {key.hint}
              </span>
              <KeyLimits apiKey={key} />
            </Cell>
            <Cell>
              <Badge tone={API_KEY_STATUSES[key.status].tone}>
                {API_KEY_STATUSES[key.status].displayStatus}
              </Badge>
              {key.expiresAt && (
                <span className="mt-1 block text-muted-foreground text-xs sm:hidden">
                  {key.status === 'expired' ? 'ended' : 'ends'} <Timestamp at={key.expiresAt} />
                </span>
              )}
            </Cell>
            <Cell className="hidden md:table-cell">
              <Timestamp at={key.createdAt} />
            </Cell>
            <Cell className="hidden md:table-cell">{momentOr(key.lastUsedAt, 'Never')}</Cell>
            <Cell className="hidden sm:table-cell">{momentOr(key.expiresAt, 'Never')}</Cell>
            <Cell className="text-right">
              <span className="inline-grid gap-1.5 sm:inline-flex">
                {onRotate && key.status === 'active' && (
                  <Button
                    variant="secondary"
                    size="small"
                    aria-label={`Rotate ${key.name}`}
                    onClick={() => onRotate(key)}
                  >
                    Rotate
                  </Button>
                )}
                {(key.status === 'active' || key.status === 'rotated') && (
                  <Button
                    variant="secondary"
                    size="small"
                    aria-label={`Revoke ${key.name}`}
                    onClick={() => onRevoke(key)}
                  >
                    Revoke
                  </Button>
                )}
              </span>
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}

/** The permissions of a key that lacks some, and where it works. */
function KeyLimits({ apiKey: { scopes, allowedAddresses } }: { apiKey: ApiKeyRow }) {
  return (
    <>
      {scopes.length < API_KEY_SCOPES.length && (
        <span className="block text-muted-foreground text-xs leading-5">Only {scopes.join(' and ')}</span>
      )}
      {allowedAddresses.length > 0 && (
        <span
          title={allowedAddresses.join(', ')}
          className="block truncate text-muted-foreground text-xs leading-5"
        >
          From {allowedAddresses.join(', ')}
        </span>
      )}
    </>
  )
}

function momentOr(at: string | null, otherwise: string): ReactNode {
  return at ? <Timestamp at={at} /> : <span className="text-muted-foreground">{otherwise}</span>
}
