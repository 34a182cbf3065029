import { z } from 'zod'
import { session } from '@/lib/auth/session-access'
import { inOrmTransaction } from '@/lib/db/transaction'
import { jsonFields } from '@/lib/http/input'
import { operation } from '@/lib/http/operation'
import { receiverFields, shownUrl } from '@/lib/webhooks/endpoints'
import { queueTestEvent } from './queue-test-event'

export const sendTestEvent = operation({
  method: 'POST',
  path: '/api/dashboard/webhooks/test',
  summary: 'Send a test event',
  description: 'Queues an event for a URL, signed and delivered like any other.',
  tag: 'Webhooks',
  access: session('webhooks.manage'),
  body: jsonFields(receiverFields),
  answers: { 201: z.object({ id: z.uuid() }) },
  errors: ['invalid_input'],
}).handle(async ({ account, audit, input: { url } }) => {
  const { id } = await inOrmTransaction(async (tx) => {
    const delivery = await queueTestEvent(tx, account, url)
    const detail = shownUrl(url)
    await audit(tx, { action: 'webhook.test_sent', subjectId: delivery.id, detail })
    return delivery
  })
  return { status: 201, body: { id } }
})
