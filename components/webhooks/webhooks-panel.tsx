'use client'

import { useState } from 'react'
import { lateDialog } from '@/components/ui/late-dialog'
import type { FirstList } from '@/lib/lists/list-view'
import type { LiveModeView } from '@/lib/vendors/live-mode-view'
import type { DeliveryRow, SigningView } from '@/lib/webhooks/delivery-list'
import { LiveModeSteps } from '../shell/live-mode-steps'
import { Button } from '../ui/button'
import { PageHeader } from '../ui/page-header'
import { SigningSecret } from './signing-secret'
import { WebhookEndpoints } from './webhook-endpoints'
import { WebhookList } from './webhook-list'

// Without `ssr: false` the page would be hidden while one loads, and lose the focus.
const TestEventDialog = lateDialog(() =>
  import('./test-event-dialog').then((module) => module.TestEventDialog),
)
const RedeliverFailedDialog = lateDialog(() =>
  import('./redeliver-failed-dialog').then((module) => module.RedeliverFailedDialog),
)

type WebhooksPanelProps = {
  signing: SigningView
  first: FirstList<DeliveryRow>
  liveMode: LiveModeView
  isReadOnly: boolean
}

export function WebhooksPanel({ signing, first, liveMode, isReadOnly }: WebhooksPanelProps) {
  const { mode, endpoints, previousSecretExpiresAt } = signing
  const [open, setOpen] = useState<'test' | 'redelivery' | null>(null)
  const close = () => setOpen(null)
  return (
    <div className="space-y-6">
      <PageHeader
        title="Webhooks"
        description="We send each status change of an invoice to its webhook_url, and events of your account to your endpoints."
        action={
          !isReadOnly && (
            <div className="flex flex-wrap gap-2">
              <Button variant="secondary" onClick={() => setOpen('redelivery')}>
                Redeliver failed
              </Button>
              <Button onClick={() => setOpen('test')}>Send test event</Button>
            </div>
          )
        }
      />
      <LiveModeSteps liveMode={liveMode} />
      <SigningSecret mode={mode} previousExpiresAt={previousSecretExpiresAt} canRoll={!isReadOnly} />
      <WebhookEndpoints mode={mode} initial={endpoints} canChange={!isReadOnly} />
      <WebhookList mode={mode} first={first} canRedeliver={!isReadOnly} />
      {open === 'test' && (
        <TestEventDialog mode={mode} lastUrl={first.view?.rows[0]?.url ?? ''} onClose={close} />
      )}
      {open === 'redelivery' && <RedeliverFailedDialog mode={mode} onClose={close} />}
    </div>
  )
}
