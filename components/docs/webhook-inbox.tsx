'use client'

import { Inbox } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { Button } from '@/components/ui/button'

const InboxPanel = dynamic(() => import('./inbox-panel').then((module) => module.InboxPanel), { ssr: false })

/** A receiver of the signed-in vendor's test webhooks. It loads on first use. */
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
