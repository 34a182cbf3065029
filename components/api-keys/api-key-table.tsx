import type { ReactNode } from 'react'
import type { ApiKeyRow } from '@/lib/api/dashboard/read-api-keys'
import { Badge, type Tone } from '../ui/badge'
import { Button } from '../ui/button'
import { classNames } from '../ui/class-names'
import { Cell, HeadCell, Row, Table, TableHead } from '../ui/table'
import { Timestamp } from '../ui/timestamp'

const STATUSES: Record<ApiKeyRow['status'], { label: string; tone: Tone }> = {
  active: { label: 'Active', tone: 'success' },
  expired: { label: 'Expired', tone: 'warning' },
  revoked: { label: 'Revoked', tone: 'neutral' },
}

/** Without `onRevoke` the keys can only be looked at. */
export function ApiKeyTable({ keys, onRevoke }: { keys: ApiKeyRow[]; onRevoke?: (key: ApiKeyRow) => void }) {
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
                  key.status !== 'active' && 'text-muted-foreground',
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
            </Cell>
            <Cell className="hidden md:table-cell">
              <Timestamp at={key.createdAt} />
            </Cell>
            <Cell className="hidden md:table-cell">{momentOr(key.lastUsedAt, 'Never')}</Cell>
            <Cell className="hidden sm:table-cell">{momentOr(key.expiresAt, 'Never')}</Cell>
            <Cell className="text-right">
              {onRevoke && key.status === 'active' && (
                <Button
                  variant="secondary"
                  size="small"
                  aria-label={`Revoke ${key.name}`}
                  onClick={() => onRevoke(key)}
                >
                  Revoke
                </Button>
              )}
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
