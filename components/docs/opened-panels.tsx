'use client'

import { Inbox, Play } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import type { SampleRequest } from './samples'

/* Panels behind a button: their code loads when somebody opens one. */

const TryPanel = dynamic(() => import('./try-panel').then((module) => module.TryPanel), { ssr: false })
const InboxPanel = dynamic(() => import('./inbox-panel').then((module) => module.InboxPanel), { ssr: false })

/** Sends a sample's request from the page, with a test key. */
export function TryRequest({ request }: { request: SampleRequest }) {
  const [isOpen, setOpen] = useState(false)
  if (isOpen) return <TryPanel request={request} onClose={() => setOpen(false)} />
  return (
    <Button variant="secondary" size="small" onClick={() => setOpen(true)}>
      <Play aria-hidden className="size-4" />
      Run in test mode
    </Button>
  )
}

/** A receiver of the signed-in vendor's test webhooks. */
export function WebhookInbox() {
  const [isOpen, setOpen] = useState(false)
  if (isOpen) return <InboxPanel />
  return (
    <Button onClick={() => setOpen(true)}>
      <Inbox aria-hidden className="size-4" />
      Open inbox
    </Button>
  )
}
