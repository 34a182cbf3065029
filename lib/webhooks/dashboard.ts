import { z } from 'zod'
import { sessionRead, sessionWrite } from '@/lib/api/dashboard/session-operation'
import { recordAuditEvent } from '@/lib/audit/record-audit-event'
import { database } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import { Refusal, refuseInput } from '@/lib/http/refusals'
import { isWebUrl, URL_LENGTH } from '@/lib/http/web-url'
import { isId } from '@/lib/ids'
import { sendTestEvent as sendTest } from '@/lib/invoices/send-test-event'
import { parseIsoDate } from '@/lib/time/dates'
import { readWebhooks } from './event-list'
import { readWebhookEvent } from './queries'
import {
  countFailed,
  REDELIVERY_LIMIT,
  redeliverEvent as redeliver,
  redeliverFailed as redeliverAll,
} from './redeliver-event'
import { findSigningSecrets, rotateWebhookSecret } from './signing'

export const listWebhooks = sessionRead('/api/dashboard/webhooks', async ({ vendor, account, url }) => ({
  status: 200,
  body: await readWebhooks(vendor.id, account.mode, url.searchParams),
}))

export const getWebhookEvent = sessionRead(
  '/api/dashboard/webhooks/events/:id',
  async ({ vendor, account, params }) => {
    const event = await readWebhookEvent(vendor.id, account.mode, params.id ?? '')
    return { status: 200, body: event ?? notFound() }
  },
)

export const redeliverEvent = sessionWrite(
  '/api/dashboard/webhooks/events/:id/redeliver',
  async ({ vendor, account, params, address }) => {
    const { id = '' } = params
    if (!isId(id)) notFound()
    await inTransaction(async (tx) => {
      if (!(await redeliver(tx, account.id, id))) notFound()
      await recordAuditEvent(tx, {
        vendorId: vendor.id,
        accountId: account.id,
        action: 'webhook.redelivered',
        subjectId: id,
        address,
      })
    })
    return { status: 200, body: { id, status: 'PENDING' } }
  },
)

/** How many events a redelivery of failed events since a time would cover. */
export const countFailedWebhooks = sessionRead(
  '/api/dashboard/webhooks/redelivery',
  async ({ account, url }) => {
    const count = await countFailed(database(), account.id, sinceOf(url.searchParams.get('since')))
    return { status: 200, body: { count, limit: REDELIVERY_LIMIT } }
  },
)

/** Queues failed events since a time for delivery, up to a limit; `remaining` is how many are left. */
export const redeliverFailedWebhooks = sessionWrite(
  '/api/dashboard/webhooks/redelivery',
  async ({ vendor, account, body, address }) => {
    const since = sinceOf(body.since)
    const result = await inTransaction(async (tx) => {
      const done = await redeliverAll(tx, account.id, since)
      const detail = `${done.count} that failed since ${since.toISOString()}`
      const action = 'webhook.redelivered'
      await recordAuditEvent(tx, { vendorId: vendor.id, accountId: account.id, action, detail, address })
      return done
    })
    return { status: 200, body: result }
  },
)

/** Queues a test event to a URL of the vendor's choice, delivered like any other. */
export const sendTestEvent = sessionWrite(
  '/api/dashboard/webhooks/test',
  async ({ vendor, account, body, address }) => {
    const to = testUrlOf(body.url)
    const event = await inTransaction(async (tx) => {
      const sent = await sendTest(tx, account, to)
      await recordAuditEvent(tx, {
        vendorId: vendor.id,
        accountId: account.id,
        action: 'webhook.test_sent',
        subjectId: sent.id,
        // Without its query, which may contain a receiver's token.
        detail: to.replace(/[?#].*$/s, ''),
        address,
      })
      return sent
    })
    return { status: 201, body: { id: event.id } }
  },
)

function notFound(): never {
  throw new Refusal('webhook_event_not_found')
}

const instant = z.iso.datetime()

function sinceOf(given: unknown): Date {
  const since = instant.safeParse(given)
  // The pattern allows a year 0, the database does not.
  if (!since.success || !parseIsoDate(since.data.slice(0, 10))) {
    refuseInput('since must be a time like 2026-01-31T12:00:00Z')
  }
  return new Date(since.data)
}

/** Validates a URL by the rules of an invoice's `webhook_url`. */
function testUrlOf(given: unknown): string {
  if (typeof given !== 'string' || !isWebUrl(given)) refuseInput('Invalid url')
  if ([...given].length > URL_LENGTH) {
    refuseInput(`url must be at most ${URL_LENGTH} characters`)
  }
  return given
}

const HOUR_MS = 60 * 60 * 1000
const LONGEST_OVERLAP_HOURS = 72

/** The signing secret. It is part of no page, and each look at it is recorded. */
export const revealSigningSecret = sessionRead(
  '/api/dashboard/webhooks/secret',
  async ({ vendor, account, address }) => {
    const action = 'webhook_secret.revealed'
    const { current, previous } = await inTransaction(async (tx) => {
      await recordAuditEvent(tx, { vendorId: vendor.id, accountId: account.id, action, address })
      return findSigningSecrets(tx, account.id)
    })
    return { status: 200, body: viewOf(current, previous?.expiresAt) }
  },
)

/** Rotates the secret; the old one keeps signing for `overlapHours`, a day by default. */
export const rotateSigningSecret = sessionWrite(
  '/api/dashboard/webhooks/secret',
  async ({ vendor, account, body, address }) => {
    const hours = overlapOf(body.overlapHours)
    const action = 'webhook_secret.rolled'
    const detail = `The old one signs for ${hours} more hours`
    const secrets = await inTransaction(async (tx) => {
      await rotateWebhookSecret(tx, account.id, hours * HOUR_MS)
      await recordAuditEvent(tx, { vendorId: vendor.id, accountId: account.id, action, detail, address })
      return findSigningSecrets(tx, account.id)
    })
    return { status: 200, body: viewOf(secrets.current, secrets.previous?.expiresAt) }
  },
)

function viewOf(secret: string, expiresAt: Date | undefined) {
  return { secret, previousSecretExpiresAt: expiresAt?.toISOString() ?? null }
}

function overlapOf(given: unknown): number {
  const hours = z.coerce
    .number()
    .int()
    .min(0)
    .max(LONGEST_OVERLAP_HOURS)
    .safeParse(String(given ?? 24))
  if (hours.success) return hours.data
  refuseInput(`The old secret signs for 0 to ${LONGEST_OVERLAP_HOURS} more hours`)
}
