import { Webhook } from 'standardwebhooks'
import { beforeEach, describe, expect, test } from 'vitest'
import { database } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import type { Account } from '@/lib/vendors/account'
import { deliverEvent } from '@/lib/webhooks/deliver-event'
import { createWebhookTransport } from '@/lib/webhooks/http-transport'
import { findSigningSecrets } from '@/lib/webhooks/signing'
import { answer, answering, readEvent } from '@/lib/webhooks/webhook-event.fixture'
import { buildVendor } from '@/prisma/seed/builders'
import { sendTestEvent } from './send-test-event'

let account: Account

beforeEach(async () => {
  account = (await buildVendor()).test
})

async function send(url = 'https://receiver.example/hook') {
  const { id } = await inTransaction((tx) => sendTestEvent(tx, account, url))
  return { accountId: account.id, eventId: id }
}
const mails = () => database().mailMessage.count({ where: { ownerId: account.id } })

describe('a test event', () => {
  test('is signed and sent like that of a paid invoice, which does not exist', async () => {
    const event = await send()
    expect((await readEvent(event)).nextAttemptAt).not.toBeNull()
    const transport = answering(answer(200))
    await deliverEvent(event, transport)
    const [request] = transport.sent
    const { current } = await findSigningSecrets(database(), account.id)
    const body = new Webhook(current).verify(request?.body ?? '', request?.headers ?? {}) as {
      invoice: { id: string; customer_id: string }
    }
    expect(body).toMatchObject({
      invoice: { amount: 43.52, currency: 'USD', status: 'Paid', provider: 'card', items: [{ price: 42 }] },
    })
    expect(await database().invoice.count({ where: { id: body.invoice.id } })).toBe(0)
    expect(await database().customer.count({ where: { id: body.invoice.customer_id } })).toBe(0)
    expect(await readEvent(event)).toMatchObject({ status: 'DELIVERED', invoiceId: null, sequence: 0 })
  })

  test('is tried once, and nobody is mailed about it', async () => {
    const event = await send()
    await deliverEvent(event, answering(answer(500)))
    expect(await readEvent(event)).toMatchObject({ status: 'FAILED', attemptCount: 1, nextAttemptAt: null })
    expect(await mails()).toBe(0)
  })

  test('to a private address is refused on connection like any webhook', async () => {
    const event = await send('http://169.254.169.254/latest/meta-data/')
    await deliverEvent(event, createWebhookTransport({ isAllowed: () => false }))
    expect(await readEvent(event)).toMatchObject({
      status: 'FAILED',
      attempts: [{ responseStatus: null, error: expect.stringMatching(/^address is not public/) }],
    })
  })

  test('answered with 2xx counts as a delivered webhook', async () => {
    const delivered = () =>
      database().webhookEvent.count({ where: { accountId: account.id, status: 'DELIVERED' } })
    await deliverEvent(await send(), answering(answer(500)))
    expect(await delivered()).toBe(0)
    await deliverEvent(await send(), answering(answer(204)))
    expect(await delivered()).toBe(1)
  })
})
