'use client'

import { Play } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import type { SampleRequest } from './samples'

const TryPanel = dynamic(() => import('./try-panel').then((module) => module.TryPanel), { ssr: false })

/** Sends a sample's request from the page, with a test key. The form loads on first use. */
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
