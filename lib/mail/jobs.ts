import type { LeasedWork } from '@/lib/jobs/queue'
import { mailQueue } from './queue-mail'
import { type AttachDocuments, LEASE_MS, sendMail } from './send-mail'
import { createMailTransport } from './smtp-transport'

const transport = createMailTransport()

/** `attach` reads the documents of mail: they are of areas above this one. */
export function mailWork(attach: AttachDocuments): LeasedWork {
  return {
    queue: mailQueue,
    leaseMs: () => LEASE_MS,
    slots: 20,
    work: (claim) => sendMail(claim, transport, attach),
  }
}
