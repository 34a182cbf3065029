import { z } from 'zod'
import { inOrmTransaction } from '@/lib/db/transaction'
import type { BodyReader } from '@/lib/http/input'
import { operation } from '@/lib/http/operation'
import { anyone } from '@/lib/http/public-access'
import { limitInbox } from '@/lib/http/rate-limit'
import { refuse } from '@/lib/http/refusals'
import { accountOfInbox, INBOX_BODY_BYTES, keepDelivery } from './inbox'

const deliveredBody: BodyReader<Buffer> = {
  contentType: 'application/json',
  schema: null,
  errors: [],
  maximumBytes: INBOX_BODY_BYTES,
  read: ({ body }) => body,
}

export const receiveInInbox = operation({
  method: 'POST',
  path: '/api/inbox/{address}',
  summary: 'Receive a webhook in an inbox',
  description: 'The address names the account and proves that we gave it out.',
  tag: 'Webhooks',
  access: anyone(),
  body: deliveredBody,
  answers: { 200: z.object({ received: z.literal(true) }) },
  errors: ['not_found', 'rate_limited'],
}).handle(async ({ params, headers, input }) => {
  const accountId = accountOfInbox(params.address) ?? refuse('not_found')
  await limitInbox(accountId)
  const isKept = await inOrmTransaction((tx) => keepDelivery(tx, accountId, { headers, body: input }))
  if (!isKept) refuse('not_found')
  return { status: 200, body: { received: true } }
})
