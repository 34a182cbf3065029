import { z } from 'zod'
import { endpointOwner, newWebhookSecret, openWebhookSecret } from '@/lib/crypto/webhook-secret'
import { WebhookEndpointStatus } from '@/lib/db/generated/enums'
import { type Queryable, statement } from '@/lib/db/statement'
import { DomainError } from '@/lib/errors'
import { EVENT_TYPES, type EventType } from '@/lib/events/event-types'
import { lockNumbering } from '@/lib/events/number-events'
import { isWebUrl, URL_LENGTH } from '@/lib/http/web-url'
import { isId, newId } from '@/lib/ids'
import { mailVendorNotice } from '@/lib/mail/security-mail'
import { now } from '@/lib/time/clock'
import { HOUR_MS } from '@/lib/time/units'
import type { Account } from '@/lib/vendors/account'
import { ENDPOINT_STATUSES } from './status'

/** The URL of a receiver, by the rules of an invoice's `webhook_url`. */
export const receiverFields = z.object({
  url: z
    .string('Invalid url')
    .refine(isWebUrl, 'Invalid url')
    .refine((url) => [...url].length <= URL_LENGTH, `url must be at most ${URL_LENGTH} characters`),
})

const DESCRIPTION_LENGTH = 255
const NO_TYPE = 'Choose at least one event type'

/** The fields of an endpoint on the dashboard. */
export const endpointFields = receiverFields.extend({
  eventTypes: z
    .array(z.enum(EVENT_TYPES), NO_TYPE)
    .min(1, NO_TYPE)
    .nullable()
    .default(null)
    .describe('Null: all, and those that are added later.'),
  description: z
    .string()
    .trim()
    .refine(
      (text) => [...text].length <= DESCRIPTION_LENGTH,
      `description must be at most ${DESCRIPTION_LENGTH} characters`,
    )
    .transform((text) => text || null)
    .nullable()
    .default(null),
})

/** Those of them that change. */
export const endpointChanges = z.object({
  url: endpointFields.shape.url.optional(),
  eventTypes: endpointFields.shape.eventTypes.removeDefault().optional(),
  description: endpointFields.shape.description.removeDefault().optional(),
  status: z.enum(WebhookEndpointStatus).optional(),
})

/** What its owner sets of an endpoint. */
export type EndpointSettings = {
  url: string
  description: string | null
  /** Null: all, and those to come. */
  eventTypes: EventType[] | null
  status: WebhookEndpointStatus
}

export type WebhookEndpoint = EndpointSettings & {
  id: string
  createdAt: Date
  /** The time at which the secret before the current one stops signing; it may be over. */
  previousSecretExpiresAt: Date | null
}

/** With its `whsec_…`, which is shown when it is new and never again. */
export type EndpointWithSecret = WebhookEndpoint & { secret: string }

/** Each event is stored and sent once for each. */
export const ENDPOINT_LIMIT = 10

const COLUMNS = `id, url, description, nullif(event_types, '{}') AS "eventTypes", status,
                 previous_secret_expires_at AS "previousSecretExpiresAt", created_at AS "createdAt"`

/** The account's endpoints, oldest first. */
export const findEndpoints = statement<{ accountId: string }, WebhookEndpoint>(
  'find_webhook_endpoints',
  `SELECT ${COLUMNS} FROM webhook_endpoints WHERE account_id = :accountId::uuid AND deleted_at IS NULL ORDER BY id`,
)

type Receiver = { id: string; url: string; eventTypes: string[] | null }

/** The account's endpoints that get events now. */
export const findReceivers = statement<{ accountId: string }, Receiver>(
  'find_webhook_receivers',
  `SELECT id, url, nullif(event_types, '{}') AS "eventTypes" FROM webhook_endpoints
    WHERE account_id = :accountId::uuid AND deleted_at IS NULL AND status = 'ENABLED' ORDER BY id`,
)

/** Adds an endpoint, which gets the events from now on. Throws `webhook_endpoint_limit_reached`. */
export async function addEndpoint(
  on: Queryable,
  accountId: string,
  { url, eventTypes = null, description = null }: { url: string } & Partial<EndpointSettings>,
): Promise<EndpointWithSecret> {
  // Of two requests at once, the second counts what the first has added.
  await lockNumbering(on, accountId)
  const endpoints = await findEndpoints(on, { accountId })
  if (endpoints.length >= ENDPOINT_LIMIT) {
    throw new DomainError('webhook_endpoint_limit_reached', { limit: ENDPOINT_LIMIT })
  }
  const id = newId()
  const owner = endpointOwner(accountId, id)
  const secretEncrypted = newWebhookSecret(owner)
  const types = eventTypes ?? []
  const row = { accountId, id, url, description, eventTypes: types, secretEncrypted, createdAt: now() }
  const [added] = await insertEndpoint(on, row)
  if (!added) throw new Error('a new endpoint has a row')
  return { ...added, secret: openWebhookSecret(owner, secretEncrypted) }
}

const insertEndpoint = statement<
  {
    accountId: string
    id: string
    url: string
    description: string | null
    eventTypes: string[]
    secretEncrypted: string
    createdAt: Date
  },
  WebhookEndpoint
>(
  'add_webhook_endpoint',
  `INSERT INTO webhook_endpoints (account_id, id, url, description, event_types, secret_encrypted, created_at)
   VALUES (:accountId::uuid, :id::uuid, :url, :description, :eventTypes::varchar[], :secretEncrypted, :createdAt::timestamptz)
   RETURNING ${COLUMNS}`,
)

/**
 * Changes what an endpoint gets and where, from now on. What is waiting to be sent again goes to its new URL, and nowhere
 * while it is disabled. Returns it with the names of what has changed. Throws `webhook_endpoint_not_found`.
 */
export async function changeEndpoint(
  on: Queryable,
  accountId: string,
  id: string,
  settings: Partial<EndpointSettings>,
): Promise<{ endpoint: WebhookEndpoint; changed: (keyof EndpointSettings)[] }> {
  const [before] = isId(id) ? await lockEndpoint(on, { accountId, id }) : []
  if (!before) throw new DomainError('webhook_endpoint_not_found')
  const names = Object.keys(settings) as (keyof EndpointSettings)[]
  const changed = names.filter((name) => JSON.stringify(settings[name]) !== JSON.stringify(before[name]))
  if (changed.length === 0) return { endpoint: before, changed }
  const endpoint = { ...before, ...settings }
  const { url, description, status } = endpoint
  await updateEndpoint(on, { accountId, id, url, description, status, eventTypes: endpoint.eventTypes ?? [] })
  return { endpoint, changed }
}

const lockEndpoint = statement<{ accountId: string; id: string }, WebhookEndpoint>(
  'lock_webhook_endpoint',
  `SELECT ${COLUMNS} FROM webhook_endpoints
    WHERE account_id = :accountId::uuid AND id = :id::uuid AND deleted_at IS NULL FOR NO KEY UPDATE`,
)

const updateEndpoint = statement<
  {
    accountId: string
    id: string
    url: string
    description: string | null
    eventTypes: string[]
    status: WebhookEndpointStatus
  },
  object
>(
  'change_webhook_endpoint',
  `UPDATE webhook_endpoints
      SET url = :url, description = :description, event_types = :eventTypes::varchar[],
          status = :status::webhook_endpoint_status
    WHERE account_id = :accountId::uuid AND id = :id::uuid`,
)

/**
 * Gives an endpoint a new secret; the old one signs beside it for that many hours. Only two sign at a time, so while an
 * older one still does, throws `webhook_secret_in_overlap`, but for 0 hours, which end every older secret at once. Throws
 * `webhook_endpoint_not_found`.
 */
export async function rotateEndpointSecret(
  on: Queryable,
  accountId: string,
  id: string,
  overlapHours: number,
): Promise<EndpointWithSecret> {
  const [before] = isId(id) ? await lockEndpoint(on, { accountId, id }) : []
  if (!before) throw new DomainError('webhook_endpoint_not_found')
  const time = now()
  const isInOverlap = before.previousSecretExpiresAt !== null && before.previousSecretExpiresAt > time
  if (isInOverlap && overlapHours > 0) throw new DomainError('webhook_secret_in_overlap')
  const owner = endpointOwner(accountId, id)
  const secretEncrypted = newWebhookSecret(owner)
  const expiresAt = new Date(time.getTime() + overlapHours * HOUR_MS)
  const [rotated] = await replaceSecret(on, { accountId, id, secretEncrypted, expiresAt })
  if (!rotated) throw new Error('the endpoint is locked')
  return { ...rotated, secret: openWebhookSecret(owner, secretEncrypted) }
}

const replaceSecret = statement<
  { accountId: string; id: string; secretEncrypted: string; expiresAt: Date },
  WebhookEndpoint
>(
  'rotate_webhook_endpoint_secret',
  `UPDATE webhook_endpoints
      SET previous_secret_encrypted = secret_encrypted, previous_secret_expires_at = :expiresAt::timestamptz,
          secret_encrypted = :secretEncrypted
    WHERE account_id = :accountId::uuid AND id = :id::uuid
   RETURNING ${COLUMNS}`,
)

/**
 * Deletes an endpoint: it gets nothing any more, not even what is waiting to be sent again. Throws
 * `webhook_endpoint_not_found`.
 */
export async function deleteEndpoint(on: Queryable, accountId: string, id: string): Promise<WebhookEndpoint> {
  const [deleted] = isId(id) ? await markDeleted(on, { accountId, id, deletedAt: now() }) : []
  if (!deleted) throw new DomainError('webhook_endpoint_not_found')
  return deleted
}

/** Deletes all endpoints of the account, and returns them. */
export async function deleteEndpoints(on: Queryable, accountId: string): Promise<WebhookEndpoint[]> {
  // One that is being added is waited for.
  await lockNumbering(on, accountId)
  return markAllDeleted(on, { accountId, deletedAt: now() })
}

const markAllDeleted = statement<{ accountId: string; deletedAt: Date }, WebhookEndpoint>(
  'delete_webhook_endpoints',
  `UPDATE webhook_endpoints SET deleted_at = :deletedAt::timestamptz
    WHERE account_id = :accountId::uuid AND deleted_at IS NULL
   RETURNING ${COLUMNS}`,
)

const markDeleted = statement<{ accountId: string; id: string; deletedAt: Date }, WebhookEndpoint>(
  'delete_webhook_endpoint',
  `UPDATE webhook_endpoints SET deleted_at = :deletedAt::timestamptz
    WHERE account_id = :accountId::uuid AND id = :id::uuid AND deleted_at IS NULL
   RETURNING ${COLUMNS}`,
)

/** Tells the owner, and the member who did it, of an endpoint in live mode: it receives customers' data. */
export async function tellOfEndpoint(
  on: Queryable,
  { mode, vendorId }: Pick<Account, 'mode' | 'vendorId'>,
  what: 'endpointAdded' | 'endpointMoved',
  url: string,
  by: { person: string; memberId?: string } | { key: string },
): Promise<void> {
  if (mode !== 'live') return
  const event = { what, host: new URL(url).host, by } as const
  await mailVendorNotice(on, vendorId, event, ('memberId' in by && by.memberId) || null)
}

/** A URL for the audit log: without its query, which may contain a receiver's token. */
export function shownUrl(url: string): string {
  return url.replace(/[?#].*$/s, '')
}

/** What has changed of an endpoint, for the audit log. */
export function wordsOfSettings(
  { url, status }: WebhookEndpoint,
  changed: (keyof EndpointSettings)[],
): string {
  const words = {
    url: 'URL',
    description: 'description',
    eventTypes: 'event types',
    status: ENDPOINT_STATUSES[status].apiStatus,
  }
  return `${shownUrl(url)}: ${changed.map((name) => words[name]).join(', ')}`
}

/** The time at which the old secret stops signing; null if it does not sign any more. */
export function overlapEnd({ previousSecretExpiresAt: end }: WebhookEndpoint): string | null {
  return end && end > now() ? end.toISOString() : null
}
