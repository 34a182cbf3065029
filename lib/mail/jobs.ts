import type { LeasedWork } from '@/lib/jobs/queue'
import { mailQueue } from './queue-mail'
import { sendMail } from './send-mail'
import { createMailTransport } from './smtp-transport'

const transport = createMailTransport()

export const mailWork: LeasedWork = {
  queue: mailQueue,
  work: ({ tenantId, id }) => sendMail({ ownerId: tenantId, mailId: id }, transport),
}
