import { z } from 'zod'
import { parseIsoDate } from '@/lib/dates'
import { database } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import { recordAuditEvent } from '@/lib/domain/audit/record-audit-event'
import { sendTestEvent as sendTest } from '@/lib/domain/invoices/send-test-event'
import { redeliverEvent as redeliver } from '@/lib/domain/webhooks/redeliver-event'
import {
  countFailed,
  REDELIVERY_LIMIT,
  redeliverFailed as redeliverAll,
} from '@/lib/domain/webhooks/redeliver-failed'
import { isId } from '@/lib/ids'
import { RequestError } from '../errors'
import { isWebUrl, URL_LENGTH } from '../v2/fields'
import { readWebhookEvent } from './read-webhook-event'
import { readWebhooks } from './read-webhooks'
import { sessionRead, sessionWrite } from './session-operation'

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

/** How many events redelivering what failed since a time would be about. */
export const countFailedWebhooks = sessionRead(
  '/api/dashboard/webhooks/redelivery',
  async ({ account, url }) => {
    const count = await countFailed(database(), account.id, sinceOf(url.searchParams.get('since')))
    return { status: 200, body: { count, limit: REDELIVERY_LIMIT } }
  },
)

/** Queues what failed since a time for delivery, some of it where it is a lot; `remaining` tells. */
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

/** Sends an event of no invoice to a URL of the vendor's choice, by the queue like any other. */
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
        // Without its query, which may hold a token of the receiver's.
        detail: to.replace(/[?#].*$/s, ''),
        address,
      })
      return sent
    })
    return { status: 201, body: { id: event.id } }
  },
)

function notFound(): never {
  throw new RequestError(404, 'Webhook event not found')
}

const instant = z.iso.datetime()

function sinceOf(given: unknown): Date {
  const since = instant.safeParse(given)
  // Its pattern knows a year 0, the database does not.
  if (!since.success || !parseIsoDate(since.data.slice(0, 10))) {
    throw new RequestError(400, 'since must be a time like 2026-01-31T12:00:00Z')
  }
  return new Date(since.data)
}

/** By the rules of an invoice's `webhook_url`. */
function testUrlOf(given: unknown): string {
  if (typeof given !== 'string' || !isWebUrl(given)) throw new RequestError(400, 'Invalid url')
  if ([...given].length > URL_LENGTH) {
    throw new RequestError(400, `url must be at most ${URL_LENGTH} characters`)
  }
  return given
}
