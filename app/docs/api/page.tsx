import type { Metadata } from 'next'
import { DocsPage, type DocsSection } from '@/components/docs/docs-page'
import { EndpointReference, ObjectReference } from '@/components/docs/endpoint-reference'
import { Paragraph } from '@/components/docs/prose'
import {
  Authentication,
  Idempotency,
  Money,
  OrderOfChecks,
  RateLimits,
  RequestLog,
  RequestsAndAnswers,
  Statuses,
} from './general-rules'
import { ENDPOINTS, OBJECTS } from './reference'

export const metadata: Metadata = {
  title: 'API reference',
  description: 'The seven endpoints of the Counterfoil API, version 2.',
}

const SECTIONS: readonly DocsSection[] = [
  { id: 'authentication', title: 'Authentication', content: <Authentication /> },
  { id: 'requests', title: 'Requests and responses', content: <RequestsAndAnswers /> },
  { id: 'order-of-checks', title: 'Errors', content: <OrderOfChecks /> },
  { id: 'money', title: 'Money', content: <Money /> },
  { id: 'idempotency', title: 'Idempotency', content: <Idempotency /> },
  { id: 'rate-limits', title: 'Rate limits', content: <RateLimits /> },
  { id: 'request-log', title: 'Request log', content: <RequestLog /> },
  {
    id: 'endpoints',
    title: 'Endpoints',
    content: (
      <Paragraph>
        The seven endpoints, in the order of a first payout. The commands use the variables from
        Authentication and the ids from the responses before them.
      </Paragraph>
    ),
  },
  ...ENDPOINTS.map((endpoint) => ({
    id: endpoint.id,
    title: endpoint.title,
    isMinor: true,
    content: <EndpointReference endpoint={endpoint} />,
  })),
  { id: 'statuses', title: 'Statuses', content: <Statuses /> },
  {
    id: 'objects',
    title: 'Objects',
    content: OBJECTS.map((object) => <ObjectReference key={object.id} object={object} />),
  },
]

export default function ApiPage() {
  return (
    <DocsPage
      path="/docs/api"
      lead="Version 2 of the API: JSON over HTTP under `/api/v2`. Call it from your servers; never put a key in a browser or an app."
      sections={SECTIONS}
    />
  )
}
