import type { Metadata } from 'next'
import { DocsPage, type DocsSection } from '@/components/docs/docs-page'
import { Deliveries, Headers, Receiving, Secrets, Verifying, Watching, WhatIsSent } from './sections'

export const metadata: Metadata = {
  title: 'Webhooks',
  description: 'How your server hears of invoices that are paid, and how it knows that it is us.',
}

const SECTIONS: readonly DocsSection[] = [
  { id: 'what-is-sent', title: 'What is sent, and when', content: <WhatIsSent /> },
  { id: 'headers', title: 'Headers', content: <Headers /> },
  { id: 'verifying', title: 'Verifying the signature', content: <Verifying /> },
  { id: 'receiving', title: 'Receiving well', content: <Receiving /> },
  { id: 'deliveries', title: 'Attempts and retries', content: <Deliveries /> },
  { id: 'watching', title: 'Watching, redelivering, testing', content: <Watching /> },
  { id: 'secrets', title: 'Secrets', content: <Secrets /> },
]

export default function WebhooksPage() {
  return (
    <DocsPage
      path="/docs/webhooks"
      lead="Your server hears by an HTTP POST when an invoice changes its status. Nothing has to be registered: each invoice names its own address, `webhook_url`."
      sections={SECTIONS}
    />
  )
}
