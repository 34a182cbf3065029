'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { failureMessage } from '@/components/browser/request'
import { useSingleFlight } from '@/components/forms/send-once'
import type { Mode } from '@/lib/auth/mode'
import type { EndpointsView } from '@/lib/webhooks/delivery-list'
import { Button } from '../ui/button'
import { Card, CardHeader } from '../ui/card'
import { ConfirmDialog } from '../ui/confirm-dialog'
import { Timestamp } from '../ui/timestamp'
import { useToast } from '../ui/toast'
import { endpointsQuery, useAddEndpoint, useDeleteEndpoint } from './webhook-queries'
import { WebhookUrlDialog } from './webhook-url-dialog'

type WebhookEndpointsProps = { mode: Mode; initial: EndpointsView; canChange: boolean }
type Endpoint = EndpointsView['endpoints'][number]

/** The URLs that get every event of the account. */
export function WebhookEndpoints({ mode, initial, canChange }: WebhookEndpointsProps) {
  const { data } = useQuery({ ...endpointsQuery(mode), initialData: initial })
  const [isAdding, setAdding] = useState(false)
  const [endpointToDelete, setEndpointToDelete] = useState<Endpoint | null>(null)
  const { endpoints, limit } = data
  return (
    <Card aria-labelledby="webhook-endpoints">
      <CardHeader
        id="webhook-endpoints"
        title="Webhook endpoints"
        description="Each endpoint receives every event of your account: invoices, payouts, refunds, disputes and customers."
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
            <li
              key={endpoint.id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t px-4 py-3 sm:px-5"
            >
              <div className="min-w-0">
                <span className="block break-all">{endpoint.url}</span>
                <span className="block text-muted-foreground text-xs leading-5">
                  Added <Timestamp at={endpoint.createdAt} />
                </span>
              </div>
              {canChange && (
                <Button
                  variant="secondary"
                  size="small"
                  aria-label={`Delete endpoint ${endpoint.url}`}
                  onClick={() => setEndpointToDelete(endpoint)}
                >
                  Delete
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {isAdding && <AddEndpointDialog mode={mode} onClose={() => setAdding(false)} />}
      <DeleteEndpointDialog
        mode={mode}
        endpoint={endpointToDelete}
        onClose={() => setEndpointToDelete(null)}
      />
    </Card>
  )
}

function AddEndpointDialog({ mode, onClose }: { mode: Mode; onClose: () => void }) {
  const add = useAddEndpoint(mode)
  const toast = useToast()
  const submit = async (url: string) => {
    const endpoint = await add.mutateAsync(url).catch(() => null)
    if (!endpoint) return
    toast('Endpoint added')
    onClose()
  }
  return (
    <WebhookUrlDialog
      title="Add an endpoint"
      description="We send every event to this URL from now on, signed with your signing secret."
      action="Add endpoint"
      close="Cancel"
      isPending={add.isPending}
      error={add.error}
      onSubmit={submit}
      onClose={onClose}
    />
  )
}

type DeleteEndpointDialogProps = { mode: Mode; endpoint: Endpoint | null; onClose: () => void }

function DeleteEndpointDialog({ mode, endpoint, onClose }: DeleteEndpointDialogProps) {
  const remove = useDeleteEndpoint(mode)
  const toast = useToast()
  const confirm = useSingleFlight(async () => {
    if (!endpoint) return
    const outcome = await remove.mutateAsync(endpoint.id).catch(() => null)
    if (!outcome) return
    toast('Endpoint deleted')
    onClose()
  })
  return (
    <ConfirmDialog
      open={endpoint !== null}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Delete this endpoint?"
      action="Delete endpoint"
      pending={remove.isPending}
      error={remove.error && failureMessage(remove.error)}
      onConfirm={confirm}
    >
      <span className="break-all">{endpoint?.url}</span> stops receiving events, including those that are
      waiting for another attempt.
    </ConfirmDialog>
  )
}
