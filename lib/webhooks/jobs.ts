import type { LeasedWork } from '@/lib/jobs/queue'
import { deliverEvent } from './deliver-event'
import { webhookQueue } from './event'
import { createWebhookTransport } from './http-transport'

const transport = createWebhookTransport()

export const webhookWork: LeasedWork = {
  queue: webhookQueue,
  work: ({ tenantId, id }) => deliverEvent({ accountId: tenantId, eventId: id }, transport),
}
