import { z } from 'zod'
import { keyLabel } from '@/lib/api-keys/api-keys'
import { apiKey } from '@/lib/api-keys/key-access'
import { recordAuditEvent } from '@/lib/audit/record-audit-event'
import { sharedReads } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import * as field from '@/lib/http/fields'
import { orderedBody } from '@/lib/http/input'
import { operation } from '@/lib/http/operation'
import { moment, success } from '@/lib/http/schemas'
import { isWebUrl, URL_LENGTH } from '@/lib/http/web-url'
import {
  addEndpoint,
  deleteEndpoint,
  ENDPOINT_LIMIT,
  findEndpoints,
  shownUrl,
  tellOfEndpoint,
  type WebhookEndpoint,
} from './endpoints'

const PATH = '/api/v2/webhook-endpoints'

const endpoint = z
  .object({
    id: z.uuid().describe('The `webhook_endpoint_id` in paths.'),
    url: z.string().describe('Gets every event of your account.'),
    created_at: moment,
  })
  .meta({
    id: 'WebhookEndpoint',
    title: 'Webhook endpoint',
    description: 'A URL that gets every event of your account.',
    examples: [
      {
        id: '0199d1c2-91b7-7a05-8c11-3f0e5a7d2b60',
        url: 'https://shop.example.com/hooks/counterfoil',
        created_at: '2026-03-02T14:05:09.000Z',
      },
    ],
  })

function presentEndpoint({ id, url, createdAt }: WebhookEndpoint) {
  return { id, url, created_at: createdAt.toISOString() }
}

const endpointBody = field.object({
  url: field
    .text(URL_LENGTH)
    .check(isWebUrl, 'invalid_url')
    .required('url_required')
    .describe('Begins with `https://` or `http://`, without user name.'),
})

/** Beyond the contract. */
export const addWebhookEndpoint = operation({
  method: 'POST',
  path: PATH,
  summary: 'Add a webhook endpoint',
  description: 'Registers a URL that gets every event of your account from now on.',
  tag: 'Events',
  notes: [
    'Each event is sent as `{ "event": … }`, signed with your signing secret like the webhooks of an invoice, and sent again in the same way until the URL answers with a 2xx status.',
    'Events may arrive out of order or twice: `event.sequence` says which is later, `event.id` which is the same.',
    `An account can have ${ENDPOINT_LIMIT} endpoints.`,
    'In live mode, the owner is told of each new endpoint by email.',
  ],
  access: apiKey({ missingKey: 'api_key_required', refusesBanned: true, scope: 'payouts' }),
  body: orderedBody(endpointBody),
  answers: {
    201: z.object({ status: success, webhook_endpoint: endpoint }).describe('Webhook endpoint added'),
  },
  errors: ['webhook_endpoint_limit_reached'],
  idempotency: 'for 24 hours',
  example: { body: { url: 'https://shop.example.com/hooks/counterfoil' } },
}).handle(({ account, apiKeyId, input: { url }, commit, clientAddress: address }) =>
  commit.transaction(async (tx) => {
    const added = await addEndpoint(tx, account.id, url)
    const origin = { vendorId: account.vendorId, accountId: account.id, address }
    const detail = `${shownUrl(url)}, by API key`
    await recordAuditEvent(tx, { ...origin, action: 'webhook_endpoint.added', subjectId: added.id, detail })
    await tellOfEndpoint(tx, account, url, { key: await keyLabel(tx, account.id, apiKeyId) })
    return { status: 201, body: { status: 'success', webhook_endpoint: presentEndpoint(added) } }
  }),
)

/** Beyond the contract. */
export const listWebhookEndpoints = operation({
  method: 'GET',
  path: PATH,
  summary: 'List webhook endpoints',
  description: 'Returns all of them, oldest first.',
  tag: 'Events',
  access: apiKey({ missingKey: 'api_key_parameter_required', refusesBanned: false, scope: 'read' }),
  answers: {
    200: z
      .object({ status: success, webhook_endpoints: z.array(endpoint).describe('Oldest first.') })
      .describe('The webhook endpoints'),
  },
}).handle(async ({ account }) => {
  const endpoints = await findEndpoints(sharedReads(), { accountId: account.id })
  return { status: 200, body: { status: 'success', webhook_endpoints: endpoints.map(presentEndpoint) } }
})

/** Beyond the contract. */
export const deleteWebhookEndpoint = operation({
  method: 'DELETE',
  path: `${PATH}/{webhook_endpoint_id}`,
  summary: 'Delete a webhook endpoint',
  description: 'It gets nothing any more, not even what is waiting to be sent again. Returns it a last time.',
  tag: 'Events',
  params: { webhook_endpoint_id: 'The webhook endpoint.' },
  access: apiKey({ missingKey: 'api_key_required', refusesBanned: true, scope: 'payouts' }),
  answers: {
    200: z.object({ status: success, webhook_endpoint: endpoint }).describe('Webhook endpoint deleted'),
  },
  errors: ['webhook_endpoint_not_found'],
}).handle(async ({ account, params, clientAddress: address }) => {
  const deleted = await inTransaction(async (tx) => {
    const gone = await deleteEndpoint(tx, account.id, params.webhook_endpoint_id)
    const origin = { vendorId: account.vendorId, accountId: account.id, address }
    const detail = `${shownUrl(gone.url)}, by API key`
    await recordAuditEvent(tx, { ...origin, action: 'webhook_endpoint.deleted', subjectId: gone.id, detail })
    return gone
  })
  return { status: 200, body: { status: 'success', webhook_endpoint: presentEndpoint(deleted) } }
})
