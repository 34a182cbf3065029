import { database } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import { findSigningSecrets } from '@/lib/domain/webhooks/find-signing-secrets'
import { redeliverEvent as redeliver } from '@/lib/domain/webhooks/redeliver-event'
import { rollWebhookSecret } from '@/lib/domain/webhooks/roll-webhook-secret'
import { isId } from '@/lib/ids'
import { RequestError } from '../errors'
import { readWebhooks } from './read-webhooks'
import { sessionRead, sessionWrite } from './session-operation'

/** How long the old secret signs beside a new one: time to put the new one into place. */
const OVERLAP_MS = 24 * 60 * 60 * 1000

export const listWebhooks = sessionRead('/api/dashboard/webhooks', async ({ vendor, account }) => ({
  status: 200,
  body: await readWebhooks(vendor.id, account.mode),
}))

/** The signing secret, on request: it is no part of any page. */
export const revealSigningSecret = sessionRead('/api/dashboard/webhooks/secret', async ({ account }) => {
  const { current } = await findSigningSecrets(database(), account.id)
  return { status: 200, body: { secret: current } }
})

export const rollSigningSecret = sessionWrite('/api/dashboard/webhooks/secret', async ({ account }) => {
  const secret = await inTransaction((tx) => rollWebhookSecret(tx, account.id, OVERLAP_MS))
  return { status: 200, body: { secret } }
})

export const redeliverEvent = sessionWrite(
  '/api/dashboard/webhooks/events/:id/redeliver',
  async ({ account, params }) => {
    const { id = '' } = params
    const isFound = isId(id) && (await inTransaction((tx) => redeliver(tx, account.id, id)))
    if (!isFound) throw new RequestError(404, 'Webhook event not found')
    return { status: 200, body: { id, status: 'PENDING' } }
  },
)
