import type { LeasedWork } from '@/lib/jobs/queue'
import { attemptClaimedDelivery, LEASE_MS } from './attempt-delivery'
import { webhookQueue } from './delivery'
import { createWebhookTransport } from './http-transport'

const transport = createWebhookTransport()

export const webhookWork: LeasedWork = {
  queue: webhookQueue,
  leaseMs: () => LEASE_MS,
  slots: 600,
  work: (claim) => attemptClaimedDelivery(claim, transport),
  hasOwnSpan: true,
}
