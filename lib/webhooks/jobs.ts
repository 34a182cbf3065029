import type { LeasedWork } from '@/lib/jobs/queue'
import { deliverClaimedEvent, LEASE_MS } from './deliver-event'
import { webhookQueue } from './event'
import { createWebhookTransport } from './http-transport'

const transport = createWebhookTransport()

export const webhookWork: LeasedWork = {
  queue: webhookQueue,
  leaseMs: () => LEASE_MS,
  slots: 300,
  work: (claim) => deliverClaimedEvent(claim, transport),
}
