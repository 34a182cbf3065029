import type { LeasedWork } from '@/lib/jobs/queue'
import { mailQueue } from './queue-mail'
import { LEASE_MS, sendMail } from './send-mail'
import { createMailTransport } from './smtp-transport'

const transport = createMailTransport()

export const mailWork: LeasedWork = {
  queue: mailQueue,
  leaseMs: () => LEASE_MS,
  slots: 20,
  work: (claim) => sendMail(claim, transport),
}
