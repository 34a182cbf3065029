import { z } from 'zod'
import { type Queryable, statement } from '@/lib/db/statement'
import { DomainError } from '@/lib/errors'
import { lockNumbering } from '@/lib/events/number-events'
import { isWebUrl, URL_LENGTH } from '@/lib/http/web-url'
import { isId, newId } from '@/lib/ids'
import { mailVendorNotice } from '@/lib/mail/security-mail'
import { now } from '@/lib/time/clock'
import type { Account } from '@/lib/vendors/account'

/** The URL of a receiver, by the rules of an invoice's `webhook_url`. */
export const receiverFields = z.object({
  url: z
    .string('Invalid url')
    .refine(isWebUrl, 'Invalid url')
    .refine((url) => [...url].length <= URL_LENGTH, `url must be at most ${URL_LENGTH} characters`),
})

export type WebhookEndpoint = { id: string; url: string; createdAt: Date }

/** Each event is stored and sent once for each. */
export const ENDPOINT_LIMIT = 10

const COLUMNS = 'id, url, created_at AS "createdAt"'

/** The account's endpoints, oldest first. */
export const findEndpoints = statement<{ accountId: string }, WebhookEndpoint>(
  'find_webhook_endpoints',
  `SELECT ${COLUMNS} FROM webhook_endpoints WHERE account_id = :accountId::uuid AND deleted_at IS NULL ORDER BY id`,
)

/** Adds an endpoint, which gets the events from now on. Throws `webhook_endpoint_limit_reached`. */
export async function addEndpoint(on: Queryable, accountId: string, url: string): Promise<WebhookEndpoint> {
  // Of two requests at once, the second counts what the first has added.
  await lockNumbering(on, accountId)
  const endpoints = await findEndpoints(on, { accountId })
  if (endpoints.length >= ENDPOINT_LIMIT) {
    throw new DomainError('webhook_endpoint_limit_reached', { limit: ENDPOINT_LIMIT })
  }
  const endpoint = { id: newId(), url, createdAt: now() }
  await insertEndpoint(on, { accountId, id: endpoint.id, url, createdAt: endpoint.createdAt })
  return endpoint
}

const insertEndpoint = statement<{ accountId: string; id: string; url: string; createdAt: Date }, object>(
  'add_webhook_endpoint',
  `INSERT INTO webhook_endpoints (account_id, id, url, created_at) VALUES (:accountId::uuid, :id::uuid, :url, :createdAt::timestamptz)`,
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
  url: string,
  by: { person: string; memberId: string } | { key: string },
): Promise<void> {
  if (mode !== 'live') return
  const event = { what: 'endpointAdded', host: new URL(url).host, by } as const
  await mailVendorNotice(on, vendorId, event, 'memberId' in by ? by.memberId : null)
}

/** A URL for the audit log: without its query, which may contain a receiver's token. */
export function shownUrl(url: string): string {
  return url.replace(/[?#].*$/s, '')
}
