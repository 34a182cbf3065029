import { z } from 'zod'
import { provenSession, session } from '@/lib/auth/session-access'
import { holdSession } from '@/lib/auth/sessions'
import { database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { jsonFields, queryFields } from '@/lib/http/input'
import { operation } from '@/lib/http/operation'
import { refuse } from '@/lib/http/refusals'
import { moment } from '@/lib/http/schemas'
import { isId } from '@/lib/ids'
import { parameterErrors } from '@/lib/lists/list-parameters'
import { listParameters, listView } from '@/lib/lists/list-query'
import { parseIsoDate } from '@/lib/time/dates'
import { HOUR_MS } from '@/lib/time/units'
import { rotateWebhookSecret } from '@/lib/vendors/manage-vendor'
import { deliveryList, deliveryRow, endpointsView, readEndpoints } from './delivery-list'
import { DEFAULT_OVERLAP_HOURS, LONGEST_OVERLAP_HOURS } from './endpoint-body'
import {
  addEndpoint,
  changeEndpoint,
  deleteEndpoint,
  endpointChanges,
  endpointFields,
  rotateEndpointSecret,
  shownUrl,
  tellOfEndpoint,
  wordsOfSettings,
} from './endpoints'
import { deliveryView, readDelivery } from './queries'
import { countFailed, REDELIVERY_LIMIT, redeliver, redeliverFailed } from './redeliver'
import { findSigningSecrets } from './signing'

const PATH = '/api/dashboard/webhooks'

export const listWebhooks = operation({
  method: 'GET',
  path: PATH,
  summary: 'List webhook deliveries',
  tag: 'Webhooks',
  access: session('developers.read'),
  query: listParameters(deliveryList),
  answers: { 200: listView(deliveryRow) },
  errors: parameterErrors,
}).handle(async ({ account, query }) => ({
  status: 200,
  body: await deliveryList.read(account.id, query, account.zone),
}))

export const getWebhookDelivery = operation({
  method: 'GET',
  path: `${PATH}/deliveries/{id}`,
  summary: 'Read a webhook delivery',
  tag: 'Webhooks',
  access: session('developers.read'),
  answers: { 200: deliveryView },
  errors: ['webhook_delivery_not_found'],
}).handle(async ({ account, params }) => {
  const delivery = await readDelivery(account, params.id)
  return { status: 200, body: delivery ?? refuse('webhook_delivery_not_found') }
})

export const redeliverWebhook = operation({
  method: 'POST',
  path: `${PATH}/deliveries/{id}/redeliver`,
  summary: 'Repeat a webhook delivery',
  tag: 'Webhooks',
  access: session('webhooks.manage'),
  answers: { 200: z.object({ id: z.uuid(), status: z.literal('PENDING') }) },
  errors: ['webhook_delivery_not_found'],
}).handle(async ({ account, audit, params: { id } }) => {
  if (!isId(id)) refuse('webhook_delivery_not_found')
  await inOrmTransaction(async (tx) => {
    if (!(await redeliver(tx, account.id, id))) refuse('webhook_delivery_not_found')
    await audit(tx, { action: 'webhook.redelivered', subjectId: id })
  })
  return { status: 200, body: { id, status: 'PENDING' } }
})

const NO_OVERLAP = { error: `The old secret signs for 0 to ${LONGEST_OVERLAP_HOURS} more hours` }

const overlapFields = z.object({
  overlapHours: z
    .int(NO_OVERLAP)
    .min(0, NO_OVERLAP)
    .max(LONGEST_OVERLAP_HOURS, NO_OVERLAP)
    .default(DEFAULT_OVERLAP_HOURS)
    .describe('The time for which the old secret keeps signing.'),
})

const NO_TIME = { error: 'since must be a time like 2026-01-31T12:00:00Z' }

const redelivery = z.object({
  since: z.iso
    .datetime(NO_TIME)
    // The pattern allows a year 0, the database does not.
    .refine((text) => parseIsoDate(text.slice(0, 10)), NO_TIME)
    .transform((text) => new Date(text)),
})

export const countFailedWebhooks = operation({
  method: 'GET',
  path: `${PATH}/redelivery`,
  summary: 'Count failed webhook deliveries',
  description: 'How many deliveries a redelivery of those that failed since a time would cover.',
  tag: 'Webhooks',
  access: session('developers.read'),
  query: queryFields(redelivery),
  answers: {
    200: z.object({
      count: z.int(),
      limit: z.int().describe('Maximum number of deliveries per redelivery.'),
    }),
  },
  errors: ['invalid_input'],
}).handle(async ({ account, query: { since } }) => {
  const count = await countFailed(database(), account.id, since)
  return { status: 200, body: { count, limit: REDELIVERY_LIMIT } }
})

export const redeliverFailedWebhooks = operation({
  method: 'POST',
  path: `${PATH}/redelivery`,
  summary: 'Redeliver failed webhook deliveries',
  description: 'Queues the deliveries that failed since a time again, up to a limit.',
  tag: 'Webhooks',
  access: session('webhooks.manage'),
  body: jsonFields(redelivery),
  answers: {
    200: z.object({
      count: z.int(),
      remaining: z.int().describe('The number of deliveries above the limit.'),
    }),
  },
  errors: ['invalid_input'],
}).handle(async ({ account, audit, input: { since } }) => {
  const result = await inOrmTransaction(async (tx) => {
    const done = await redeliverFailed(tx, account.id, since)
    const detail = `${done.count} that failed since ${since.toISOString()}`
    await audit(tx, { action: 'webhook.redelivered', detail })
    return done
  })
  return { status: 200, body: result }
})

export const listWebhookEndpoints = operation({
  method: 'GET',
  path: `${PATH}/endpoints`,
  summary: 'List webhook endpoints',
  tag: 'Webhooks',
  access: session('developers.read'),
  answers: { 200: endpointsView },
}).handle(async ({ account }) => ({ status: 200, body: await readEndpoints(account.id) }))

const newSecret = z.string().describe('The whole secret. No other answer contains it.')

export const addWebhookEndpoint = operation({
  method: 'POST',
  path: `${PATH}/endpoints`,
  summary: 'Add a webhook endpoint',
  description: 'In live mode the owner is told by email, and so is the member who adds it.',
  tag: 'Webhooks',
  access: provenSession('webhooks.manage', { isLiveOnly: true }),
  body: jsonFields(endpointFields),
  answers: { 201: z.object({ id: z.uuid(), secret: newSecret }) },
  errors: ['invalid_input', 'webhook_endpoint_limit_reached'],
}).handle(async ({ vendor, account, audit, input }) => {
  const { id, secret } = await inOrmTransaction(async (tx) => {
    // From now on it gets what happens in the account: no session that was ended may add one.
    await holdSession(tx, vendor)
    const added = await addEndpoint(tx, account.id, input)
    await audit(tx, { action: 'webhook_endpoint.added', subjectId: added.id, detail: shownUrl(added.url) })
    const by = { person: vendor.email, memberId: vendor.memberId }
    await tellOfEndpoint(tx, account, 'endpointAdded', added.url, by)
    return added
  })
  return { status: 201, body: { id, secret } }
})

export const changeWebhookEndpoint = operation({
  method: 'PATCH',
  path: `${PATH}/endpoints/{id}`,
  summary: 'Change a webhook endpoint',
  description: 'In live mode the owner is told of another URL by email, and so is the member who changes it.',
  tag: 'Webhooks',
  access: provenSession('webhooks.manage', { isLiveOnly: true }),
  body: jsonFields(endpointChanges),
  answers: { 200: z.object({ id: z.uuid() }) },
  errors: ['invalid_input', 'webhook_endpoint_not_found'],
}).handle(async ({ vendor, account, audit, params: { id }, input }) => {
  await inOrmTransaction(async (tx) => {
    await holdSession(tx, vendor)
    const { endpoint, changed } = await changeEndpoint(tx, account.id, id, input)
    if (changed.length === 0) return
    const detail = wordsOfSettings(endpoint, changed)
    await audit(tx, { action: 'webhook_endpoint.changed', subjectId: id, detail })
    const by = { person: vendor.email, memberId: vendor.memberId }
    if (changed.includes('url')) await tellOfEndpoint(tx, account, 'endpointMoved', endpoint.url, by)
  })
  return { status: 200, body: { id } }
})

export const rotateEndpointSigningSecret = operation({
  method: 'POST',
  path: `${PATH}/endpoints/{id}/rotate-secret`,
  summary: 'Rotate the secret of a webhook endpoint',
  tag: 'Webhooks',
  access: provenSession('webhooks.manage'),
  body: jsonFields(overlapFields),
  answers: { 200: z.object({ secret: newSecret }) },
  errors: ['invalid_input', 'webhook_endpoint_not_found', 'webhook_secret_in_overlap'],
}).handle(async ({ account, audit, params: { id }, input: { overlapHours } }) => {
  const { secret } = await inOrmTransaction(async (tx) => {
    const rotated = await rotateEndpointSecret(tx, account.id, id, overlapHours)
    const detail = `${shownUrl(rotated.url)}: the old one signs for ${overlapHours} more hours`
    await audit(tx, { action: 'webhook_endpoint.secret_rotated', subjectId: id, detail })
    return rotated
  })
  return { status: 200, body: { secret } }
})

export const deleteWebhookEndpoint = operation({
  method: 'DELETE',
  path: `${PATH}/endpoints/{id}`,
  summary: 'Delete a webhook endpoint',
  tag: 'Webhooks',
  access: session('webhooks.manage'),
  answers: { 200: z.object({ id: z.uuid() }) },
  errors: ['webhook_endpoint_not_found'],
}).handle(async ({ account, audit, params: { id } }) => {
  await inOrmTransaction(async (tx) => {
    const { url } = await deleteEndpoint(tx, account.id, id)
    await audit(tx, { action: 'webhook_endpoint.deleted', subjectId: id, detail: shownUrl(url) })
  })
  return { status: 200, body: { id } }
})

const secretView = z.object({
  secret: z.string(),
  previousSecretExpiresAt: moment.nullable().describe('The time at which the previous secret stops signing.'),
})

/** Outside the list's page, because each look at the secret is recorded. */
export const revealSigningSecret = operation({
  method: 'GET',
  path: `${PATH}/secret`,
  summary: 'Reveal the signing secret',
  tag: 'Webhooks',
  access: provenSession('webhooks.manage'),
  answers: { 200: secretView },
}).handle(async ({ account, audit }) => {
  const secrets = await inOrmTransaction(async (tx) => {
    await audit(tx, { action: 'webhook_secret.revealed' })
    return findSigningSecrets(tx, account.id)
  })
  return { status: 200, body: presentSecrets(secrets) }
})

export const rotateSigningSecret = operation({
  method: 'POST',
  path: `${PATH}/secret`,
  summary: 'Rotate the signing secret',
  tag: 'Webhooks',
  access: provenSession('webhooks.manage'),
  body: jsonFields(overlapFields),
  answers: { 200: secretView },
  errors: ['invalid_input', 'webhook_secret_in_overlap'],
}).handle(async ({ account, audit, input: { overlapHours } }) => {
  const secrets = await inOrmTransaction(async (tx) => {
    await rotateWebhookSecret(tx, account.id, overlapHours * HOUR_MS)
    const detail = `The old one signs for ${overlapHours} more hours`
    await audit(tx, { action: 'webhook_secret.rotated', detail })
    return findSigningSecrets(tx, account.id)
  })
  return { status: 200, body: presentSecrets(secrets) }
})

function presentSecrets({ current, previous }: Awaited<ReturnType<typeof findSigningSecrets>>) {
  return { secret: current, previousSecretExpiresAt: previous?.expiresAt.toISOString() ?? null }
}
