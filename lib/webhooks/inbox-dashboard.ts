import { z } from 'zod'
import { session } from '@/lib/auth/session-access'
import { inOrmTransaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import { operation } from '@/lib/http/operation'
import { moment } from '@/lib/http/schemas'
import type { Account } from '@/lib/vendors/account'
import { clearInbox, inboxUrl, readInbox } from './inbox'

const PATH = '/api/dashboard/webhook-inbox'

const inboxView = z.object({
  url: z
    .string()
    .describe(
      'The `webhook_url` of invoices, or the URL of a webhook endpoint, whose webhooks shall arrive here.',
    ),
  deliveries: z
    .array(
      z.object({
        id: z.uuid(),
        receivedAt: moment,
        headers: z.record(z.string(), z.string()),
        body: z.string(),
        signedText: z.string(),
        checks: z.array(
          z.object({
            name: z.enum(['timestamp', 'id', 'signature']),
            isPassed: z.boolean(),
            detail: z.string(),
          }),
        ),
      }),
    )
    .describe('Latest first.'),
})

export type InboxView = z.output<typeof inboxView>

export const getWebhookInbox = operation({
  method: 'GET',
  path: PATH,
  summary: 'Read the webhook inbox',
  tag: 'Webhooks',
  access: session('developers.read'),
  answers: { 200: inboxView },
  errors: ['not_in_test_mode'],
}).handle(async ({ account }) => {
  requireTestMode(account)
  const deliveries = await inOrmTransaction((tx) => readInbox(tx, account.id))
  return {
    status: 200,
    body: {
      url: inboxUrl(account.id),
      deliveries: deliveries.map(({ receivedAt, ...rest }) => ({
        ...rest,
        receivedAt: receivedAt.toISOString(),
      })),
    },
  }
})

export const clearWebhookInbox = operation({
  method: 'DELETE',
  path: PATH,
  summary: 'Clear the webhook inbox',
  tag: 'Webhooks',
  access: session('webhooks.manage'),
  answers: { 200: z.object({ deliveries: z.array(z.never()) }) },
  errors: ['not_in_test_mode'],
}).handle(async ({ account }) => {
  requireTestMode(account)
  await inOrmTransaction((tx) => clearInbox(tx, account.id))
  return { status: 200, body: { deliveries: [] } }
})

function requireTestMode({ mode }: Account): void {
  if (mode !== 'test') throw new DomainError('not_in_test_mode')
}
