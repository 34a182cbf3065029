import type { ReactNode } from 'react'
import type { ApiKeyRow } from '@/lib/api/dashboard/read-api-keys'
import { Badge, type Tone } from '../ui/badge'
import { Button } from '../ui/button'
import { classNames } from '../ui/class-names'
import { Cell, HeadCell, Row, Table, TableHead } from '../ui/table'
import { Timestamp } from '../ui/timestamp'

const STATUSES: Record<ApiKeyRow['status'], { label: string; tone: Tone }> = {
  active: { label: 'Active', tone: 'success' },
  rolled: { label: 'Rolled', tone: 'accent' },
  expired: { label: 'Expired', tone: 'warning' },
  revoked: { label: 'Revoked', tone: 'neutral' },
}

type ApiKeyTableProps = {
  keys: ApiKeyRow[]
  /** Without them the keys can only be looked at. */
  actions: { onRoll: ((key: ApiKeyRow) => void) | null; onRevoke: (key: ApiKeyRow) => void } | null
}

export function ApiKeyTable({ keys, actions }: ApiKeyTableProps) {
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
            </Cell>
            <Cell>
              <Badge tone={STATUSES[key.status].tone}>{STATUSES[key.status].label}</Badge>
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
                {actions?.onRoll && key.status === 'active' && (
                  <Button
                    variant="secondary"
                    size="small"
                    aria-label={`Roll ${key.name}`}
                    onClick={() => actions.onRoll?.(key)}
                  >
                    Roll
                  </Button>
                )}
                {actions && (key.status === 'active' || key.status === 'rolled') && (
                  <Button
                    variant="secondary"
                    size="small"
                    aria-label={`Revoke ${key.name}`}
                    onClick={() => actions.onRevoke(key)}
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

function momentOr(at: string | null, otherwise: string): ReactNode {
  return at ? <Timestamp at={at} /> : <span className="text-muted-foreground">{otherwise}</span>
}
