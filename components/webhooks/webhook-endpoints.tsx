'use client'

import { useQuery } from '@tanstack/react-query'
import { Ellipsis, Pencil, Power, RotateCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Mode } from '@/lib/auth/mode'
import type { EndpointsView } from '@/lib/webhooks/delivery-list'
import { ENDPOINT_STATUSES } from '@/lib/webhooks/status'
import { Badge } from '../ui/badge'
import { Button } from '../ui/button'
import { Card, CardHeader } from '../ui/card'
import { lateDialog } from '../ui/late-dialog'
import { Menu, type MenuEntry } from '../ui/menu'
import { ExactTime, Timestamp } from '../ui/timestamp'
import { endpointsQuery } from './webhook-queries'

const load = () => import('./endpoint-dialogs')
const AddEndpointDialog = lateDialog(() => load().then((module) => module.AddEndpointDialog))
const DIALOGS = {
  edit: lateDialog(() => load().then((module) => module.EditEndpointDialog)),
  switch: lateDialog(() => load().then((module) => module.SwitchEndpointDialog)),
  rotate: lateDialog(() => load().then((module) => module.RotateEndpointSecretDialog)),
  delete: lateDialog(() => load().then((module) => module.DeleteEndpointDialog)),
}

type WebhookEndpointsProps = { mode: Mode; initial: EndpointsView; canChange: boolean }
type Endpoint = EndpointsView['endpoints'][number]
type Opened = { dialog: keyof typeof DIALOGS; endpoint: Endpoint }

/** The URLs that get events of the account. */
export function WebhookEndpoints({ mode, initial, canChange }: WebhookEndpointsProps) {
  const { data } = useQuery({ ...endpointsQuery(mode), initialData: initial })
  const [isAdding, setAdding] = useState(false)
  const [opened, setOpened] = useState<Opened | null>(null)
  const { endpoints, limit } = data
  const OpenDialog = opened && DIALOGS[opened.dialog]
  return (
    <Card aria-labelledby="webhook-endpoints">
      <CardHeader
        id="webhook-endpoints"
        title="Webhook endpoints"
        description="Each endpoint receives events of your account, all or some types, signed with a secret of its own."
        action={
          canChange &&
          endpoints.length < limit && (
            <Button variant="secondary" size="small" onClick={() => setAdding(true)}>
              Add endpoint
            </Button>
          )
        }
      />
      {endpoints.length === 0 ? (
        <p className="px-4 pb-4 text-muted-foreground sm:px-5">No endpoints yet</p>
      ) : (
        <ul>
          {endpoints.map((endpoint) => (
            <EndpointRow
              key={endpoint.id}
              endpoint={endpoint}
              open={canChange ? (dialog) => setOpened({ dialog, endpoint }) : null}
            />
          ))}
        </ul>
      )}
      {isAdding && <AddEndpointDialog mode={mode} onClose={() => setAdding(false)} />}
      {opened && OpenDialog && (
        <OpenDialog mode={mode} endpoint={opened.endpoint} onClose={() => setOpened(null)} />
      )}
    </Card>
  )
}

type EndpointRowProps = { endpoint: Endpoint; open: ((dialog: keyof typeof DIALOGS) => void) | null }

function EndpointRow({ endpoint, open }: EndpointRowProps) {
  const { url, description, eventTypes, status, previousSecretExpiresAt, createdAt } = endpoint
  const { displayStatus, tone } = ENDPOINT_STATUSES[status]
  return (
    <li className="flex items-start justify-between gap-x-4 border-t px-4 py-3 sm:px-5">
      <div className="min-w-0">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="break-all">{url}</span>
          <Badge tone={tone}>{displayStatus}</Badge>
        </span>
        {description && <span className="block text-muted-foreground leading-5">{description}</span>}
        <span className="block text-muted-foreground text-xs leading-5">
          {eventTypes ? eventTypes.join(', ') : 'All events'} · Added <Timestamp at={createdAt} />
        </span>
        {previousSecretExpiresAt && (
          <span className="block text-muted-foreground text-xs leading-5">
            Also signed with the previous secret until <ExactTime at={previousSecretExpiresAt} />
          </span>
        )}
      </div>
      {open && (
        <Menu
          trigger={
            <Button variant="ghost" size="icon" aria-label={`Actions for endpoint ${url}`}>
              <Ellipsis aria-hidden className="size-4" />
            </Button>
          }
          entries={entriesOf(endpoint, open)}
        />
      )}
    </li>
  )
}

function entriesOf({ status }: Endpoint, open: (dialog: keyof typeof DIALOGS) => void): MenuEntry[] {
  const isEnabled = status === 'ENABLED'
  return [
    {
      kind: 'action',
      text: 'Edit endpoint',
      icon: <Pencil aria-hidden className="size-4" />,
      onSelect: () => open('edit'),
    },
    {
      kind: 'action',
      text: 'Rotate secret',
      icon: <RotateCw aria-hidden className="size-4" />,
      onSelect: () => open('rotate'),
    },
    {
      kind: 'action',
      text: isEnabled ? 'Disable endpoint' : 'Enable endpoint',
      icon: <Power aria-hidden className="size-4" />,
      onSelect: () => open('switch'),
    },
    {
      kind: 'action',
      text: 'Delete endpoint',
      icon: <Trash2 aria-hidden className="size-4" />,
      isDangerous: true,
      onSelect: () => open('delete'),
    },
  ]
}
