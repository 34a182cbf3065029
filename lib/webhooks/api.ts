import { z } from 'zod'
import { keyLabel } from '@/lib/api-keys/api-keys'
import { apiKey } from '@/lib/api-keys/key-access'
import { type AuditAction, recordAuditEvent } from '@/lib/audit/record-audit-event'
import { sharedReads } from '@/lib/db/client'
import type { Queryable } from '@/lib/db/statement'
import { inTransaction } from '@/lib/db/transaction'
import { EVENT_TYPES, type EventType } from '@/lib/events/event-types'
import { orderedBody } from '@/lib/http/input'
import { type Call, operation } from '@/lib/http/operation'
import { moment, success } from '@/lib/http/schemas'
import type { Account } from '@/lib/vendors/account'
import { endpointBody, endpointChangesBody, secretRotationBody } from './endpoint-body'
import {
  addEndpoint,
  changeEndpoint,
  deleteEndpoint,
  ENDPOINT_LIMIT,
  type EndpointWithSecret,
  findEndpoints,
  overlapEnd,
  rotateEndpointSecret,
  shownUrl,
  tellOfEndpoint,
  type WebhookEndpoint,
  wordsOfSettings,
} from './endpoints'
import { API_ENDPOINT_STATUSES, ENDPOINT_STATUSES } from './status'

const PATH = '/api/v2/webhook-endpoints'

const FIELDS = {
  id: z.uuid().describe('The `webhook_endpoint_id` in paths.'),
  url: z.string().describe('Gets the events.'),
  event_types: z
    .array(z.enum(EVENT_TYPES))
    .nullable()
    .describe('The event types that it gets; `null`: all, and those that are added later.'),
  description: z.string().nullable(),
  status: z.enum(API_ENDPOINT_STATUSES).describe('A `disabled` endpoint gets nothing.'),
  previous_secret_expires_at: moment
    .nullable()
    .describe(
      'After a rotation, the time at which the old secret stops signing; `null` if none signs beside the new one.',
    ),
  created_at: moment,
}

const EXAMPLE = {
  id: '0199d1c2-91b7-7a05-8c11-3f0e5a7d2b60',
  url: 'https://shop.example.com/hooks/counterfoil',
  event_types: ['customer.created', 'invoice.paid', 'payout.created', 'payout.paid'] as EventType[],
  description: 'The shop',
  status: 'enabled' as const,
  previous_secret_expires_at: null,
  created_at: '2026-03-02T14:05:09.000Z',
}

/** The example once its secret is rotated. */
const ROTATED = { ...EXAMPLE, previous_secret_expires_at: '2026-03-03T14:05:09.000Z' }

const endpoint = z.object(FIELDS).meta({
  id: 'WebhookEndpoint',
  title: 'Webhook endpoint',
  description: 'A URL that gets events of your account.',
  examples: [EXAMPLE],
})

const endpointWithSecret = z
  .object({
    ...FIELDS,
    secret: z
      .string()
      .describe('Signs what is sent to this endpoint, and nothing else. Returned here and never again.'),
  })
  .meta({
    id: 'WebhookEndpointWithSecret',
    title: 'Webhook endpoint with its secret',
    description: 'Returned when you add a webhook endpoint or rotate its secret.',
    examples: [{ ...EXAMPLE, secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD' }],
  })

const changeAccess = apiKey({ missingKey: 'api_key_required', refusesBanned: true, scope: 'webhooks' })

function presentEndpoint(endpoint: WebhookEndpoint) {
  const { id, url, eventTypes, description, status, createdAt } = endpoint
  return {
    id,
    url,
    event_types: eventTypes,
    description,
    status: ENDPOINT_STATUSES[status].apiStatus,
    previous_secret_expires_at: overlapEnd(endpoint),
    created_at: createdAt.toISOString(),
  }
}

function presentWithSecret(endpoint: EndpointWithSecret) {
  return { ...presentEndpoint(endpoint), secret: endpoint.secret }
}

type Caller = { account: Account; clientAddress: Call['clientAddress'] }

async function audit(
  tx: Queryable,
  { account, clientAddress: address }: Caller,
  action: AuditAction & `webhook_endpoint.${string}`,
  subjectId: string,
  words: string,
): Promise<void> {
  const origin = { vendorId: account.vendorId, accountId: account.id, address }
  await recordAuditEvent(tx, { ...origin, action, subjectId, detail: `${words}, by API key` })
}

/** Beyond the contract. */
export const addWebhookEndpoint = operation({
  method: 'POST',
  path: PATH,
  summary: 'Add a webhook endpoint',
  description:
    'Registers a URL that gets the events of your account from now on: all, or those of some types.',
  tag: 'Events',
  notes: [
    'Each event is sent as `{ "event": … }`, signed with the secret of the endpoint, and sent again until the URL answers with a 2xx status.',
    'Keep the `secret` where the receiver runs. It is returned here and never again, except to a repeat with the same `Idempotency-Key`; [rotating it](/docs/api/rotate-webhook-endpoint-secret) gives a new one.',
    'Events may arrive out of order or twice: `event.sequence` says which is later, `event.id` which is the same.',
    `An account can have ${ENDPOINT_LIMIT} endpoints.`,
    'In live mode, the owner is told of each new endpoint by email.',
  ],
  access: changeAccess,
  body: orderedBody(endpointBody),
  answers: {
    201: z
      .object({ status: success, webhook_endpoint: endpointWithSecret })
      .describe('Webhook endpoint added'),
  },
  errors: ['webhook_endpoint_limit_reached'],
  idempotency: 'for 24 hours',
  example: {
    body: {
      url: 'https://shop.example.com/hooks/counterfoil',
      event_types: ['customer.created', 'invoice.paid', 'payout.created', 'payout.paid'],
      description: 'The shop',
    },
  },
}).handle(({ account, apiKeyId, input, commit, clientAddress }) =>
  commit.transaction(async (tx) => {
    const added = await addEndpoint(tx, account.id, input)
    const caller = { account, clientAddress }
    await audit(tx, caller, 'webhook_endpoint.added', added.id, shownUrl(added.url))
    const by = { key: await keyLabel(tx, account.id, apiKeyId) }
    await tellOfEndpoint(tx, account, 'endpointAdded', added.url, by)
    return { status: 201, body: { status: 'success', webhook_endpoint: presentWithSecret(added) } }
  }),
)

/** Beyond the contract. */
export const updateWebhookEndpoint = operation({
  method: 'PATCH',
  path: `${PATH}/{webhook_endpoint_id}`,
  summary: 'Update a webhook endpoint',
  description: 'Updates the fields that you send, at once. The others stay as they are.',
  tag: 'Events',
  notes: [
    'With another `url`, events that wait to be sent again go to the new one. In live mode, the owner is told of it by email.',
    'A disabled endpoint gets nothing, not even what was waiting to be sent again. Once it is enabled again, [redeliver](/docs/api/redeliver-event) what it missed.',
  ],
  params: { webhook_endpoint_id: 'The webhook endpoint.' },
  access: changeAccess,
  body: orderedBody(endpointChangesBody),
  answers: {
    200: z.object({ status: success, webhook_endpoint: endpoint }).describe('Webhook endpoint updated'),
  },
  errors: ['webhook_endpoint_not_found'],
  example: { body: { event_types: ['customer.created', 'invoice.paid', 'payout.created', 'payout.paid'] } },
}).handle(async ({ account, apiKeyId, params, input, clientAddress }) => {
  const updated = await inTransaction(async (tx) => {
    const { endpoint, changed } = await changeEndpoint(tx, account.id, params.webhook_endpoint_id, input)
    if (changed.length > 0) {
      const words = wordsOfSettings(endpoint, changed)
      await audit(tx, { account, clientAddress }, 'webhook_endpoint.changed', endpoint.id, words)
    }
    if (changed.includes('url')) {
      const by = { key: await keyLabel(tx, account.id, apiKeyId) }
      await tellOfEndpoint(tx, account, 'endpointMoved', endpoint.url, by)
    }
    return endpoint
  })
  return { status: 200, body: { status: 'success', webhook_endpoint: presentEndpoint(updated) } }
})

/** Beyond the contract. */
export const rotateWebhookEndpointSecret = operation({
  method: 'POST',
  path: `${PATH}/{webhook_endpoint_id}/rotate-secret`,
  summary: "Rotate a webhook endpoint's secret",
  description:
    'Returns a new secret. The old one signs beside it for 24 hours, so that a receiver can change over without missing an event.',
  tag: 'Events',
  notes: [
    'During the overlap, `webhook-signature` has two signatures. A receiver needs one that matches.',
    'If the old secret has leaked, send `overlap_hours` 0: every older secret ends at once.',
  ],
  params: { webhook_endpoint_id: 'The webhook endpoint.' },
  access: changeAccess,
  body: orderedBody(secretRotationBody),
  answers: {
    200: z
      .object({ status: success, webhook_endpoint: endpointWithSecret })
      .describe('Secret rotated')
      .meta({
        examples: [
          {
            status: 'success',
            webhook_endpoint: {
              ...ROTATED,
              secret: 'whsec_q7ZtOaCqGfPz4ArTV2tcnF1wF8S0Qn3K',
            },
          },
        ],
      }),
  },
  errors: ['webhook_endpoint_not_found', 'webhook_secret_in_overlap'],
  idempotency: 'for 24 hours',
}).handle(({ account, params, input: { overlapHours }, commit, clientAddress }) =>
  commit.transaction(async (tx) => {
    const rotated = await rotateEndpointSecret(tx, account.id, params.webhook_endpoint_id, overlapHours)
    const words = `${shownUrl(rotated.url)}: the old one signs for ${overlapHours} more hours`
    await audit(tx, { account, clientAddress }, 'webhook_endpoint.secret_rotated', rotated.id, words)
    return { status: 200, body: { status: 'success', webhook_endpoint: presentWithSecret(rotated) } }
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
  description:
    'It gets nothing any more, not even what is waiting to be sent again. Returns the endpoint one last time.',
  tag: 'Events',
  params: { webhook_endpoint_id: 'The webhook endpoint.' },
  access: changeAccess,
  answers: {
    200: z
      .object({ status: success, webhook_endpoint: endpoint })
      .describe('Webhook endpoint deleted')
      .meta({ examples: [{ status: 'success', webhook_endpoint: ROTATED }] }),
  },
  errors: ['webhook_endpoint_not_found'],
}).handle(async ({ account, params, clientAddress }) => {
  const deleted = await inTransaction(async (tx) => {
    const endpoint = await deleteEndpoint(tx, account.id, params.webhook_endpoint_id)
    const caller = { account, clientAddress }
    await audit(tx, caller, 'webhook_endpoint.deleted', endpoint.id, shownUrl(endpoint.url))
    return endpoint
  })
  return { status: 200, body: { status: 'success', webhook_endpoint: presentEndpoint(deleted) } }
})
