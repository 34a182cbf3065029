import type { Metadata } from 'next'
import { DocsPage, type DocsSection } from '@/components/docs/docs-page'
import { Deliveries, Headers, Receiving, Secrets, Verifying, Watching, WhatIsSent } from './sections'

export const metadata: Metadata = {
  title: 'Webhooks',
  description: 'How your server learns that an invoice was paid, and how it verifies the sender.',
}

const SECTIONS: readonly DocsSection[] = [
  { id: 'what-is-sent', title: 'Events', content: <WhatIsSent /> },
  { id: 'headers', title: 'Headers', content: <Headers /> },
  { id: 'verifying', title: 'Verifying the signature', content: <Verifying /> },
  { id: 'receiving', title: 'Writing a receiver', content: <Receiving /> },
  { id: 'deliveries', title: 'Delivery attempts and retries', content: <Deliveries /> },
  { id: 'watching', title: 'Inspecting, redelivering and testing', content: <Watching /> },
  { id: 'secrets', title: 'Rotating the secret', content: <Secrets /> },
]

export default function WebhooksPage() {
  return (
    <DocsPage
      path="/docs/webhooks"
      lead="Your server receives an HTTP POST when the status of an invoice changes. There is nothing to register: each invoice has its own `webhook_url`."
      sections={SECTIONS}
    />
  )
}
